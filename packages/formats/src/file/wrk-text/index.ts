import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readWrkText, RUNNING } from "./read-wrk-text.ts";

export const wrkText: Format = {
  id: "wrk-text",
  tool: "wrk",
  title: "wrk or wrk2 report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readWrkText(text, sink, findings)),
};

/** Scripts print what they like around it, so the lines may stand anywhere. */
function detection(head: Uint8Array): Detection {
  const text = decodeHead(head);
  const isWrk =
    new RegExp(RUNNING, "m").test(text) &&
    /^ {2}\d{1,15} threads and \d{1,15} connections\r?$/m.test(text) &&
    /^ {2}Thread Stats +Avg +Stdev +Max/m.test(text);
  if (isWrk) return { match: true };
  return {
    match: false,
    reason: 'it lacks "Running … test @", "threads and connections" and "Thread Stats"',
  };
}
