import type { RunScatter } from "./run-scatter.ts";
import { normalTail, studentQuantile, studentTails } from "../chance/special-functions.ts";

/** The difference of two sides' logarithms, and everything that makes it uncertain. */
export interface LogRatio {
  difference: number;
  /** Runs of each side. */
  runs: { before: number; after: number };
  /** Mean variance within one run of each side. */
  within: { before: number; after: number };
  /** Blocks that the noise within the runs was estimated from. */
  blocks: number;
  /** From run to run, including noise within runs; null: unknown. */
  scatter: RunScatter | null;
}

export interface RatioTest {
  /** The probability of a difference this large without any change. */
  pValue: number;
  /** Half of the 95% interval, in logarithms: also the smallest detectable difference. */
  half: number;
  /** Standard deviation from run to run in addition to the noise within them; null: unknown. */
  between: number | null;
}

const ALPHA = 0.05;
/** A value read from a sketch is exact to half a percent, spread evenly: no metric is more certain than that. */
const FLOOR = 0.0015 ** 2;

/**
 * Tests a ratio against 1. If the scatter of runs is known, it decides: the variance of one run is at least the
 * noise within it, and as uncertain as a sample variance is, so the probability is averaged over all variances that the
 * scatter allows (a scaled inverse chi-square truncated below; with much scatter this is Student's test). Otherwise
 * only the noise within the two runs counts.
 */
export function testRatio(ratio: LogRatio): RatioTest {
  const { before, after } = ratio.runs;
  const drawn = ratio.within.before / before + ratio.within.after / after + FLOOR;
  if (ratio.scatter === null) return testWithin(ratio.difference, drawn, ratio.blocks);
  const within = (ratio.within.before + ratio.within.after) / 2 + FLOOR;
  const grid = variancesOf(ratio.scatter, within);
  const per = 1 / before + 1 / after;
  const deviations = grid.variances.map((variance) => Math.sqrt(drawn + (variance - within) * per));
  const chance = (difference: number) => {
    let tails = 0;
    for (let at = 0; at < deviations.length; at++)
      tails += (grid.weights[at] as number) * 2 * normalTail(difference / (deviations[at] as number));
    return tails;
  };
  const half = bisect(chance, deviations[0] as number);
  const between = Math.sqrt(Math.max(0, ratio.scatter.variance - within));
  return { pValue: Math.min(1, chance(Math.abs(ratio.difference))), half, between };
}

function testWithin(difference: number, variance: number, blocks: number): RatioTest {
  const df = Math.max(3, blocks - 1);
  const deviation = Math.sqrt(variance);
  const pValue = studentTails(Math.abs(difference) / deviation, df);
  return { pValue, half: studentQuantile(ALPHA, df) * deviation, between: null };
}

interface VarianceGrid {
  variances: number[];
  weights: number[];
}

const GRID = 48;
/** How far above the observed variance to integrate; two degrees of freedom have a heavy tail. */
const FARTHEST = 1e4;

function variancesOf({ variance, df }: RunScatter, least: number): VarianceGrid {
  const from = Math.log(least);
  const to = Math.log(Math.max(least, variance) * FARTHEST);
  const logs = Array.from({ length: GRID }, (_, at) => from + ((to - from) * (at + 0.5)) / GRID);
  const densities = logs.map((log) => -(df / 2) * log - (df * variance) / (2 * Math.exp(log)));
  const highest = Math.max(...densities);
  const weights = densities.map((density) => Math.exp(density - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { variances: logs.map(Math.exp), weights: weights.map((weight) => weight / total) };
}

/** The difference that leaves 5% in both tails. */
function bisect(chance: (difference: number) => number, scale: number): number {
  let low = 0;
  let high = scale;
  while (chance(high) > ALPHA && high < 1e3) high *= 2;
  for (let round = 0; round < 26; round++) {
    const middle = (low + high) / 2;
    if (chance(middle) > ALPHA) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const MAX_RUNS = 100;

/** How many runs on each side would distinguish this difference from noise; null: more than anyone would make. */
export function runsToSettle({ difference, within, scatter, runs }: LogRatio): number | null {
  const inside = (within.before + within.after) / 2 + FLOOR;
  const variance = Math.max(inside, scatter?.variance ?? 0);
  const known = scatter?.df ?? 0;
  const had = Math.min(runs.before, runs.after);
  const settles = (count: number) => {
    const df = known + 2 * (count - had);
    return studentQuantile(ALPHA, df) * Math.sqrt((2 * variance) / count) < Math.abs(difference);
  };
  let low = Math.max(had + 1, scatter === null ? 3 : 2);
  if (!settles(MAX_RUNS)) return null;
  let high = MAX_RUNS;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (settles(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
