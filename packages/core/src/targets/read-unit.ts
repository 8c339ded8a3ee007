import { metricRow } from "./metrics.ts";
import type { Metric } from "./metrics.ts";
import type { TargetScanner } from "./target-scanner.ts";
import { TIME_UNITS } from "./units.ts";
import type { Quantity } from "./units.ts";

const REQUESTS = ["", "request", "requests", "req"];
const ITEMS = ["item", "items", "row", "rows", "message", "messages"];
const RATES: ReadonlyMap<string, string> = new Map([
  ["s", "/s"],
  ["sec", "/s"],
  ["second", "/s"],
  ["min", "/min"],
  ["minute", "/min"],
  ["h", "/h"],
  ["hour", "/h"],
]);

export interface ReadUnit {
  unit: string;
  /** The unit said that items are counted. */
  of: "items" | null;
}

/** Reads the unit that fits the metric. */
export function readUnit(scanner: TargetScanner, metric: Metric): ReadUnit {
  return READERS[metricRow(metric).quantity](scanner);
}

const READERS: Record<Quantity, (scanner: TargetScanner) => ReadUnit> = {
  requests: (scanner) => readRate(scanner, "requests"),
  items: (scanner) => readRate(scanner, "items"),
  time: (scanner) => ({ unit: readTime(scanner), of: null }),
  share: (scanner) => ({ unit: readPercent(scanner), of: null }),
  any: (scanner) => ({ unit: readGaugeUnit(scanner), of: null }),
};

function readPercent(scanner: TargetScanner): string {
  if (scanner.symbol(["%"]) !== null) return "%";
  return scanner.expected("a unit", "Use the unit %.");
}

function readTime(scanner: TargetScanner): string {
  const at = scanner.at;
  const letters = scanner.letters().toLowerCase();
  const unit = letters === "µs" || letters === "μs" ? "us" : letters;
  if (Object.hasOwn(TIME_UNITS, unit)) return unit;
  scanner.back(at);
  return scanner.expected("a unit", "Use a unit: us, ms, s or min.", at);
}

function readRate(scanner: TargetScanner, of: "requests" | "items"): ReadUnit {
  const at = scanner.at;
  const noun = scanner.letters().toLowerCase();
  const countsItems = ITEMS.includes(noun);
  const slash = (countsItems || REQUESTS.includes(noun)) && scanner.symbol(["/"]) !== null;
  const unit = slash ? RATES.get(scanner.letters().toLowerCase()) : undefined;
  if (unit === undefined) {
    scanner.back(at);
    scanner.expected("a unit", "Use a unit: /s, /min or /h, or items/s.", at);
  }
  if (of === "items" && noun !== "" && !countsItems) {
    scanner.fail("Items aren't counted in requests.", "Use items/s, or the metric throughput.", at);
  }
  return { unit, of: countsItems ? "items" : null };
}

function readGaugeUnit(scanner: TargetScanner): string {
  if (scanner.symbol(["%"]) !== null) return "%";
  return AFTER_UNIT.includes(scanner.peekWord().toLowerCase()) ? "" : scanner.takeWord();
}

/** What can follow a threshold without a unit: "at 600 users", "as measured". */
const AFTER_UNIT = ["at", "as"];
