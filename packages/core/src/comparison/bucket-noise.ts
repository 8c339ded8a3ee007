import { sliceNoise } from "../chance/slice-noise.ts";
import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { FIGURES } from "../targets/figures.ts";
import type { FigureId, FigureRange } from "../targets/figures.ts";
import { percentileNoise } from "../verdict/percentile-noise.ts";
import type { ChangeReason } from "./change-sentences.ts";
import { doubtAbout, record } from "./resample-run.ts";
import type { RunNoise } from "./resample-run.ts";
import { MIN_SLICES, sumsOf } from "./sliced-run.ts";

/** Either end of a range that chance has a part in. */
const CONFIDENCE = 0.975;

/**
 * The noise within a run whose source has buckets of its own. Counts and the mean are exact, and scatter as their slices do. A
 * percentile has one range, in which the bucket and chance are both; it can't be resampled. Null: some slices have no buckets.
 */
export function bucketNoise(
  cells: readonly (Cell | null)[],
  { sliceSeconds, errorsTold }: { sliceSeconds: number; errorsTold: boolean },
): RunNoise | null {
  const busy = cells.flatMap((cell) => (cell === null || cell.requests === 0 ? [] : [cell]));
  if (busy.length === 0 || busy.some(({ distribution }) => distribution.kind !== "buckets")) return null;
  const all = mergeAllCells(busy);
  if (all.distribution.kind !== "buckets") return null;
  const seconds = cells.length * sliceSeconds;
  const errors = errorsTold ? all.errors : null;
  const series = seriesOf(cells, errorsTold);
  const totals = { throughput: all.requests, items: all.items, "error-rate": errors, mean: all.sumMicros };
  const per = { throughput: seconds, items: seconds, "error-rate": all.requests, mean: 1_000 * all.requests };
  const known = { requests: all.requests, errors, slices: cells.length };
  const noises = {
    throughput: noiseOf(series.throughput),
    items: noiseOf(series.items),
    "error-rate": noiseOf(series["error-rate"]),
    mean: noiseOf(series.mean),
  };
  const estimates = record((metric) => {
    if (!isCounted(metric)) return inRange(metric, known);
    const total = totals[metric];
    const value = total === null ? null : total / per[metric];
    const doubt = doubtAbout(metric, known);
    const noise = noises[metric];
    const within = noise === null || total === null || total === 0 ? null : Math.sqrt(noise.variance) / total;
    return {
      value,
      shown: value,
      within: doubt === null ? within : null,
      doubt,
      freedom: noise?.freedom ?? 0,
    };
  });
  const variance = noises["error-rate"]?.variance ?? 0;
  return {
    estimates,
    requests: all.requests,
    errors,
    errorDispersion: errors === null || errors === 0 ? 1 : Math.max(1, variance / errors),
    ranges: rangesOf(all, cells),
    sliceSeconds,
    blockSeconds: cells.length < MIN_SLICES ? null : sliceSeconds,
  };
}

const COUNTED = ["throughput", "items", "error-rate", "mean"] as const satisfies readonly FigureId[];
type Counted = (typeof COUNTED)[number];

function isCounted(metric: FigureId): metric is Counted {
  return COUNTED.some((one) => one === metric);
}

function inRange(metric: FigureId, known: Parameters<typeof doubtAbout>[1]): RunNoise["estimates"][FigureId] {
  const doubt: ChangeReason = doubtAbout(metric, known) ?? { code: "buckets" };
  return { value: null, shown: null, within: null, doubt, freedom: 0 };
}

/** What each slice adds to a figure beyond its share. */
function seriesOf(
  cells: readonly (Cell | null)[],
  errorsTold: boolean,
): Record<Counted, Float64Array | null> {
  const of = (read: (cell: Cell) => number) =>
    Float64Array.from(cells, (cell) => (cell === null ? 0 : read(cell)));
  const requests = of((cell) => cell.requests);
  const beside = (part: Float64Array | null) => {
    if (part === null) return null;
    const share = sum(part) / sum(requests);
    return part.map((count, at) => count - share * (requests[at] ?? 0));
  };
  return {
    throughput: requests,
    items: of(({ items }) => items),
    "error-rate": errorsTold ? beside(of(({ errors }) => errors)) : null,
    mean: beside(sumsOf(cells)),
  };
}

function noiseOf(series: Float64Array | null) {
  return series === null ? null : sliceNoise(series);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function rangesOf(all: Cell, slices: readonly (Cell | null)[]): NonNullable<RunNoise["ranges"]> {
  const ranges: { [id in FigureId]?: FigureRange } = {};
  for (const [metric, { quantile }] of Object.entries(FIGURES)) {
    if (quantile === null) continue;
    const noise = percentileNoise({ cell: all, parts: [all], slices, calm: false }, quantile);
    if (noise === null) continue;
    const { low, high } = noise(CONFIDENCE, 1);
    ranges[metric as FigureId] = { low: low / 1_000, high: Number.isFinite(high) ? high / 1_000 : null };
  }
  return ranges;
}
