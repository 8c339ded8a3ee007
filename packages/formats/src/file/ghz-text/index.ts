import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readGhzText, SUMMARY } from "./read-ghz-text.ts";

export const ghzText: Format = {
  id: "ghz-text",
  tool: "ghz",
  title: "ghz summary (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readGhzText(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  return SUMMARY.test(decodeHead(head))
    ? { match: true }
    : { match: false, reason: 'it has no "Summary:" that starts with "Count:"' };
}
