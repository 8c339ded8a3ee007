import { from } from "./published.ts";

/*
 * Everything that the demo publishes about a run of twelve hours, each figure with the sentence or the row that it is from.
 * The run over time is simulated, and says so.
 */

export const LONG_RUN_ARTICLE = "Taming the non-deterministic Cloud, Isima";

const THROUGHPUT = "Avg. over 12 hour period insert select. Throughput 17,200 rows/sec 4,300 rows/sec";
const SELECTS = "We did 250 selects/sec where each select returned ~ 17 rows. But we didn’t batch inserts.";
const P50 = "p50 latency 0.52 ms 1.60 ms";
const P90 = "p90 latency 0.62 ms 1.99 ms";
const P99 = "p99 latency 1.46 ms 2.94 ms";
const CPU = "CPU – 65%-75% utilized";
const STORAGE = "Storage – 67% – 89% utilized (continuously increasing linearly)";
const SLICES = "Measurements of throughput and latency were recorded every 60 seconds and every 30 minutes.";

export const longRun = {
  hours: from(12, THROUGHPUT),
  insertRows: from(17_200, THROUGHPUT),
  selectRows: from(4_300, THROUGHPUT),
  selects: from(250, SELECTS),
  rowsOfSelect: from(17, SELECTS),
  insertP50: from(0.52, P50),
  selectP50: from(1.6, P50),
  insertP90: from(0.62, P90),
  selectP90: from(1.99, P90),
  insertP99: from(1.46, P99),
  selectP99: from(2.94, P99),
  cpuLow: from(65, CPU),
  cpuHigh: from(75, CPU),
  storageLow: from(67, STORAGE),
  storageHigh: from(89, STORAGE),
  shortSeconds: from(60, SLICES),
  longMinutes: from(30, SLICES),
  dollarsPerSecond: from(0.004, "The TCO of this system is $0.004/sec on GCP (Google Cloud Platform)."),
};
