import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { genericCsvParser } from "./generic-csv-parser.ts";

export const genericCsv: Format = {
  id: "generic-csv",
  tool: "generic",
  title: "Any CSV with one request per line",
  reads: "lines",
  role: "run",
  takes: ["timestamps", "zone"],
  detect: detection,
  open: genericCsvParser,
};
