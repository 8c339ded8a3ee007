const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]{12,}$/i;
/** Long, and with digits among letters: a generated key rather than a word. */
const KEY = /^(?=[^.]*\d[^.]*\d)(?=.*[a-z])[\w-]{20,}$/i;

/** A URL or path with its IDs folded, so that requests to one endpoint have one label: `/users/123?x=1` is `/users/{id}`. */
export function foldPath(path: string): string {
  const end = path.search(/[?#]/);
  const kept = end < 0 ? path : path.slice(0, end);
  const [scheme = ""] = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(kept) ?? [];
  return scheme + kept.slice(scheme.length).split("/").map(foldSegment).join("/");
}

function foldSegment(segment: string): string {
  const isId = /^\d+$/.test(segment) || UUID.test(segment) || HEX.test(segment) || KEY.test(segment);
  return isId ? "{id}" : segment;
}
