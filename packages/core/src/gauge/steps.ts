import type { GaugeMoment } from "./moments.ts";

/** A count that changed at once: instances that were added or removed. */
export interface GaugeStep {
  from: number;
  to: number;
  atSeconds: number;
}

/** What changes more often isn't scaled but counted. */
const MOST_STEPS = 6;
/** Each level lasts for so many values, and the last one at least for this. */
const MIN_LEVEL = 3;

/** Null: it isn't a count of whole things that stays level between a few changes, or it never changed. */
export function findSteps(moments: readonly GaugeMoment[]): GaugeStep[] | null {
  if (moments.some(({ value }) => !Number.isInteger(value))) return null;
  const steps: GaugeStep[] = [];
  let lasted = 0;
  for (const [at, { offsetSeconds, value }] of moments.entries()) {
    const before = moments[at - 1]?.value ?? value;
    lasted += 1;
    if (value === before) continue;
    if (lasted <= MIN_LEVEL || steps.length === MOST_STEPS) return null;
    steps.push({ from: before, to: value, atSeconds: offsetSeconds });
    lasted = 1;
  }
  return steps.length > 0 && lasted >= MIN_LEVEL ? steps : null;
}
