import { isCeiling, type Target } from "../target/target.ts";
import type { JudgedThreshold } from "./judged-threshold.ts";
import type { JudgeInput, Verdict } from "./verdict.ts";

/** An error rate this many times its limit in every tenth of the run is missed under each of its loads. */
const MANY_TIMES = 3;

/**
 * Whether a miss stands however the load changed: one request above a ceiling of the maximum settles it, and so does an
 * error rate that is many times too high all along.
 */
export function missedWhateverTheLoad(
  target: Target,
  side: Verdict,
  { threshold, input }: { threshold: JudgedThreshold; input: Pick<JudgeInput, "leastErrorShare"> },
): boolean {
  if (side !== "missed") return false;
  const { metric, comparator, label } = target;
  if (metric.kind === "latency") {
    return metric.statistic === (isCeiling(comparator) ? "max" : "min");
  }
  const least = input.leastErrorShare ?? null;
  if (metric.kind !== "error-rate" || label !== null || least === null || !isCeiling(comparator))
    return false;
  return least > 0 && least * 100 >= MANY_TIMES * threshold.high;
}
