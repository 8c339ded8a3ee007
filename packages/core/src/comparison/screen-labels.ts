import { findings } from "../chance/false-discovery.ts";
import { normalQuantile, normalTail } from "../chance/special-functions.ts";
import { MIN_REQUESTS_BEYOND } from "../policy.ts";
import { FIGURES } from "../targets/figures.ts";
import { errorChance } from "./error-ratio.ts";
import { NOISE_FLOOR } from "./log-ratio.ts";
import type { MetricNoise } from "./tested.ts";
import type { FigureId } from "../targets/figures.ts";

/** What shows that a label got slower, cheaply. */
export const SCREENED_FIGURES = ["p50", "p90", "p99"] as const satisfies readonly FigureId[];
export type ScreenedFigure = (typeof SCREENED_FIGURES)[number];

/** A label over the whole runs of one side. */
export interface SideTotals {
  runs: number;
  requests: number;
  /** Null: not known. */
  errors: number | null;
  /** The mean logarithm over the runs, in microseconds; null: not known. */
  logs: Record<ScreenedFigure, number | null>;
}

/** A label that both sides have. */
export interface ScreenedTotals {
  before: SideTotals;
  after: SideTotals;
  /** How the logarithms vary among the runs before; null: there is one. */
  varies: Record<ScreenedFigure, number | null>;
}

/** A label whose noise is known because it was resampled. */
export interface KnownLabel {
  totals: ScreenedTotals;
  metrics: readonly { metric: FigureId; noise: MetricNoise | null }[];
}

export interface Screen<Label> {
  /** Labels with too few requests on a side for any latency: only their errors were looked at. */
  tooFew: number;
  /** The labels that differ by more than chance, those that differ most first. */
  found: Label[];
}

/** Which share of the found labels may be found by chance: they are tested again, so it can be generous. */
const SCREEN_RATE = 0.05;
/** By so much the noise of dependent requests is taken to exceed that of independent ones where nothing shows it. */
const USUAL_EXCESS = 2;
/** The largest own scatter counts only from so many runs on. */
const MIN_RUNS = 4;
/** Of latencies around a percentile, as a deviation of logarithms. */
const LEAST_SPREAD = 0.05;

/**
 * Which of many labels are worth resampling, from their totals: those whose p50, p90, p99 or share of errors differs. The noise of a
 * percentile follows from its rank and from how far percentiles lie apart. What that leaves out (requests that depend on each other,
 * what varies from run to run) is what the `known` labels show. `roundedMicros`: the step in which latencies are rounded.
 */
export function screenLabels<Label extends ScreenedTotals>(
  labels: readonly Label[],
  known: readonly KnownLabel[],
  roundedMicros: number,
): Screen<Label> {
  const noise = noiseOf(known);
  const chances = labels.map((one) => chanceOf(one, noise, roundedMicros));
  const suspects = findings(chances, SCREEN_RATE);
  const found = labels
    .flatMap((label, at) => (suspects[at] === true ? [{ label, chance: chances[at] ?? 1 }] : []))
    .toSorted((a, b) => a.chance - b.chance || b.label.after.requests - a.label.after.requests);
  return { tooFew: labels.filter(hasTooFew).length, found: found.map(({ label }) => label) };
}

/** Whether not even its p50 can be compared. */
export function hasTooFew(label: ScreenedTotals): boolean {
  return !isEnough(label, "p50");
}

interface ScreenNoise {
  /** How many times the variance within a run is that of independent requests. */
  excess: number;
  /** Variance from run to run. */
  between: number;
}

function noiseOf(known: readonly KnownLabel[]): Record<ScreenedFigure, ScreenNoise> {
  const of = (figure: ScreenedFigure): ScreenNoise => {
    const all = known.flatMap(({ totals, metrics }) => {
      const noise = metrics.find(({ metric }) => metric === figure)?.noise ?? null;
      const alone = withinOne(totals, figure) / (totals.after.requests / totals.after.runs);
      return noise === null || !(alone > 0) ? [] : [{ noise, alone }];
    });
    return {
      excess: Math.max(1, median(all.map(({ noise, alone }) => noise.within ** 2 / alone)) ?? USUAL_EXCESS),
      between: median(all.map(({ noise }) => (noise.between ?? 0) ** 2)) ?? 0,
    };
  };
  return { p50: of("p50"), p90: of("p90"), p99: of("p99") };
}

