import type { Format } from "../../parser.ts";
import { detectHeader, headedRowParser } from "../../text/headed-rows.ts";
import { AB_ROWS, AbRows } from "./ab-rows.ts";

export const abGnuplot: Format = {
  id: "ab-gnuplot",
  tool: "ab",
  title: "ab requests (TSV, -g)",
  reads: "lines",
  role: "run",
  detect: (head) => detectHeader(head, AB_ROWS),
  open: (sink, options) => headedRowParser(options, AB_ROWS, (_, findings) => new AbRows(sink, findings)),
};
