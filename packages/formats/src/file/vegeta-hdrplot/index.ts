import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { HEADER, readHdrplot } from "./read-hdrplot.ts";

export const vegetaHdrplot: Format = {
  id: "vegeta-hdrplot",
  tool: "vegeta",
  title: "vegeta percentiles (hdrplot)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readHdrplot(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  if (HEADER.test(decodeHead(head).replace(/^\uFEFF/, ""))) return { match: true };
  return {
    match: false,
    reason: 'its first line is not "Value(ms) Percentile TotalCount 1/(1-Percentile)"',
  };
}
