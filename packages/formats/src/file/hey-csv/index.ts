import type { Format } from "../../parser.ts";
import { detectHeader, headedRowParser } from "../../text/headed-rows.ts";
import { HEY_ROWS, HeyRows } from "./hey-rows.ts";

export const heyCsv: Format = {
  id: "hey-csv",
  tool: "hey",
  title: "hey requests (CSV)",
  reads: "lines",
  role: "run",
  detect: (head) => detectHeader(head, HEY_ROWS),
  open: (sink, options) =>
    headedRowParser(options, HEY_ROWS, (names, findings) => new HeyRows(sink, options, names, findings)),
};
