import type { Cell } from "./cell.ts";
import type { AbsentFigure } from "./sample.ts";

/** The figures that every summary shows, in milliseconds rounded to a whole microsecond. */
export interface LatencyMs {
  min: number | null;
  mean: number | null;
  p50: number | null;
  p90: number | null;
  p95: number | null;
  p99: number | null;
  "p99.9": number | null;
  max: number | null;
}

/** What is known about a window; what the source doesn't give is `null`. Rates are per second, shares 0 to 1. */
export interface Summary {
  requests: number | null;
  items: number | null;
  errors: number | null;
  errorRate: number | null;
  durationSeconds: number | null;
  throughput: number | null;
  itemsThroughput: number | null;
  latencyMs: LatencyMs;
}

/** A cell, or its successful part, for which items are unknown. */
export type Summarized = Pick<
  Cell,
  "requests" | "errors" | "withoutOutcome" | "sumMicros" | "minMicros" | "maxMicros" | "distribution"
> & {
  items: number | null;
};

/** `durationSeconds`: last completion minus first start of a run, or the seconds of a window. */
export function summarize(
  cell: Summarized,
  { durationSeconds, absent = [] }: { durationSeconds: number | null; absent?: readonly AbsentFigure[] },
): Summary {
  const counted = absent.includes("requests") ? null : cell.requests;
  const requests = absent.includes("request-count") ? null : counted;
  const errors = absent.includes("errors") || hasNoOutcomes(cell) ? null : cell.errors;
  const items = counted === null ? null : cell.items;
  const perSecond = (count: number | null): number | null =>
    count === null || durationSeconds === null || !(durationSeconds > 0) ? null : count / durationSeconds;
  return {
    requests,
    items: requests === null ? null : items,
    errors,
    errorRate: counted === null || counted === 0 || errors === null ? null : errors / counted,
    durationSeconds,
    throughput: perSecond(counted),
    itemsThroughput: perSecond(items),
    latencyMs: {
      min: millis(cell.minMicros),
      mean: millis(meanMicros(cell)),
      p50: millis(quantileMicros(cell, 50)),
      p90: millis(quantileMicros(cell, 90)),
      p95: millis(quantileMicros(cell, 95)),
      p99: millis(quantileMicros(cell, 99)),
      "p99.9": millis(quantileMicros(cell, 99.9)),
      max: millis(cell.maxMicros),
    },
  };
}

/** The source says of no request whether it failed. */
function hasNoOutcomes({ requests, withoutOutcome = 0 }: Summarized): boolean {
  return withoutOutcome > 0 && withoutOutcome >= requests;
}

export function meanMicros({ sumMicros, requests, distribution }: Summarized): number | null {
  if (sumMicros !== null && requests > 0) return sumMicros / requests;
  return distribution.kind === "quoted" ? (distribution.micros["mean"] ?? null) : null;
}

/** A percentile as a single value: from a sketch, or stated by the tool. The source's buckets give only a range of the others. */
export function quantileMicros(cell: Summarized, percent: number): number | null {
  const { distribution } = cell;
  if (distribution.kind === "sketch") return distribution.all.quantile(percent / 100);
  if (distribution.kind === "quoted") return distribution.micros[`p${percent}`] ?? null;
  return distribution.kind === "buckets" ? (distribution.listedMicros?.[`p${percent}`] ?? null) : null;
}

function millis(micros: number | null): number | null {
  return micros === null ? null : Math.round(micros) / 1000;
}
