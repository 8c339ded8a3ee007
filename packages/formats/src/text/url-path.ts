/** Path and query of an address, as the label for a tool that sends only one request; null if it isn't an address. */
export function urlPath(address: string): string | null {
  const withScheme = /^[a-z][a-z\d+.-]{0,30}:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(withScheme)) return null;
  const { host, pathname, search } = new URL(withScheme);
  return host === "" ? null : `${pathname}${search}`;
}
