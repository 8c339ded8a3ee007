import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { headLines } from "../../text/head-lines.ts";
import { isHeader, readTaurusCsv } from "./read-csv.ts";

export const taurusCsv: Format = {
  id: "taurus-csv",
  tool: "taurus",
  title: "Taurus final stats (CSV)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readTaurusCsv(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const [line = ""] = headLines(head, 1);
  if (isHeader(line.split(","))) return { match: true };
  return { match: false, reason: "its first line does not have the columns of Taurus final stats" };
}
