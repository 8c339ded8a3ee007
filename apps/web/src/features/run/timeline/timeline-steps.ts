import { MAX_POINTS } from "@headroom/core";
import { formatLength } from "@headroom/ui";

interface StepChoice {
  value: string;
  label: string;
  /** Null: as short as the chart has room for. */
  seconds: number | null;
  /** What to ask for: the narrowest points that fit are drawn. */
  maxPoints: number;
}

export interface TimelineSteps {
  choices: readonly StepChoice[];
  first: StepChoice;
}

/** With fewer points, a line shows no course. */
export const LEAST_POINTS = 15;
const STEPS_SECONDS = [10, 60, 600] as const;
/** Ten requests beyond the p99: with fewer, a line of p99 shows chance. */
const ENOUGH_REQUESTS = 1000;

const FINEST: StepChoice = { value: "finest", label: "Finest", seconds: null, maxPoints: MAX_POINTS };

/** The run, or the stretch of it, that is drawn. */
export interface DrawnStretch {
  lengthSeconds: number;
  requests: number;
}

export function stretchOf({
  durationSeconds,
  requests,
}: {
  durationSeconds: number | null;
  requests: number | null;
}): DrawnStretch {
  return { lengthSeconds: durationSeconds ?? 0, requests: requests ?? 0 };
}

/** The finest points that fit the chart, and the longer ones that a run of this length has enough of. The first choice is the finest that means something. */
export function timelineSteps(run: DrawnStretch): TimelineSteps {
  const { lengthSeconds, requests } = run;
  const finestSeconds = lengthSeconds / MAX_POINTS;
  const coarser = STEPS_SECONDS.filter(
    (step) => step > finestSeconds * 2 && lengthSeconds / step >= LEAST_POINTS,
  ).map((seconds) => ({
    seconds,
    choice: {
      value: String(seconds),
      label: formatLength(seconds),
      seconds,
      maxPoints: Math.ceil(lengthSeconds / seconds) + 1,
    },
  }));
  const perSecond = lengthSeconds > 0 ? requests / lengthSeconds : 0;
  const finestHolds = perSecond * Math.max(1, finestSeconds) >= ENOUGH_REQUESTS;
  const fitting = coarser.find(({ seconds }) => perSecond * seconds >= ENOUGH_REQUESTS) ?? coarser.at(-1);
  return {
    choices: [FINEST, ...coarser.map(({ choice }) => choice)],
    first: finestHolds || fitting === undefined ? FINEST : fitting.choice,
  };
}
