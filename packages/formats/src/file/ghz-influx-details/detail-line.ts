export interface DetailLine {
  call: string;
  latencyNanos: number;
  error: string;
  status: string;
  startMicros: number;
}

const FIELDS = " latency=";
const ERROR = ',error="';
const STATUS = '",status="';

/**
 * Reads a line that ghz wrote for one call. It quotes tags and does not escape the quotes inside of errors, so that its
 * parts are found by what only ghz puts between them. Null if it is none.
 */
export function readDetailLine(text: string): DetailLine | null {
  const fields = text.indexOf(FIELDS);
  const error = text.indexOf(ERROR, fields);
  const status = text.lastIndexOf(STATUS);
  const statusEnd = text.indexOf('" ', status + STATUS.length);
  if (fields < 0 || error < 0 || status < error + ERROR.length - 1 || statusEnd < 0) return null;
  const latency = text.slice(fields + FIELDS.length, error);
  const nanos = text.slice(statusEnd + 2).trimEnd();
  if (!/^-?\d{1,17}$/.test(latency) || !/^\d{13,19}$/.test(nanos)) return null;
  return {
    call: tagOf(text.slice(0, fields), "call"),
    latencyNanos: Number(latency),
    error: unescaped(text.slice(error + ERROR.length, status)),
    status: text.slice(status + STATUS.length, statusEnd),
    startMicros: Number(nanos.slice(0, -3)),
  };
}

/** A tag's name inside of another's value has a backslash before its comma. */
export function tagOf(tags: string, name: string): string {
  const mark = `,${name}="`;
  const from = tags.indexOf(mark);
  if (from < 0 || tags[from - 1] === "\\") return "";
  const to = tags.indexOf('"', from + mark.length);
  return to < 0 ? "" : unescaped(tags.slice(from + mark.length, to));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([ ,=])/g, "$1");
}
