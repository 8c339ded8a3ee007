import type { Rounding } from "../targets/read-metric.ts";
import type { Target } from "../targets/target.ts";
import { figureNoise } from "./figure-noise.ts";
import type { FigureNoise, JudgedFigures, JudgedThreshold, JudgeInput } from "./judged.ts";
import { measure, withoutNoise } from "./measure.ts";
import type { Measured } from "./measure.ts";
import { unitOf, usersText } from "./verdict-unit.ts";

/** `waits`: the baseline is still to come. */
type Threshold = JudgedThreshold | { value: number; unit: string; problem: string; waits?: boolean };

export function thresholdOf(target: Target, input: JudgeInput, measured: Measured): Threshold {
  const { threshold } = target;
  if (threshold.kind === "absolute") {
    const { value, unit } = threshold;
    return { value, unit, low: value, high: value, noise: null };
  }
  const { changePercent } = threshold;
  const changed = (value: number) => withoutNoise((value * (100 + changePercent)) / 100);
  const relative = { value: 100 + threshold.changePercent, unit: "% of baseline" };
  const baseline = baselineOf(target, input);
  if ("problem" in baseline) return { ...relative, ...baseline };
  const base = measure(target, baseline, roundingOf(input));
  if ("problem" in base) return { ...relative, problem: `In the baseline: ${base.problem}` };
  if (base.doubt !== undefined) return { ...relative, problem: `In the baseline: ${base.doubt}` };
  if (base.value === null)
    return { ...relative, problem: "For the baseline, only a range of this figure is known." };
  const noise = figureNoise(target, base, { rounding: roundingOf(input), hung: false });
  return {
    noise: noise === null ? null : changedNoise(noise, changed),
    value: changed(base.value),
    unit: unitOf(target, "problem" in measured ? base : measured),
    low: changed(base.low),
    high: changed(base.high),
  };
}

function baselineOf(target: Target, input: JudgeInput): JudgedFigures | { problem: string; waits?: boolean } {
  if (input.baseline === null) return { problem: NO_BASELINE, waits: true };
  if (input.baseline === "receiving") return { problem: BASELINE_RECEIVING };
  if (target.users === null) return input.baseline;
  return input.baselineAtUsers?.(target.users) ?? { problem: `In the baseline: ${noUsers(target)}` };
}

const NO_BASELINE = "No baseline yet. The target applies once the experiment has one.";
const BASELINE_RECEIVING =
  "The baseline run is in progress again. This target is judged as soon as it has finished.";

function changedNoise(noise: FigureNoise, changed: (value: number) => number): FigureNoise {
  return (confidence, times) => {
    const { low, high } = noise(confidence, times);
    return { low: changed(low), high: changed(high) };
  };
}

export function roundingOf({ latencyResolutionMicros, latencyRelativeError = 0 }: JudgeInput): Rounding {
  return { stepMicros: latencyResolutionMicros, share: latencyRelativeError };
}

export function noUsers({ users }: Target): string {
  return `The run doesn't show when ${usersText(users ?? 0)} ${users === 1 ? "was" : "were"} active: it has no gauge that counts users, or never reached that many for a whole step.`;
}
