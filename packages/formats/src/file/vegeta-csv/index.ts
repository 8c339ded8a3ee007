import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { VegetaCsvParser } from "./vegeta-csv-parser.ts";

export const vegetaCsv: Format = {
  id: "vegeta-csv",
  tool: "vegeta",
  title: "vegeta results (CSV)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: (sink, options) => new VegetaCsvParser(sink, options),
};
