import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readH2load, REQUESTS_LINE, TIME_LINE } from "./read-h2load.ts";

export const h2loadText: Format = {
  id: "h2load-text",
  tool: "h2load",
  title: "h2load report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readH2load(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const text = decodeHead(head);
  return REQUESTS_LINE.test(text) && TIME_LINE.test(text)
    ? { match: true }
    : { match: false, reason: 'it lacks the lines "requests: … total, … started" and "time for request:"' };
}
