import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { headLines } from "../../text/head-lines.ts";
import { readSiegeLog, SIEGE_HEADER, SIEGE_ROW } from "./read-siege-log.ts";

export const siegeLog: Format = {
  id: "siege-log",
  tool: "siege",
  title: "siege log",
  reads: "document",
  role: "run",
  takes: ["zone"],
  detect: detection,
  open: (sink, options) =>
    documentParser(options, (text, findings) => readSiegeLog(text, sink, options, findings)),
};

/** The log of a user who tidies it up may have lost its header. */
function detection(head: Uint8Array): Detection {
  const lines = headLines(head, 20);
  if (lines.length === 0) return { match: false, reason: "there is no text" };
  return lines.some((line) => SIEGE_HEADER.test(line) || SIEGE_ROW.test(line))
    ? { match: true }
    : { match: false, reason: "no line contains a date and siege's nine values, or their header" };
}
