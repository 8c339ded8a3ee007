import { MAX_POINTS, STEPS, type StepSeconds } from "@headroom/core";

/** How a stretch of a run is drawn: from cells of one step, whole multiples of them merged into each point. */
export interface Drawing {
  stepSeconds: StepSeconds;
  pointSeconds: number;
  /** The stretch, widened to whole points. */
  fromSeconds: number;
  toSeconds: number;
}

// Each width is at most twice the one before, so that half the budget is always used, and at most five times a
// stored step, so that the cells read are bounded. Past the last one, it doubles.
const WIDTHS = [1, 2, 3, 5, 10, 20, 30, 60, 120, 180, 300, 600, 1_200, 1_800, 3_600];

/** Points of the narrowest width that fit the budget; of the finest kept step, where that draws fewer. */
export function chooseDrawing(
  stretch: { fromSeconds: number; toSeconds: number },
  finestStepSeconds: number,
  maxPoints = MAX_POINTS,
): Drawing {
  const { fromSeconds, toSeconds } = stretch;
  for (const pointSeconds of widths()) {
    if (pointSeconds % finestStepSeconds !== 0) continue;
    const from = Math.floor(fromSeconds / pointSeconds) * pointSeconds;
    const to = Math.ceil(toSeconds / pointSeconds) * pointSeconds;
    if ((to - from) / pointSeconds > maxPoints) continue;
    return {
      stepSeconds: coarsestWithin(pointSeconds),
      pointSeconds,
      fromSeconds: from,
      toSeconds: Math.max(to, from + pointSeconds),
    };
  }
  throw new RangeError(`nothing to draw from ${fromSeconds} s to ${toSeconds} s`);
}

function* widths(): Generator<number> {
  yield* WIDTHS;
  for (let width = 7_200; width < Number.MAX_SAFE_INTEGER / 2; width *= 2) yield width;
}

// Coarser cells are merges of the finer ones: the same figures from fewer rows.
function coarsestWithin(pointSeconds: number): StepSeconds {
  return STEPS.findLast((step) => pointSeconds % step === 0) ?? 1;
}
