/** Go quotes the address since version 1.14. */
const REQUEST_IN_FRONT = /^[A-Za-z]+ (?:"[^"]*"|https?:\/\/\S{1,2000}): /;
/** A connection's local port is different every time. */
const LOCAL_END = /\b(dial|read|write) (tcp|udp)[46]? \S+->/;

/** An error of Go's HTTP client without what varies between requests: its address and local port. */
export function goErrorReason(error: string): string {
  return error.replace(REQUEST_IN_FRONT, "").replace(LOCAL_END, "$1 $2 ").trim();
}
