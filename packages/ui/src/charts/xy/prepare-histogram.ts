import { formatCount, formatMillis, formatPercent, formatRange } from "@headroom/core/format";
import { axisNumber } from "../plot/axes.ts";
import { linearTicks, logTicks } from "../model/axis-ticks.ts";
import type { ChartData } from "../model/chart-data.ts";
import type { Axis, TargetLine } from "../model/time-model.ts";

export interface HistogramInput {
  /** Half-open ranges of microseconds with their requests; empty ones may be left out. */
  bars: readonly { fromMicros: number; toMicros: number; count: number }[];
  /** Upright lines with names: p50, p99 and targets; in milliseconds. */
  marks?: readonly TargetLine[];
}

export interface HistogramBar {
  /** Milliseconds, inside the axis. */
  from: number;
  to: number;
  share: number;
  count: number;
  text: string;
}

export interface HistogramModel {
  x: Axis | null;
  y: Axis;
  bars: readonly HistogramBar[];
  marks: readonly TargetLine[];
  data: ChartData;
}

const MAX_DECADES = 5;

/** The share of requests by latency, on a log axis: buckets of a sketch have the same width there. */
export function prepareHistogram({ bars, marks = [] }: HistogramInput): HistogramModel {
  const filled = bars.filter(({ count }) => count > 0);
  const total = filled.reduce((sum, { count }) => sum + count, 0);
  const x = xAxisOf(filled, marks);
  const shares = filled.map(({ count }) => count / total);
  const ticks = linearTicks(
    shares.reduce((most, share) => Math.max(most, share), 0.001),
    (share) => axisNumber(share * 100),
    3,
  );
  return {
    x,
    y: { scale: "linear", domain: [0, ticks.at(-1)?.value ?? 1], ticks },
    bars: filled.map(({ fromMicros, toMicros, count }, index) => ({
      from: Math.max(fromMicros / 1000, x?.domain[0] ?? 0),
      to: Math.max(toMicros / 1000, x?.domain[0] ?? 0),
      share: shares[index] ?? 0,
      count,
      text: `${formatRange(formatMillis(fromMicros / 1000), formatMillis(toMicros / 1000))} ms`,
    })),
    marks: marks.filter(({ value }) => x !== null && value >= x.domain[0] && value <= x.domain[1]),
    data: {
      columns: [
        { head: "From, ms", field: "from_ms", show: formatMillis },
        { head: "To, ms", field: "to_ms", show: formatMillis },
        { head: "Requests", field: "requests", show: formatCount },
        { head: "Share", field: "share", show: formatPercent },
      ],
      rows: filled.map(({ fromMicros, toMicros, count }, index) => [
        fromMicros / 1000,
        toMicros / 1000,
        count,
        shares[index] ?? 0,
      ]),
    },
  };
}

/** From the first bar to the last; a bucket that begins at zero has no place on a log axis and gets the left end. */
function xAxisOf(bars: HistogramInput["bars"], marks: readonly TargetLine[]): Axis | null {
  const last = bars.at(-1);
  const first = bars.find(({ fromMicros }) => fromMicros > 0);
  if (!last) return null;
  const wanted = marks.map(({ value }) => value).filter((value) => value > 0);
  const high = Math.max(last.toMicros / 1000, 0.002, ...wanted) * 1.02;
  const low = Math.max(
    Math.min((first?.fromMicros ?? last.toMicros / 2) / 1000, ...wanted),
    high / 10 ** MAX_DECADES,
    0.001,
  );
  const domain: [number, number] = low * 1.5 > high ? [high / 2, high] : [low / 1.02, high];
  return { scale: "log", domain, ticks: logTicks(domain[0], domain[1], axisNumber, 8) };
}
