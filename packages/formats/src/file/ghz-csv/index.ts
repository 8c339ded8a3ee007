import type { Format } from "../../parser.ts";
import { detectHeader, headedRowParser } from "../../text/headed-rows.ts";
import { GhzCsv } from "./ghz-csv.ts";

/** Errors stand in it as they are, with quotes and commas; an empty line stands before the header. */
const ROWS = {
  what: "ghz CSV",
  hint: "Send the output of `ghz -O csv`.",
  delimiter: ",",
  columns: ["duration (ms)", "status", "error"],
};

export const ghzCsv: Format = {
  id: "ghz-csv",
  tool: "ghz",
  title: "ghz calls (CSV)",
  reads: "lines",
  role: "run",
  detect: (head) => detectHeader(head, ROWS),
  open: (sink, options) => headedRowParser(options, ROWS, (_, findings) => new GhzCsv(sink, findings)),
};
