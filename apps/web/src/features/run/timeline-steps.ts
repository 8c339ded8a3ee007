import { MAX_POINTS } from "@headroom/core";
import { formatLength } from "@headroom/ui";

interface StepChoice {
  value: string;
  label: string;
  /** What to ask for: the narrowest points that fit are drawn. */
  maxPoints: number;
}

export interface TimelineSteps {
  choices: readonly StepChoice[];
  first: StepChoice;
}

const MIN_POINTS = 15;
const STEPS_SECONDS = [10, 60, 600] as const;
/** Ten requests beyond the p99: with fewer, a line of p99 shows chance. */
const ENOUGH_REQUESTS = 1000;

const FINEST: StepChoice = { value: "finest", label: "Finest", maxPoints: MAX_POINTS };

/** The finest points that fit the chart, and the longer ones that a run of this length has enough of. The first choice is the finest that means something. */
export function timelineSteps(run: { lengthSeconds: number; requests: number }): TimelineSteps {
  const { lengthSeconds, requests } = run;
  const finestSeconds = lengthSeconds / MAX_POINTS;
  const coarser = STEPS_SECONDS.filter(
    (step) => step > finestSeconds * 2 && lengthSeconds / step >= MIN_POINTS,
  ).map((seconds) => ({
    seconds,
    choice: {
      value: String(seconds),
      label: formatLength(seconds),
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
