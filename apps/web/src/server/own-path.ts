/** The request header in which `proxy.ts` passes the requested path on. */
export const PATH_HEADER = "x-headroom-path";

const ELSEWHERE = "http://own.invalid";

/** Where to go after signing in: a path on this host, or the start page. Anything else is not followed. */
export function ownPath(wanted: unknown, otherwise = "/"): string {
  if (typeof wanted !== "string" || wanted.length > 2_000 || !wanted.startsWith("/")) return otherwise;
  // Browsers read a backslash as a slash and drop line breaks, so the path could lead to another host.
  if (wanted.includes("\\") || /\p{Cc}/u.test(wanted)) return otherwise;
  const url = URL.parse(wanted, ELSEWHERE);
  if (url === null || url.origin !== ELSEWHERE) return otherwise;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith("//") ? otherwise : path;
}

/** An address of the sign-in pages that remembers where to go next. */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
