import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { rowParser } from "../../text/row-parser.ts";
import { IntervalRows } from "./interval-rows.ts";

export const hdrLog: Format = {
  id: "hdr-log",
  tool: "hdrhistogram",
  title: "HdrHistogram interval log (.hlog)",
  reads: "lines",
  role: "run",
  takes: ["unit"],
  detect: detection,
  open: (sink, options) =>
    rowParser(
      options,
      { delimiter: ",", quotes: false },
      (findings) => new IntervalRows(sink, options, findings),
    ),
};

/** A log may begin with comments and a legend, or at once with an interval. */
const MARKS = [
  /^#\[Histogram log format version \d/,
  /^"StartTimestamp","Interval_Length"/,
  /^(Tag=[^,]*,)?\d+(\.\d+)?,\d+(\.\d+)?,\d+(\.\d+)?(E-?\d+)?,HIST[A-Za-z0-9+/]/,
];
const MAX_LINES = 20;

function detection(head: Uint8Array): Detection {
  const lines = headLines(head, MAX_LINES);
  if (lines.length === 0) return { match: false, reason: "there is no text" };
  return lines.some((line) => MARKS.some((mark) => mark.test(line)))
    ? { match: true }
    : { match: false, reason: "its first lines contain neither a header nor an interval of a histogram log" };
}
