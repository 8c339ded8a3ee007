import { STEPS } from "../cell/steps.ts";

const COARSEST_STEP = Math.max(...STEPS);

/**
 * The second from a run's origin where it begins: 0, or negative if a part began before the one that set the origin. If all
 * parts of that time were replaced by much later ones, the empty hours between don't belong to the run.
 */
export function firstSecondOf(startSeconds: number): number {
  if (startSeconds < COARSEST_STEP) return Math.min(0, startSeconds);
  return Math.floor(startSeconds / COARSEST_STEP) * COARSEST_STEP;
}
