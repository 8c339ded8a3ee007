import { formatTarget, isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import type { JudgedThreshold, JudgeInput, Verdict } from "./judged.ts";

/** An error rate this many times its limit in every tenth of the run is missed under each of its loads. */
const MANY_TIMES = 3;

/**
 * Whether a miss stands however the load changed: one request above a ceiling of the maximum settles it, and so does an
 * error rate that is many times too high all along, or a target that is missed at each load of the ramp.
 */
export function missedWhateverTheLoad(target: Target, side: Verdict, judged: Judged): boolean {
  if (side !== "missed") return false;
  if (judged.input.heldLoad?.(formatTarget(target))?.missedThroughout === true) return true;
  return settlesItAlone(target, judged);
}

interface Judged {
  threshold: JudgedThreshold;
  input: Pick<JudgeInput, "leastErrorShare" | "heldLoad">;
}

function settlesItAlone(target: Target, { threshold, input }: Judged): boolean {
  const { metric, comparator } = target;
  switch (metric.kind) {
    case "latency":
      return metric.statistic === (isCeiling(comparator) ? "max" : "min");
    case "error-rate":
      return manyTimesTooHigh(target, threshold, input.leastErrorShare ?? null);
    case "throughput":
    case "items":
    case "percentile":
    case "achieved":
    case "gauge":
      return false;
  }
}

function manyTimesTooHigh(
  { label, comparator }: Target,
  threshold: JudgedThreshold,
  least: number | null,
): boolean {
  if (label !== null || least === null || !isCeiling(comparator)) return false;
  return least > 0 && least * 100 >= MANY_TIMES * threshold.high;
}
