import type { Format } from "../../parser.ts";
import { rowParser } from "../../text/row-parser.ts";
import { detectHeader } from "../locust-stats/header.ts";
import { HistoryRows } from "./history-rows.ts";

export const locustHistory: Format = {
  id: "locust-history",
  tool: "locust",
  title: "Locust history (*_stats_history.csv)",
  reads: "lines",
  role: "run",
  detect: (head) => detectHeader(head, ["timestamp", "user count", "type", "name"]),
  open: (sink, options) =>
    rowParser(options, { delimiter: ",", quotes: true }, (findings) => new HistoryRows(sink, findings)),
};
