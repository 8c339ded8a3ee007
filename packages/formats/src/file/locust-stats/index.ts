import type { Format } from "../../parser.ts";
import { rowParser } from "../../text/row-parser.ts";
import { detectHeader } from "./header.ts";
import { StatsRows } from "./stats-rows.ts";

export const locustStats: Format = {
  id: "locust-stats",
  tool: "locust",
  title: "Locust totals (*_stats.csv)",
  reads: "lines",
  role: "run",
  detect: (head) => detectHeader(head, ["type", "name", "request count", "failure count"]),
  open: (sink, options) =>
    rowParser(options, { delimiter: ",", quotes: true }, (findings) => new StatsRows(sink, findings)),
};