/** How likely a difference as large as its largest one is without a change. Null: nothing of it can be compared. */
function chanceOf(
  label: ScreenedTotals,
  noise: Record<ScreenedFigure, ScreenNoise>,
  roundedMicros: number,
): number | null {
  const { before, after } = label;
  const latencies = SCREENED_FIGURES.flatMap((figure) => {
    const [from, to] = [before.logs[figure], after.logs[figure]];
    if (from === null || to === null || !isEnough(label, figure)) return [];
    const rounded = (roundedMicros / Math.exp(Math.min(from, to))) ** 2 / 6;
    const deviation = Math.sqrt(varianceOf(label, figure, noise[figure]) + rounded + NOISE_FLOOR);
    return [2 * normalTail(Math.abs(to - from) / deviation)];
  });
  const chances = [...latencies, ...chanceOfErrors(label)];
  return chances.length === 0 ? null : Math.min(1, chances.length * Math.min(...chances));
}

/** Of the difference of logarithms. */
function varianceOf(label: ScreenedTotals, figure: ScreenedFigure, { excess, between }: ScreenNoise): number {
  const { before, after, varies } = label;
  const per = 1 / before.runs + 1 / after.runs;
  const within = excess * withinOne(label, figure) * (1 / before.requests + 1 / after.requests);
  const own = before.runs < MIN_RUNS ? 0 : (varies[figure] ?? 0);
  return Math.max(within + between * per, own * per);
}

function chanceOfErrors({ before, after }: ScreenedTotals): number[] {
  if (before.errors === null || after.errors === null || before.errors + after.errors === 0) return [];
  const counts = ({ errors, requests }: SideTotals) => ({ errors: errors ?? 0, requests });
  return [errorChance(counts(before), counts(after), 1)];
}

/** The variance of a percentile's logarithm times the requests that it is of, if they are independent. */
function withinOne({ before, after }: ScreenedTotals, figure: ScreenedFigure): number {
  const { low, high, apart, times } = SHAPES[figure];
  const spreads = [before.logs, after.logs].map((logs) => {
    const [from, to] = [logs[low], logs[high]];
    return from === null || to === null ? LEAST_SPREAD : Math.max(LEAST_SPREAD, (to - from) / apart);
  });
  return times * spreads.reduce((sum, spread) => sum + spread ** 2 / spreads.length, 0);
}

interface Shape {
  low: ScreenedFigure;
  high: ScreenedFigure;
  apart: number;
  times: number;
}

/** The percentiles that show how far latencies lie apart there, and what a normal distribution of logarithms makes of it. */
const SHAPES: Record<ScreenedFigure, Shape> = {
  p50: shapeOf("p50", "p50", "p90"),
  p90: shapeOf("p90", "p50", "p90"),
  p99: shapeOf("p99", "p90", "p99"),
};

function shapeOf(figure: ScreenedFigure, low: ScreenedFigure, high: ScreenedFigure): Shape {
  const z = (of: ScreenedFigure) => normalQuantile(shareOf(of));
  const share = shareOf(figure);
  const density = Math.exp(-(z(figure) ** 2) / 2) / Math.sqrt(2 * Math.PI);
  return { low, high, apart: z(high) - z(low), times: (share * (1 - share)) / density ** 2 };
}

function shareOf(figure: ScreenedFigure): number {
  return FIGURES[figure].quantile ?? 0;
}

function isEnough({ before, after }: ScreenedTotals, figure: ScreenedFigure): boolean {
  const needed = MIN_REQUESTS_BEYOND / (1 - shareOf(figure)) - 1e-9;
  return [before, after].every(({ requests, runs }) => requests / runs >= needed);
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
