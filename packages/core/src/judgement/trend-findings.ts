import { ratioOf } from "../comparison/change.ts";
import { FIGURES } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import type { RunEvidence } from "./evidence.ts";
import type { Finding, FindingEffect, JudgingPolicy } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";

type Shown = Pick<RunEvidence, "trend" | "pool" | "status" | "simulated" | "outage">;

/**
 * Steps to the worse that nobody accepted: the run that shows one first fails, and later ones are unsure until it is accepted or
 * over, or fail, too, if the workspace wants that. To a branch they are what was there before it.
 */
export function trendFindings(
  shown: Shown,
  { minChange, afterStep }: Pick<JudgingPolicy, "minChange" | "afterStep">,
): Finding[] {
  const { steps, of } = shown.trend;
  return steps.map(({ metric, before, after, run, isKnown }) => {
    const ratio = ratioOf(before, after);
    const matters = ratio === null || Math.abs(ratio - 1) >= minChange;
    const stays = isSound(shown) && (afterStep === "fail" || failedBefore(shown.pool, metric));
    const found = isKnown && !stays ? "unsure" : "fail";
    const effect: FindingEffect = of === "branch" || !matters ? "note" : found;
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

/** Half a run, a simulated one and an outage show nothing about the service, so they don't confirm what is known. */
function isSound({ status, simulated, outage }: Shown): boolean {
  return status === "finished" && !simulated && outage === null;
}

/** Trying its commit again doesn't help a run that shows a step first. */
function failedBefore(pool: RunEvidence["pool"], metric: FigureId): boolean {
  return (pool?.failed ?? []).some((one) => one.kind === "trend" && one.metric === metric);
}
