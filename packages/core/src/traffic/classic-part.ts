import type { MetricSeries } from "./metric-sink.ts";

/** What a series of numbers is in a classic histogram, where each bucket is a series: `x_bucket{le="0.5"}`. */
export type ClassicPart =
  | { part: "bucket"; histogram: string; tags: MetricSeries["tags"]; bound: number }
  | { part: "sum" | "count"; histogram: string; tags: MetricSeries["tags"] };

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^\+?inf(?:inity)?$/i;

/** The name alone can't show it: without a bucket, `x_sum` and `x_count` can be a summary's, or anything. Null: no part. */
export function classicPart({ name, tags, kind }: MetricSeries): ClassicPart | null {
  if (kind !== "histogram" && kind !== "unknown" && kind !== "counter") return null;
  if (name.endsWith("_sum")) return { part: "sum", histogram: name.slice(0, -4), tags };
  if (name.endsWith("_count")) return { part: "count", histogram: name.slice(0, -6), tags };
  if (!name.endsWith("_bucket")) return null;
  const bound = boundOf(tags.find(([key]) => key === "le")?.[1]);
  if (bound === null) return null;
  return { part: "bucket", histogram: name.slice(0, -7), tags: tags.filter(([key]) => key !== "le"), bound };
}

/** Clients write the same bound as "1", "1.0" or "1e0", and the last as "+Inf" or "Inf". */
function boundOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (INFINITE.test(text)) return Number.POSITIVE_INFINITY;
  return DECIMAL.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
}
