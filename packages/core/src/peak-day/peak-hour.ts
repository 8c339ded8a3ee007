import { formatLength } from "../format/duration.ts";
import { formatMillis } from "../format/latency.ts";
import { formatFigure, formatKnown } from "../format/number.ts";

export interface PeakHour {
  /** Requests a second, over all of the hour. */
  throughput: number;
  /** Null: nobody knows. */
  unknownSeconds: number | null;
  p99Ms: number | null;
  p99Range: { low: number; high: number | null } | null;
  meanMs: number | null;
}

/** "9,802 req/s, mean 40 ms, p99 91 ms" */
export function peakHourText({ throughput, unknownSeconds, p99Ms, p99Range, meanMs }: PeakHour): string {
  const p99 = formatKnown({ value: p99Ms, range: p99Range }, formatMillis);
  return [
    `${formatFigure(throughput)} req/s`,
    ...(meanMs === null ? [] : [`mean ${formatMillis(meanMs)} ms`]),
    ...(p99 === null ? [] : [`p99 ${p99} ms`]),
    ...(unknownSeconds ? [`no data for ${formatLength(unknownSeconds)} of it`] : []),
  ].join(", ");
}
