import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { vegetaCsvParser } from "./vegeta-csv-parser.ts";

export const vegetaCsv: Format = {
  id: "vegeta-csv",
  tool: "vegeta",
  title: "vegeta results (CSV)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: vegetaCsvParser,
};
