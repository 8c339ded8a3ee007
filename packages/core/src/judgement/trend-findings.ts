import { ratioOf } from "../comparison/change.ts";
import { FIGURES } from "../targets/figures.ts";
import type { RunEvidence } from "./evidence.ts";
import type { Finding, FindingEffect, JudgingPolicy } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";

/**
 * Steps to the worse that nobody accepted: the run that shows one first fails, and later ones are unsure until it is accepted or
 * over. To a branch they are what was there before it.
 */
export function trendFindings(
  { steps, of }: RunEvidence["trend"],
  { minChange }: Pick<JudgingPolicy, "minChange">,
): Finding[] {
  return steps.map(({ metric, before, after, run, isKnown }) => {
    const ratio = ratioOf(before, after);
    const matters = ratio === null || Math.abs(ratio - 1) >= minChange;
    const effect: FindingEffect = of === "branch" || !matters ? "note" : isKnown ? "unsure" : "fail";
    return makeFinding({
      effect,
      kind: "trend",
      code: of,
      metric,
      before,
      after,
      ratio,
      unit: FIGURES[metric].unit,
      runs: [run],
    });
  });
}
