import type { TargetMetric } from "./target.ts";
import type { TargetScanner } from "./target-scanner.ts";

/** Microseconds of each unit that latencies are written in. */
export const TIME_UNITS: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  min: 60_000_000,
};
/** Seconds of each unit that throughput is written in. */
export const RATE_UNITS: Readonly<Record<string, number>> = { "/s": 1, "/min": 60, "/h": 3_600 };

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
export function readUnit(scanner: TargetScanner, metric: TargetMetric): ReadUnit {
  switch (metric.kind) {
    case "throughput":
      return readRate(scanner, metric.of);
    case "percentile":
    case "latency":
      return { unit: readTime(scanner), of: null };
    case "error-rate":
    case "achieved":
      if (scanner.symbol(["%"]) === null)
        scanner.fail(`Expected a unit, found ${scanner.seen()}.`, "expected a unit: %");
      return { unit: "%", of: null };
    default:
      return { unit: readGaugeUnit(scanner), of: null };
  }
}

function readTime(scanner: TargetScanner): string {
  const at = scanner.at;
  const letters = scanner.letters().toLowerCase();
  const unit = letters === "µs" || letters === "μs" ? "us" : letters;
  if (Object.hasOwn(TIME_UNITS, unit)) return unit;
  scanner.back(at);
  return scanner.fail(`Expected a unit, found ${scanner.seen()}.`, "expected a unit: us, ms, s or min", at);
}

function readRate(scanner: TargetScanner, of: "requests" | "items"): ReadUnit {
  const at = scanner.at;
  const noun = scanner.letters().toLowerCase();
  const countsItems = ITEMS.includes(noun);
  const slash = (countsItems || REQUESTS.includes(noun)) && scanner.symbol(["/"]) !== null;
  const unit = slash ? RATES.get(scanner.letters().toLowerCase()) : undefined;
  if (unit === undefined) {
    scanner.back(at);
    scanner.fail(
      `Expected a unit, found ${scanner.seen()}.`,
      "expected a unit: /s, /min or /h (or items/s)",
      at,
    );
  }
  if (of === "items" && noun !== "" && !countsItems) {
    scanner.fail("Items are not counted in requests.", "items/s, or the metric throughput", at);
  }
  return { unit, of: countsItems ? "items" : null };
}

function readGaugeUnit(scanner: TargetScanner): string {
  if (scanner.symbol(["%"]) !== null) return "%";
  return scanner.peekWord().toLowerCase() === "at" ? "" : scanner.takeWord();
}
