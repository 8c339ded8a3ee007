import { findChangePoints } from "../trend/change-points.ts";
import { withoutOutliers } from "./outlying.ts";

/** How much a metric's logarithm varies from run to run, including noise within runs. */
export interface RunScatter {
  variance: number;
  /** The number of deviations it is estimated from. */
  df: number;
}

/** The logarithm of an earlier run's metric. */
export interface RunValue {
  run: string;
  value: number;
}

/** With fewer, the scatter is unknown: three runs have two. */
const MIN_SCATTER_DF = 2;
/** With fewer, it may be several times as large as it looks. */
const ENOUGH_SCATTER_DF = 6;
/** The latest regime alone is used if it has this many runs. */
const ENOUGH_RUNS = ENOUGH_SCATTER_DF + 1;

/** How well scatter is known that is estimated from so many deviations. */
export function knowledgeOf(df: number): "unknown" | "rough" | "known" {
  if (df < MIN_SCATTER_DF) return "unknown";
  return df < ENOUGH_SCATTER_DF ? "rough" : "known";
}

/**
 * The levels of the experiments' earlier runs, given in order of time. Runs that stand out are left out: one bad night
 * would otherwise hide every later change. `within` is the standard deviation within one run: no list of runs scatters less.
 */
export function levelsOf(history: readonly (readonly RunValue[])[], within: number): RunValue[][] {
  return history.flatMap((list) => {
    const logs = list.map(({ value }) => value);
    const regimes = regimesOf(logs, { figures: logs.map(Math.exp), least: within });
    return regimes.map((places) => places.flatMap((at) => list[at] ?? []));
  });
}

/** The scatter among runs of one system, pooled over their levels, each about its own mean. */
export function scatterOf(levels: readonly (readonly RunValue[])[]): RunScatter | null {
  let squares = 0;
  let df = 0;
  for (const level of levels) {
    if (level.length < 2) continue;
    const mean = level.reduce((sum, { value }) => sum + value, 0) / level.length;
    for (const { value } of level) squares += (value - mean) ** 2;
    df += level.length - 1;
  }
  return df === 0 ? null : { variance: squares / df, df };
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
