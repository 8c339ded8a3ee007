import { detection } from "./detect.ts";
import { jmeterCsvParser } from "./jmeter-csv-parser.ts";
import type { Format } from "../../parser.ts";

export const jmeterCsv: Format = {
  id: "jmeter-csv",
  tool: "jmeter",
  title: "JMeter results (CSV)",
  reads: "lines",
  role: "run",
  takes: ["timestamps", "zone"],
  detect: detection,
  open: jmeterCsvParser,
};
