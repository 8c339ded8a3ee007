/** What the figures of a metric are. */
export type Quantity = "requests" | "items" | "time" | "share" | "any";

/** Microseconds of each unit that latencies are written in. */
export const TIME_UNITS: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  min: 60_000_000,
};
/** Seconds of each unit that throughput is written in. */
export const RATE_UNITS: Readonly<Record<string, number>> = { "/s": 1, "/min": 60, "/h": 3_600 };

/** A figure or threshold in the unit that tables and charts show it in: milliseconds, per second, a share from 0 to 1. */
export function inShownUnit(value: number, unit: string): number | null {
  if (unit === "%") return value / 100;
  const micros = TIME_UNITS[unit];
  if (micros !== undefined) return (value * micros) / 1_000;
  const seconds = RATE_UNITS[unit];
  return seconds === undefined ? null : value / seconds;
}
