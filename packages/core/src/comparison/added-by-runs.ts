import type { RunScatter } from "./run-scatter.ts";

/** A variance estimated from so many deviations, of which this much is noise within a run. */
export interface KnownScatter {
  variance: number;
  df: number;
  within: number;
}

/** Variances from run to run in addition to the noise within a run, each with its probability. */
export interface AddedGrid {
  added: number[];
  weights: number[];
}

const GRID = 48;
/** How far above the observed deviation to integrate; two degrees of freedom have a heavy tail. */
const FARTHEST = 100;
/** Up to this share of the deviation within a run, all that runs may add is equally likely beforehand. */
export const SMALL = 0.5;

/**
 * What runs may add, each with its probability given the scatter. Beforehand the density of the added deviation b is
 * 1 / (b + SMALL · within): without it, few earlier runs would count as a sign of much scatter.
 */
export function addedBy(scatter: RunScatter, within: number): AddedGrid {
  const added = likelyAdded(within, scatter.variance);
  return { added, weights: shares(added.map((one) => fitOf(one, { ...scatter, within }))) };
}

/** Added variances that are equally likely beforehand. */
export function likelyAdded(within: number, variance: number): number[] {
  const small = SMALL * Math.sqrt(within);
  const from = Math.log(small);
  const to = Math.log(Math.sqrt(Math.max(within, variance)) * FARTHEST);
  return Array.from(
    { length: GRID },
    (_, at) => (Math.exp(from + ((to - from) * (at + 0.5)) / GRID) - small) ** 2,
  );
}

/** How well an added variance explains a scatter: the logarithm of its likelihood. */
export function fitOf(added: number, { variance, df, within }: KnownScatter): number {
  return -(df / 2) * (Math.log(within + added) + variance / (within + added));
}

/** From logarithms of weights to weights that add up to 1. */
export function shares(logs: readonly number[]): number[] {
  const highest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
