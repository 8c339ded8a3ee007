import type { RunVerdictAnswer } from "@headroom/contract";
import { PAIR_OUTCOME_WORDS } from "@headroom/core";
import { regressionLine } from "./changes.ts";

/** The baseline may turn out to be no good one: then the run is compared with another. */
export function isProvisional({ comparison, retryAfterSeconds }: RunVerdictAnswer): boolean {
  return comparison?.state === "ready" && retryAfterSeconds !== null;
}

/** What a run was compared with, and what came of it. */
export function baselineLines(judged: RunVerdictAnswer): string[] {
  const { baseline, noBaseline, comparison } = judged;
  if (baseline === null) return noBaseline === null ? [] : [`Not compared. ${noBaseline.reason}`];
  const others = baseline.level.length;
  const beside = others === 0 ? "" : ` and the ${others} good runs before it`;
  const with_ = `Compared with run ${baseline.number} (${baseline.id})${beside}`;
  if (comparison === null) return [`${with_}: no comparison.`];
  if (comparison.state !== "ready")
    return [`${with_}: ${comparison.state === "working" ? "still being computed, ask again" : "failed"}.`];
  return [
    `${with_}${outcomeWords(comparison)}.${comparison.vetoes.map((words) => ` ${words}`).join("")}`,
    ...(isProvisional(judged)
      ? [
          "This can still change: the baseline has only just arrived and hasn't been compared itself yet. Ask again.",
        ]
      : []),
    ...(comparison.leftOut === null ? [] : [`A slowdown can hide. ${comparison.leftOut}`]),
    ...(baseline.doubt === null ? [] : [`The baseline proves nothing. ${baseline.doubt}`]),
    ...comparison.regressions.map(regressionLine),
    comparison.url,
  ];
}

/** ": regressed" */
function outcomeWords({ outcome }: NonNullable<RunVerdictAnswer["comparison"]>): string {
  return outcome ? `: ${PAIR_OUTCOME_WORDS[outcome].toLowerCase()}` : "";
}
