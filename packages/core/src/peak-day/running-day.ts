import type { SlopeForecast } from "../overlay/slope-forecast.ts";
import type { ShownCapacity } from "./shown-by.ts";

/** Figures of a stretch of a peak day. Null: not reported. */
export interface DayFigures {
  throughput: number;
  p99Ms: number | null;
  /** Where p99 is only known to lie within. */
  p99Range: { low: number; high: number | null } | null;
  /** From 0 to 1. */
  errorRate: number | null;
}

/** What is known of a peak day: as much of it as its words are made from. */
export interface RunningDay {
  now: string;
  phase: "before" | "during" | "after";
  /** Only live traffic is about now. */
  source: string;
  peakDay: { startsAt: string; timeZone: string; eventName?: string; eventAt?: string };
  /** The strictest ones; null if there is no such target. */
  targets: { p99Ms: number | null; errorRate: number | null };
  capacity: ({ proven: true } & ShownCapacity) | { proven: false };
  points: readonly { at: string }[];
  /** The last minute; null: nothing is known of the last hour. */
  latest: {
    at: string;
    minute: DayFigures;
    /** Since when requests have failed, and have been slow, as they do now; null: they don't. */
    since: { errors: string | null; slow: string | null };
    slope: SlopeForecast | null;
  } | null;
  /** When anything last arrived. */
  heardAt: string | null;
  /** When something last arrived with wrong times. */
  offClock: { at: string } | null;
}

/** How many a second succeeded; where it isn't known which failed, all. */
export function succeeded({ throughput, errorRate }: DayFigures): number {
  return throughput * (1 - (errorRate ?? 0));
}
