import { addedBy } from "./added-by-runs.ts";
import type { AddedGrid } from "./added-by-runs.ts";
import { medianVariance } from "./pooled-figure.ts";
import type { RunScatter } from "./run-scatter.ts";
import { normalTail, studentQuantile, studentTails } from "../chance/special-functions.ts";

/** The difference of two sides' logarithms, and everything that makes it uncertain. */
export interface LogRatio {
  difference: number;
  /** Runs of each side. */
  runs: { before: number; after: number };
  /** Mean variance within one run of each side. */
  within: { before: number; after: number };
  /** Of the noise within the runs. */
  freedom: number;
  /** From run to run, including noise within runs; null: unknown. */
  scatter: RunScatter | null;
  /** What runs add, where other metrics tested alongside show it, too; null: only `scatter` shows it. */
  added: AddedGrid | null;
}

export interface RatioTest {
  /** The probability of a difference this large without any change. */
  pValue: number;
  /** The same if runs added nothing to the noise within them. */
  pWithin: number;
  /** Half of the 95% interval, in logarithms: also the smallest detectable difference. */
  half: number;
  /** Standard deviation from run to run in addition to the noise within them; null: unknown. */
  between: number | null;
}

const ALPHA = 0.05;
/** A value read from a sketch is exact to half a percent, spread evenly: no metric is more certain than that. */
export const NOISE_FLOOR = 0.0015 ** 2;

/**
 * Tests a ratio against 1. If the scatter of runs is known, it decides: the variance of one run is the noise within it
 * and what runs add to that, and the probability is averaged over all that the scatter allows them to add (with much
 * scatter this is Student's test). Otherwise only the noise within the two runs counts.
 */
export function testRatio(ratio: LogRatio): RatioTest {
  const [before, after] = [medianVariance(ratio.runs.before), medianVariance(ratio.runs.after)];
  const drawn = ratio.within.before * before + ratio.within.after * after + NOISE_FLOOR;
  if (ratio.scatter === null) return testWithin(ratio.difference, drawn, ratio.freedom);
  const within = (ratio.within.before + ratio.within.after) / 2 + NOISE_FLOOR;
  const grid = ratio.added ?? addedBy(ratio.scatter, within);
  const per = before + after;
  const deviations = grid.added.map((variance) => Math.sqrt(drawn + variance * per));
  const chance = (difference: number) => {
    let tails = 0;
    for (let at = 0; at < deviations.length; at++)
      tails += (grid.weights[at] as number) * 2 * normalTail(difference / (deviations[at] as number));
    return tails;
  };
  const half = bisect(chance, deviations[0] as number);
  const between = Math.sqrt(Math.max(0, ratio.scatter.variance - within));
  const { pWithin } = testWithin(ratio.difference, drawn, ratio.freedom);
  return { pValue: Math.min(1, chance(Math.abs(ratio.difference))), pWithin, half, between };
}

function testWithin(difference: number, variance: number, freedom: number): RatioTest {
  const df = Math.max(3, freedom);
  const deviation = Math.sqrt(variance);
  const pValue = studentTails(Math.abs(difference) / deviation, df);
  return { pValue, pWithin: pValue, half: studentQuantile(ALPHA, df) * deviation, between: null };
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
  const inside = (within.before + within.after) / 2 + NOISE_FLOOR;
  const variance = Math.max(inside, scatter?.variance ?? 0);
  const known = scatter?.df ?? 0;
  const had = Math.min(runs.before, runs.after);
  const settles = (count: number) => {
    const df = known + 2 * (count - had);
    return (
      studentQuantile(ALPHA, df) * Math.sqrt(2 * variance * medianVariance(count)) < Math.abs(difference)
    );
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
