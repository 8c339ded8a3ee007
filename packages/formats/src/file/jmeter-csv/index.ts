import { detection } from "./detect.ts";
import { JmeterCsvParser } from "./jmeter-csv-parser.ts";
import type { Format } from "../../parser.ts";

export const jmeterCsv: Format = {
  id: "jmeter-csv",
  tool: "jmeter",
  title: "JMeter results (CSV)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: (sink, options) => new JmeterCsvParser(sink, options),
};
