import { STEPS, stepWithin } from "@headroom/core";
import type { StepSeconds } from "@headroom/core";
import type { Segment } from "./read-cells.ts";

const COARSEST = Math.max(...STEPS);

/**
 * A window that cuts an interval of a source whose intervals are longer than any step grows to it: nobody knows what was in a
 * part of the interval. Null: it cuts none.
 */
export function growToIntervals(
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
  finestStepSeconds: number,
): { fromSeconds: number; toSeconds: number } | null {
  const grown = {
    fromSeconds: Math.floor(fromSeconds / finestStepSeconds) * finestStepSeconds,
    toSeconds: Math.ceil(toSeconds / finestStepSeconds) * finestStepSeconds,
  };
  const isCut = grown.fromSeconds < fromSeconds || grown.toSeconds > toSeconds;
  return finestStepSeconds > COARSEST && isCut ? grown : null;
}

/**
 * Covers [from, to) exactly once with as few cells as the stored steps allow: coarse ones inside, finer ones towards
 * the edges. If a label is stored only in coarser steps, the window shrinks to whole steps, so that nothing
 * outside it counts; a window inside a single step grows to that step.
 */
export function coverWindow(fromSeconds: number, toSeconds: number, finestStepSeconds: number): Segment[] {
  let from = Math.ceil(fromSeconds / finestStepSeconds) * finestStepSeconds;
  let to = Math.floor(toSeconds / finestStepSeconds) * finestStepSeconds;
  if (from >= to) {
    from = Math.floor(fromSeconds / finestStepSeconds) * finestStepSeconds;
    to = Math.max(from + finestStepSeconds, Math.ceil(toSeconds / finestStepSeconds) * finestStepSeconds);
  }
  return cover(from, to, stepWithin(finestStepSeconds));
}

function cover(from: number, to: number, finest: StepSeconds): Segment[] {
  const coarsest =
    STEPS.findLast((step) => Math.ceil(from / step) * step < Math.floor(to / step) * step) ?? finest;
  const step = Math.max(coarsest, finest) as StepSeconds;
  const inner = { from: Math.ceil(from / step) * step, to: Math.floor(to / step) * step };
  if (from >= to) return [];
  return [
    ...(from < inner.from ? cover(from, inner.from, finest) : []),
    { stepSeconds: step, fromSeconds: inner.from, toSeconds: inner.to },
    ...(inner.to < to ? cover(inner.to, to, finest) : []),
  ];
}
