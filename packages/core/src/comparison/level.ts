import { exactFigure, FIGURES } from "../targets/figures.ts";
import type { ComparableFigures, FigureId } from "../targets/figures.ts";
import { withoutOutliers } from "./outlying.ts";
import { findTrend } from "../trend/find-trend.ts";

/** What steps of a service's level are looked for in. */
export const LEVEL_METRICS = [
  "throughput",
  "p50",
  "p95",
  "p99",
  "error-rate",
] as const satisfies readonly FigureId[];

/** Where one metric went to another level. */
export interface LevelStep {
  metric: FigureId;
  /** The place of the first run after it. */
  index: number;
  before: number;
  after: number;
  isWorse: boolean;
}

export interface LevelRun {
  /** Null: not known. */
  figures: ComparableFigures | null;
  /** Nothing speaks against it, but perhaps its comparison. */
  isSound: boolean;
  /** What its comparison says against it. `run`: the whole run regressed, which the trend and its outliers show better. */
  against: "run" | "other" | null;
  /** Somebody accepted what changed in it. */
  isAccepted: boolean;
}

/** More runs would reach back to an older state of the system. */
export const MOST_IN_LEVEL = 15;
/** A run counts once so many came after it: by then, a step shows. */
export const PROVISIONAL_RUNS = 3;
/** Fewer don't show how much runs vary: a young level takes those that are provisional, too. */
const FEWEST_SETTLED = 7;
/** What shows outliers, which differ by more than this in any case. */
const SHOWING = ["p50", "p95", "p99"] as const;
const LEAST_SCATTER = 0.005;
/** Figures that change together are found to within so many runs. */
const TOGETHER = 3;

/** The steps of runs of one regime, given in order of time. */
export function levelSteps(runs: readonly (ComparableFigures | null)[]): LevelStep[] {
  return LEVEL_METRICS.flatMap((metric) => {
    const known = runs.flatMap((figures, index) => {
      const value = figures === null ? null : exactFigure(metric, figures);
      return value === null ? [] : [{ index, value }];
    });
    return findTrend(known.map(({ value }) => value)).steps.flatMap(({ index: at, before, after }) => {
      const index = known[at]?.index;
      if (index === undefined || before === after) return [];
      const isWorse = after > before === (FIGURES[metric].better === "lower");
      return [{ metric, index, before, after, isWorse }];
    });
  });
}

/**
 * The runs that a later one is compared with, in order of time: the good ones since the service last got better for good, or
 * since a change for the worse was accepted, and before a step to the worse that wasn't. `isPresent`: those since the last
 * step, also one to the worse, because that is what a branch begins with.
 */
export function levelOf(
  runs: readonly LevelRun[],
  steps: readonly LevelStep[],
  { isPresent }: { isPresent: boolean },
): number[] {
  const from = levelStart(runs, steps, { isPresent });
  const until = isPresent ? runs.length : (openSteps(steps, from)[0]?.index ?? runs.length);
  const isOf = (...against: LevelRun["against"][]) =>
    runs.flatMap((run, at) =>
      at >= from && at < until && run.isSound && against.includes(run.against) ? [at] : [],
    );
  const isBegun = isPresent && steps.some(({ isWorse, index }) => isWorse && index === from);
  if (isBegun) return alike(runs, isOf(null, "run", "other"));
  const usual = isOf(null, "run");
  const settled = usual.filter((at) => at < runs.length - PROVISIONAL_RUNS);
  if (settled.length >= FEWEST_SETTLED) return alike(runs, isPresent ? usual : settled);
  return isOf(null).slice(-MOST_IN_LEVEL);
}

/** The latest of them, without outliers. A single run that fails by chance belongs to the level, or only lucky ones would. */
function alike(runs: readonly LevelRun[], places: readonly number[]): number[] {
  const latest = places.slice(-MOST_IN_LEVEL);
  const kept = SHOWING.map((metric) => {
    const logs = latest.map((at) => {
      const figures = runs[at]?.figures ?? null;
      const value = figures === null ? null : exactFigure(metric, figures);
      return value === null || value <= 0 ? null : Math.log(value);
    });
    const known = logs.flatMap((value) => value ?? []);
    if (known.length < logs.length) return latest;
    return withoutOutliers(known, LEAST_SCATTER).flatMap((at) => latest[at] ?? []);
  });
  return latest.filter((at) => kept.every((some) => some.includes(at)));
}

/** Where the present level begins. */
export function levelStart(
  runs: readonly Pick<LevelRun, "isAccepted">[],
  steps: readonly LevelStep[],
  { isPresent }: { isPresent: boolean },
): number {
  const accepted = runs.findLastIndex(({ isAccepted }) => isAccepted);
  const begins = steps.filter((step) => isPresent || isImprovement(step, steps));
  return Math.max(0, accepted, ...begins.map(({ index }) => index));
}

/** Steps to the worse that nobody accepted and that lasted, the earliest first. */
export function openSteps(steps: readonly LevelStep[], from: number): LevelStep[] {
  return steps.filter(({ isWorse, index }) => isWorse && index > from).toSorted((a, b) => a.index - b.index);
}

/** How many runs in a row have to be back. */
const BACK_RUNS = 3;

/** Whether a few runs in a row came nearer to where they were before the step: one that is over doesn't come back. */
export function stepIsOver(
  { metric, index, before, after }: LevelStep,
  runs: readonly (ComparableFigures | null)[],
): boolean {
  const since = runs.slice(index).flatMap((figures) => {
    const value = figures === null ? null : exactFigure(metric, figures);
    return value === null ? [] : [value];
  });
  const isBack = since.map((value) => Math.abs(value - before) < Math.abs(value - after));
  return isBack.some((_, at) => at >= BACK_RUNS && isBack.slice(at - BACK_RUNS + 1, at + 1).every(Boolean));
}

/** It isn't one if another figure got worse at about the same time. */
function isImprovement(step: LevelStep, steps: readonly LevelStep[]): boolean {
  const isBeside = (other: LevelStep) => other.isWorse && Math.abs(other.index - step.index) <= TOGETHER;
  return !step.isWorse && !steps.some(isBeside);
}
