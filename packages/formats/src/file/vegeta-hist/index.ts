import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { HEADER, readHist } from "./read-hist.ts";

export const vegetaHist: Format = {
  id: "vegeta-hist",
  tool: "vegeta",
  title: "vegeta histogram",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readHist(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  if (HEADER.test(decodeHead(head).replace(/^\uFEFF/, ""))) return { match: true };
  return { match: false, reason: 'its first line is not "Bucket # % Histogram"' };
}
