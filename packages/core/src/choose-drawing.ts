import { stepWithin } from "./cell/steps.ts";
import type { StepSeconds } from "./cell/steps.ts";
import { MAX_POINTS } from "./policy.ts";
import { narrowestWidth } from "./time-widths.ts";

/** How a stretch of a run is drawn: from cells of one step, whole multiples of them merged into each point. */
export interface Drawing {
  stepSeconds: StepSeconds;
  pointSeconds: number;
  /** The stretch, widened to whole points. */
  fromSeconds: number;
  toSeconds: number;
}

/** Points of the narrowest width that fit the budget; of the finest kept step, where that draws fewer. */
export function chooseDrawing(
  stretch: { fromSeconds: number; toSeconds: number },
  finestStepSeconds: number,
  maxPoints = MAX_POINTS,
): Drawing {
  const pointSeconds = narrowestWidth((width) => {
    const [from, to] = wholePoints(stretch, width);
    return width % finestStepSeconds === 0 && (to - from) / width <= maxPoints;
  });
  const [fromSeconds, toSeconds] = wholePoints(stretch, pointSeconds);
  return {
    stepSeconds: stepWithin(pointSeconds),
    pointSeconds,
    fromSeconds,
    toSeconds: Math.max(toSeconds, fromSeconds + pointSeconds),
  };
}

function wholePoints(
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
  pointSeconds: number,
): [number, number] {
  return [
    Math.floor(fromSeconds / pointSeconds) * pointSeconds,
    Math.ceil(toSeconds / pointSeconds) * pointSeconds,
  ];
}
