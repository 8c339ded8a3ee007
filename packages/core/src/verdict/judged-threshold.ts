import type { Rounding } from "../targets/read-metric.ts";
import type { Target } from "../targets/target.ts";
import { figureNoise } from "./figure-noise.ts";
import type { FigureNoise, JudgedFigures, JudgedThreshold, JudgeInput } from "./judged.ts";
import { measure, withoutNoise } from "./measure.ts";
import type { Measured } from "./measure.ts";
import type { TargetReason } from "./target-sentences.ts";
import { unitOf } from "./verdict-unit.ts";

type Threshold = JudgedThreshold | ({ value: number; unit: string } & Problem);

interface Problem {
  problem: TargetReason[];
  /** The baseline is still to come. */
  waits?: boolean;
}

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
  if ("problem" in base) return { ...relative, problem: [IN_BASELINE, base.problem] };
  if (base.doubt !== undefined) return { ...relative, problem: [IN_BASELINE, base.doubt] };
  if (base.value === null) return { ...relative, problem: [{ code: "baseline-range" }] };
  const noise = figureNoise(target, base, { rounding: roundingOf(input), hung: false });
  return {
    noise: noise === null ? null : changedNoise(noise, changed),
    value: changed(base.value),
    unit: unitOf(target, "problem" in measured ? base : measured),
    low: changed(base.low),
    high: changed(base.high),
  };
}

const IN_BASELINE: TargetReason = { code: "in-baseline" };

function baselineOf(target: Target, input: JudgeInput): JudgedFigures | Problem {
  if (input.baseline === null) return { problem: [{ code: "no-baseline" }], waits: true };
  if (input.baseline === "receiving") return { problem: [{ code: "baseline-receiving" }] };
  if (target.users === null) return input.baseline;
  return input.baselineAtUsers?.(target.users) ?? { problem: [IN_BASELINE, noUsers(target)] };
}

function changedNoise(noise: FigureNoise, changed: (value: number) => number): FigureNoise {
  return (confidence, times) => {
    const { low, high } = noise(confidence, times);
    return { low: changed(low), high: changed(high) };
  };
}

export function roundingOf({ latencyResolutionMicros, latencyRelativeError = 0 }: JudgeInput): Rounding {
  return { stepMicros: latencyResolutionMicros, share: latencyRelativeError };
}

export function noUsers({ users }: Target): TargetReason {
  return { code: "users-not-shown", users: users ?? 0 };
}
