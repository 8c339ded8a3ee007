import { formatMillis } from "@headroom/core/format";
import type { LegendEntry, TargetLine, TimeLine, TimePanel } from "../model/time-model.ts";
import { logAxis } from "../plot/axes.ts";

/** p99 of a point, in milliseconds. */
export interface DayLatency {
  /** Null: not reported, or only known to lie within a range. */
  p99Ms: number | null;
  p99Range: { low: number; high: number | null } | null;
}

type Latencies = readonly (DayLatency | null)[];

const COLOR = "var(--q99)";

/** p99 over the day. Of a source's buckets, it is the band in which p99 lies, with its upper end as the line. */
export function dayLatencyPanel(
  points: Latencies,
  line: Omit<TimeLine, "values">,
  targets: readonly TargetLine[],
): TimePanel[] {
  const lows = points.map(lowOf);
  const highs = points.map(highOf);
  const values = points.map((point, at) => highs[at] ?? point?.p99Range?.low ?? null);
  const axis = logAxis([...values, ...lows, ...targets.map(({ value }) => value)]);
  if (axis === null || values.every((value) => value === null)) return [];
  const isOfRanges = points.some((point) => point?.p99Range);
  const [, top] = axis.domain;
  const within = points.map((point) =>
    point?.p99Range == null ? null : ([point.p99Range.low, point.p99Range.high ?? top] as const),
  );
  return [
    {
      key: "p99",
      name: "p99",
      unit: isOfRanges ? "p99, within the source's buckets, ms, log scale" : "p99, ms, log scale",
      axis,
      lines: [{ ...line, values, color: COLOR }],
      targets,
      bands: isOfRanges ? [{ key: "p99-range", color: COLOR, values: within }] : [],
      columns: isOfRanges
        ? [
            { head: "p99 from, ms", field: "p99_low_ms", values: lows, show: formatMillis },
            { head: "p99 to, ms", field: "p99_high_ms", values: highs, show: formatMillis },
          ]
        : [{ head: "p99, ms", field: "p99_ms", values, show: formatMillis }],
      nameEnds: false,
      size: "short",
    },
  ];
}

/** What is read of p99 at the crosshair. */
export function dayLatencyReadings(points: Latencies): LegendEntry["readings"] {
  const where = (of: (point: DayLatency) => number | null | undefined) =>
    points.map((point) => (point === null ? null : (of(point) ?? null)));
  return [
    { values: where(({ p99Ms }) => p99Ms), show: (value) => `p99 ${formatMillis(value)} ms` },
    {
      values: where(({ p99Range }) => p99Range?.high),
      show: (value) => `p99 up to ${formatMillis(value)} ms`,
    },
    {
      values: where(({ p99Range }) => (p99Range?.high === null ? p99Range.low : null)),
      show: (value) => `p99 above ${formatMillis(value)} ms`,
    },
  ];
}

function lowOf(point: DayLatency | null): number | null {
  return point?.p99Ms ?? point?.p99Range?.low ?? null;
}

function highOf(point: DayLatency | null): number | null {
  return point?.p99Ms ?? point?.p99Range?.high ?? null;
}
