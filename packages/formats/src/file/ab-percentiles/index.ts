import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { headLines } from "../../text/head-lines.ts";
import { HEADER, readAbPercentiles } from "./read-ab-percentiles.ts";

export const abPercentiles: Format = {
  id: "ab-percentiles",
  tool: "ab",
  title: "ab percentiles (CSV, -e)",
  reads: "document",
  // It may come alone, and describes the same whole as the report when it comes with that.
  role: "run",
  detect: detection,
  open: (sink, options) =>
    documentParser(options, (text, findings) => readAbPercentiles(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  if (headLines(head, 1)[0]?.trim() === HEADER) return { match: true };
  return { match: false, reason: `its first line is not ab's header "${HEADER}"` };
}
