import type { Cell } from "../cell/cell.ts";
import { meanMicros } from "../cell/summary.ts";
import { fittedChange, rankCorrelation } from "../chance/steady-change.ts";
import { bestStep, isStep, meanOf } from "../phase/phase-statistics.ts";
import { MIN_REQUESTS_FOR_MEAN } from "../policy.ts";
import type { Metric } from "../targets/metrics.ts";
import { isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { TIME_UNITS } from "../targets/units.ts";
import type { JudgedSlices, JudgedThreshold, MeasuredFigure } from "./judged.ts";
import { requestsForErrors, stretchesOf, stretchesOfQuantile } from "./stretches.ts";

/**
 * A figure that rises or falls throughout the run: what it was in the first tenth and in the last one, in the figure's unit, and
 * what it would be after as long again. Or one that went to another level: what it was before and after that, and stays.
 */
export interface Drift {
  from: number;
  to: number;
  later: number;
  /** After what share of the run it went to another level; null: it moves throughout. */
  stepAt: number | null;
}

/** Less, as a share, is nothing to talk about. */
const MIN_DRIFT = 0.03;
/** How steadily it goes one way: a level that wanders is not a drift. */
const STEADILY = 0.8;
/** So much of the scatter has to come from a step. Were it a drift, a line would explain as much. */
const STEP_EXPLAINS = STEADILY ** 2;
/** A level that moves on by more of the step isn't one, and what is seen for a shorter time isn't a level. */
const MOVES_ON = 0.3;
const MIN_LEVEL = 0.1;
const MIN_LEVEL_VALUES = 3;
const SWINGS = 0.15;
/** It is 2 in noise, and nothing in a wave. */
const NOISE_RATIO = 1.2;
const ENDS = 0.1;

/** Null: it doesn't drift, or the run has too few requests to tell. */
export function driftOf({ metric }: Target, measured: MeasuredFigure): Drift | null {
  const series = seriesOf(metric, measured);
  const values = series?.map(({ value }) => value) ?? [];
  const known = values.filter((value) => value !== null);
  if (series === null || known.length < series.length) return null;
  const drift = stepIn(known) ?? driftIn(known);
  if (drift === null) return null;
  const scale = scaleOf(metric, measured, known);
  const { from, to, later, cut } = drift;
  const stepAt = cut === null ? null : momentOf(measured.slices ?? [], series.slice(0, cut));
  return { from: scale * from, to: scale * to, later: scale * later, stepAt };
}

type Found = Omit<Drift, "stepAt"> & { cut: number | null };

function scaleOf({ kind }: Metric, { unit, value }: MeasuredFigure, series: readonly number[]): number {
  const isTime = kind === "percentile" || kind === "latency";
  return isTime ? 1 / (TIME_UNITS[unit] ?? 1_000) : (value ?? 0) / meanOf(series);
}

function driftIn(series: readonly number[]): Found | null {
  const change = fittedChange(series);
  if (isSmall(change, series) || Math.abs(rankCorrelation(series)) < STEADILY) return null;
  const size = Math.ceil(series.length * ENDS);
  const middle = Math.floor((series.length - size) / 2);
  const [from = 0, half = 0, to = 0] = [0, middle, series.length - size].map((at) =>
    meanOf(series.slice(at, at + size)),
  );
  // What grows faster and faster goes on as it did last.
  const later = furthest(Math.sign(change), meanOf(series) + 1.5 * change, to + 2 * (to - half));
  return { from, to, later, cut: null };
}

function furthest(sign: number, ...values: readonly number[]): number {
  return sign * Math.max(...values.map((value) => sign * value));
}

function isSmall(change: number, series: readonly number[]): boolean {
  return Math.abs(change) < MIN_DRIFT * meanOf(series);
}

/** Where a step fits better than a line, and what it leads to stays as it is. */
function stepIn(series: readonly number[]): Found | null {
  const { cut, explained } = bestStep(series);
  if (explained < STEP_EXPLAINS || !isStep(series, cut)) return null;
  const parts = [series.slice(0, cut), series.slice(cut)];
  const least = Math.max(MIN_LEVEL_VALUES, MIN_LEVEL * series.length);
  if (parts.some(({ length }) => length < least)) return null;
  const [from = 0, to = 0] = parts.map(meanOf);
  const changes = parts.map(fittedChange);
  const moves = changes.some((change) => Math.abs(change) > MOVES_ON * Math.abs(to - from));
  const swings = swingsMuch(parts, SWINGS * Math.abs(to - from));
  if (moves || swings || isSmall(to - from, series)) return null;
  return { from, to, later: furthest(Math.sign(to - from), to, to + (changes[1] ?? 0) / 2), cut };
}

/** Whether levels have a scatter of more than this which isn't noise, because neighbours are alike (von Neumann's ratio). */
function swingsMuch(levels: readonly (readonly number[])[], most: number): boolean {
  const rest = levels.flatMap((level) => level.map((value) => value - meanOf(level)));
  const squares = meanOf(rest.map((value) => value ** 2));
  const between = meanOf(rest.slice(1).map((value, at) => (value - (rest[at] ?? 0)) ** 2));
  return Math.sqrt(squares) > most && between < NOISE_RATIO * squares;
}

/** A figure of some of the run's requests, which follow those of the figure before. */
interface Stretch {
  requests: number;
  value: number | null;
}

/** After what share of the run these are over. */
function momentOf(slices: JudgedSlices, stretches: readonly Stretch[]): number {
  const requests = stretches.reduce((sum, stretch) => sum + stretch.requests, 0);
  let [at, seen] = [0, 0];
  while (at < slices.length && (seen < requests || slices[at] === null)) seen += slices[at++]?.requests ?? 0;
  return at / slices.length;
}

/** Null: nobody knows how it went, or a few requests make it. */
function seriesOf(metric: Metric, measured: MeasuredFigure): Stretch[] | null {
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

function seriesOfQuantile(slices: JudgedSlices | null, share: number): Stretch[] | null {
  return valuesOf(stretchesOfQuantile(slices, share), (stretch) => quantileOf(stretch, share));
}

/** Slices are equally long, so that none is joined with the next. */
function seriesOfCount(slices: JudgedSlices | null, of: "requests" | "items"): Stretch[] | null {
  if (slices === null || stretchesOf(slices, 1) === null) return null;
  return slices.map((slice) => ({ requests: slice?.requests ?? 0, value: slice?.[of] ?? 0 }));
}

function valuesOf(stretches: Cell[] | null, read: (stretch: Cell) => number | null): Stretch[] | null {
  return stretches?.map((stretch) => ({ requests: stretch.requests, value: read(stretch) })) ?? null;
}

/** Whether a level of the figure may lie on the wrong side. */
export function isBeyond({ comparator }: Target, level: number, threshold: JudgedThreshold): boolean {
  return isCeiling(comparator) ? level > threshold.low : level < threshold.high;
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
