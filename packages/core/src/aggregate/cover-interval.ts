import { levelOfInterval, MAX_LONGER, STEPS, widthOfInterval } from "../cell/steps.ts";

/** What an interval puts beyond a step may be this share of the step: sources are a few milliseconds late. */
const MAX_BEYOND = 0.01;
const MAX_BEYOND_SECONDS = 0.05;

/** The steps that an interval covers, and for how many seconds each. */
export interface CoveredSteps {
  level: number;
  slots: { slot: number; seconds: number }[];
  /** Of an interval as long as a step, the one that has most of it, and all that its tool quotes. Null: it is longer, or shorter. */
  main: number | null;
}

/**
 * How far a source's intervals are moved, so that the first one begins with a step: at most half a step if they fit one, or
 * else half a second.
 */
export function shiftOf(startSecond: number, seconds: number): number {
  const step = STEPS[levelOfInterval(seconds)] ?? 1;
  const grid = Math.abs(seconds - step) <= beyond(step) ? step : 1;
  return Math.round(startSecond / grid) * grid - startSecond;
}

/** The steps from the start of an interval to its end. One that is too long to be read over time is in its first. */
export function coverInterval(startSecond: number, seconds: number): CoveredSteps {
  const level = levelOfInterval(seconds);
  const step = STEPS[level] ?? 1;
  const first = Math.floor((startSecond + Math.min(beyond(step), seconds / 2)) / step);
  if (widthOfInterval(seconds) === null) return { level, slots: [{ slot: first, seconds }], main: null };
  const end = startSecond + seconds;
  const slots: CoveredSteps["slots"] = [];
  for (let slot = first; slot === first || end - slot * step > beyond(step); slot++) {
    const from = Math.max(startSecond, slot * step);
    slots.push({ slot, seconds: Math.min(end, (slot + 1) * step) - from });
  }
  const isStep = seconds <= step * MAX_LONGER && seconds * MAX_LONGER >= step;
  return { level, slots, main: isStep ? Math.floor((startSecond + seconds / 2) / step) : null };
}

function beyond(step: number): number {
  return Math.max(MAX_BEYOND_SECONDS, step * MAX_BEYOND);
}
