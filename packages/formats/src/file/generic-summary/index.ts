import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readSummary } from "./read-summary.ts";

export const genericSummary: Format = {
  id: "generic-summary",
  tool: "generic",
  title: "Summary for Headroom (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    jsonParser(options, (value, findings) => readSummary(value, sink, options, findings)),
};

function detection(head: Uint8Array): Detection {
  const summary = asObject(readJsonHead(head));
  if (summary === null) return { match: false, reason: "it is not a JSON object" };
  return summary.headroom === 1
    ? { match: true }
    : { match: false, reason: 'it does not contain "headroom": 1' };
}
