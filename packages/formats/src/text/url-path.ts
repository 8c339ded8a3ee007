/** Path and query of an address, as the label of a tool that sends one request only; null where there is none. */
export function urlPath(address: string): string | null {
  const withScheme = /^[a-z][a-z\d+.-]{0,30}:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(withScheme)) return null;
  const { host, pathname, search } = new URL(withScheme);
  return host === "" ? null : `${pathname}${search}`;
}
