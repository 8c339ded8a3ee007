import type { Format } from "../../parser.ts";
import { detectHeader } from "../../text/headed-rows.ts";
import { HEADER, k6CsvParser } from "./k6-csv-parser.ts";

export const k6Csv: Format = {
  id: "k6-csv",
  tool: "k6",
  title: "k6 points (CSV)",
  reads: "lines",
  role: "run",
  detect: (head) => detectHeader(head, HEADER),
  open: k6CsvParser,
};
