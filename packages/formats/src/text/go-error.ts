/** Go quotes the address since 1.14. */
const REQUEST_IN_FRONT = /^[A-Za-z]+ (?:"[^"]*"|https?:\/\/\S{1,2000}): /;
/** A connection's own port differs every time. */
const LOCAL_END = /\b(dial|read|write) (tcp|udp)[46]? \S+->/;

/** An error of Go's HTTP client without what differs from one request to the next: its address and its own port. */
export function goErrorReason(error: string): string {
  return error.replace(REQUEST_IN_FRONT, "").replace(LOCAL_END, "$1 $2 ").trim();
}
