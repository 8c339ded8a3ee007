import { findChangePoints } from "../trend/change-points.ts";
import { withoutOutliers } from "./outlying.ts";

/** How much a metric's logarithm varies from run to run, including noise within runs. */
export interface RunScatter {
  variance: number;
  /** The number of deviations it is estimated from. */
  df: number;
  /** Of the history; the runs of the sides are not counted. */
  runs: number;
}

interface ScatterInput {
  /** The logarithms of earlier runs, one list for each experiment, in order of time. */
  history: readonly (readonly number[])[];
  /** Those of the runs of each side. */
  sides: readonly (readonly number[])[];
  /** Standard deviation within one run: no list of runs scatters less. */
  within: number;
}

/** With fewer, the scatter is unknown: three runs have two. */
export const MIN_SCATTER_DF = 2;
/** With fewer, it may be several times as large as it looks. */
export const ENOUGH_SCATTER_DF = 6;
/** The latest regime alone is used if it has this many runs. */
const ENOUGH_RUNS = ENOUGH_SCATTER_DF + 1;

/**
 * The scatter among runs of one system, pooled over the regimes of each experiment's history and the runs of each side,
 * each about its own mean. Runs that stand out are left out: one bad night would otherwise hide every later change.
 */
export function scatterOf({ history, sides, within }: ScatterInput): RunScatter | null {
  const regimes = history.flatMap((list) =>
    regimesOf(list, { figures: list.map(Math.exp), least: within }).map((places) => valuesAt(list, places)),
  );
  let squares = 0;
  let df = 0;
  for (const list of [...regimes, ...sides]) {
    if (list.length < 2) continue;
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
    for (const value of list) squares += (value - mean) ** 2;
    df += list.length - 1;
  }
  const runs = regimes.reduce((sum, list) => sum + list.length, 0);
  return df === 0 ? null : { variance: squares / df, df, runs };
}

/**
 * The places of the runs that show the scatter, as lists of one level each, the latest level first. Levels end where
 * the trend shows a change. Older levels are used only while the latest one has too few runs. Outliers are looked for in
 * `scores`, changes in the `figures` that the trend shows; `least` is the smallest standard deviation of a score.
 */
export function regimesOf(
  scores: readonly number[],
  { figures, least }: { figures: readonly number[]; least: number },
): number[][] {
  const changes = findChangePoints(figures).map(({ index }) => index);
  const regimes: number[][] = [];
  let count = 0;
  for (const [from, to] of spansOf(changes, scores.length).toReversed()) {
    if (count >= ENOUGH_RUNS) break;
    const places = withoutOutliers(scores.slice(from, to), least).map((at) => from + at);
    count += places.length;
    regimes.push(places);
  }
  return regimes;
}

function spansOf(changes: readonly number[], length: number): [number, number][] {
  return [...changes, length].map((to, at) => [changes[at - 1] ?? 0, to]);
}

function valuesAt(values: readonly number[], places: readonly number[]): number[] {
  return places.map((at) => values[at] ?? 0);
}
