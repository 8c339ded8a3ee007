import { formatStep } from "@headroom/ui";

export interface StepChoice {
  value: string;
  label: string;
  /** What to ask for: the narrowest step whose points fit is drawn. */
  mostPoints: number;
}

const MOST_POINTS = 720;
const LEAST_POINTS = 15;
const STEPS_SECONDS = [10, 60, 600] as const;

/** The finest that fits the chart, and the slices that a run of this length has enough of. */
export function timelineSteps(lengthSeconds: number): [StepChoice, ...StepChoice[]] {
  const coarser = STEPS_SECONDS.filter(
    (step) => lengthSeconds / step >= LEAST_POINTS && lengthSeconds / step < MOST_POINTS / 2,
  );
  return [
    { value: "finest", label: "Finest", mostPoints: MOST_POINTS },
    ...coarser.map((step) => ({
      value: String(step),
      label: formatStep(step),
      mostPoints: Math.ceil(lengthSeconds / step) + 1,
    })),
  ];
}
