import { studentTails } from "../chance/special-functions.ts";

/** How much a metric's logarithm varies from run to run, including noise within runs. */
export interface RunScatter {
  variance: number;
  /** The number of deviations it is estimated from. */
  df: number;
}

/** With fewer, the scatter is unknown: three runs have two. */
export const MIN_SCATTER_DF = 2;
const JUMP_CHANCE = 0.001;

/**
 * The scatter among runs of one system, pooled over lists of runs in order of time: those of an experiment before the
 * pair, and those of each side. A list is cut where it jumps: runs before and after a change of the system are two
 * lists. Otherwise every real change would count as noise from then on.
 */
export function scatterOf(lists: readonly (readonly number[])[]): RunScatter | null {
  let squares = 0;
  let df = 0;
  for (const list of lists.flatMap((one) => cutAtJumps(one))) {
    if (list.length < 2) continue;
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
    for (const value of list) squares += (value - mean) ** 2;
    df += list.length - 1;
  }
  return df === 0 ? null : { variance: squares / df, df };
}

/** Cuts, repeatedly, where the step between two neighbours is far larger than all other steps. */
export function cutAtJumps(values: readonly number[]): (readonly number[])[] {
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? value));
  const others = steps.length - 1;
  if (others < 2) return [values];
  let jump = 0;
  for (const [at, step] of steps.entries()) if (Math.abs(step) > Math.abs(steps[jump] ?? 0)) jump = at;
  const size = Math.abs(steps[jump] ?? 0);
  const rest = steps.reduce((sum, step, at) => sum + (at === jump ? 0 : step * step), 0) / others;
  const tails = rest > 0 ? studentTails(size / Math.sqrt(rest), others) : size > 0 ? 0 : 1;
  // The largest of several steps is tested, so its probability is that of any of them.
  if (tails * steps.length >= JUMP_CHANCE) return [values];
  return [...cutAtJumps(values.slice(0, jump + 1)), ...cutAtJumps(values.slice(jump + 1))];
}
