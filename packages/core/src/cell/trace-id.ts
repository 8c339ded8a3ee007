const ID = /^(?:[\da-f]{16}|[\da-f]{32})$/;
/** A header of W3C Trace Context: version, trace, parent, flags. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
const ZEROS = /^0+$/;

/** The trace ID of a request, from the ID or the `traceparent` that a tool recorded. Null: neither is valid. */
export function readTraceId(recorded: string): string | null {
  const text = recorded.trim().toLowerCase();
  const id = TRACEPARENT.exec(text)?.[1] ?? text;
  return ID.test(id) && !ZEROS.test(id) ? id : null;
}
