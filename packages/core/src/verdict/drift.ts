import type { Cell } from "../cell/cell.ts";
import { meanMicros } from "../cell/summary.ts";
import { fittedChange, rankCorrelation } from "../chance/steady-change.ts";
import { meanOf } from "../phase/phase-statistics.ts";
import { MIN_REQUESTS_FOR_MEAN } from "../policy.ts";
import type { Metric } from "../targets/metrics.ts";
import { isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { TIME_UNITS } from "../targets/units.ts";
import type { JudgedSlices, JudgedThreshold, MeasuredFigure } from "./judged.ts";
import { requestsForErrors, stretchesOf, stretchesOfQuantile } from "./stretches.ts";

/** A figure that rises or falls throughout the run: what a line through it is at either end, in the figure's unit. */
export interface Drift {
  from: number;
  to: number;
}

/** Less, as a share, is nothing to talk about. */
const MIN_DRIFT = 0.03;
/** How steadily it goes one way: a level that wanders is not a drift. */
const STEADILY = 0.8;

/** Null: it doesn't drift, or the run has too few requests to tell. */
export function driftOf({ metric }: Target, measured: MeasuredFigure): Drift | null {
  const series = seriesOf(metric, measured);
  const known = series?.filter((value) => value !== null) ?? [];
  if (series === null || known.length < series.length) return null;
  const [change, middle] = [fittedChange(known), meanOf(known)];
  if (Math.abs(change) < MIN_DRIFT * middle || Math.abs(rankCorrelation(known)) < STEADILY) return null;
  const { value, unit } = measured;
  const scale =
    metric.kind === "percentile" || metric.kind === "latency"
      ? 1 / (TIME_UNITS[unit] ?? 1_000)
      : (value ?? 0) / middle;
  return { from: scale * (middle - change / 2), to: scale * (middle + change / 2) };
}

/** Null: nobody knows how it went, or a few requests make it. */
function seriesOf(metric: Metric, measured: MeasuredFigure): (number | null)[] | null {
  const { slices } = measured;
  switch (metric.kind) {
    case "percentile":
      return seriesOfQuantile(slices, metric.percent / 100);
    case "latency":
      return metric.statistic === "mean"
        ? valuesOf(stretchesOf(slices, MIN_REQUESTS_FOR_MEAN), meanMicros)
        : null;
    case "error-rate":
      return valuesOf(
        stretchesOf(slices, requestsForErrors(measured.cell)),
        ({ errors, requests }) => errors / requests,
      );
    case "throughput":
      return seriesOfCount(slices, "requests");
    case "items":
      return seriesOfCount(slices, "items");
    case "achieved":
    case "gauge":
      return null;
  }
}

function seriesOfQuantile(slices: JudgedSlices | null, share: number): (number | null)[] | null {
  return valuesOf(stretchesOfQuantile(slices, share), (stretch) => quantileOf(stretch, share));
}

/** Slices are equally long, so that none is joined with the next. */
function seriesOfCount(slices: JudgedSlices | null, of: "requests" | "items"): number[] | null {
  if (slices === null || stretchesOf(slices, 1) === null) return null;
  return slices.map((slice) => slice?.[of] ?? 0);
}

function valuesOf(
  stretches: Cell[] | null,
  read: (stretch: Cell) => number | null,
): (number | null)[] | null {
  return stretches === null ? null : stretches.map(read);
}

/** Whether it would be at the limit before as much time has passed again, if it went on like this. */
export function reachesSoon(
  { comparator }: Target,
  { from, to }: Drift,
  threshold: JudgedThreshold,
): boolean {
  const then = to + (to - from);
  return isCeiling(comparator) ? then > threshold.low : then < threshold.high;
}

/** Of buckets, as if the requests were evenly spread in each: good enough for a slope. */
function quantileOf({ distribution, requests }: Cell, share: number): number | null {
  if (distribution.kind === "sketch") return distribution.all.quantile(share);
  if (distribution.kind !== "buckets") return null;
  let left = share * requests;
  for (const [at, count] of distribution.counts.entries()) {
    const [low, high] = [distribution.upperBoundsMicros[at - 1] ?? 0, distribution.upperBoundsMicros[at]];
    if (left <= count && count > 0) return high === undefined ? low : low + ((high - low) * left) / count;
    left -= count;
  }
  return null;
}
