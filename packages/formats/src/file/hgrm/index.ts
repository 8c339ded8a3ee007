import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { headLines } from "../../text/head-lines.ts";
import { isHeader } from "./distribution-rows.ts";
import { readDistribution } from "./read-distribution.ts";

export const hgrm: Format = {
  id: "hgrm",
  tool: "hdrhistogram",
  title: "HdrHistogram percentile distribution (.hgrm)",
  reads: "document",
  role: "run",
  takes: ["unit"],
  detect: detection,
  open: (sink, options) =>
    documentParser(options, (text, findings) => readDistribution(text, sink, options, findings)),
};

function detection(head: Uint8Array): Detection {
  const [line] = headLines(head, 1);
  if (line === undefined) return { match: false, reason: "there is no text" };
  return isHeader(line)
    ? { match: true }
    : { match: false, reason: "its first line is not Value, Percentile, TotalCount, 1/(1-Percentile)" };
}
