import { STEPS } from "@headroom/core";
import type { StepSeconds } from "@headroom/core";
import type { Segment } from "./read-cells.ts";

/**
 * Covers [from, to) exactly once with as few cells as the stored steps allow: coarse ones inside, finer ones towards
 * the edges. If a label is stored only in coarser steps, the window shrinks to whole steps, so that nothing
 * outside it counts; a window inside a single step grows to that step.
 */
export function coverWindow(fromSeconds: number, toSeconds: number, finestStepSeconds: number): Segment[] {
  const finest = STEPS.find((step) => step >= finestStepSeconds) ?? 600;
  let from = Math.ceil(fromSeconds / finest) * finest;
  let to = Math.floor(toSeconds / finest) * finest;
  if (from >= to) {
    from = Math.floor(fromSeconds / finest) * finest;
    to = Math.max(from + finest, Math.ceil(toSeconds / finest) * finest);
  }
  return cover(from, to, finest);
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
