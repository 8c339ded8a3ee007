import type { Format } from "../../parser.ts";
import { detectHeader, headedRowParser } from "../../text/headed-rows.ts";
import { OHA_ROWS, OhaRows } from "./oha-rows.ts";

export const ohaCsv: Format = {
  id: "oha-csv",
  tool: "oha",
  title: "oha requests (CSV)",
  reads: "lines",
  role: "run",
  detect: (head) => detectHeader(head, OHA_ROWS),
  open: (sink, options) =>
    headedRowParser(options, OHA_ROWS, (names, findings) => new OhaRows(sink, options, names, findings)),
};
