import { isSimulated } from "@headroom/core";
import type { PairEvidence, ReferenceEvidence, RunEvidence } from "@headroom/core";
import type { RunAnswer, RunVerdictAnswer } from "@headroom/contract";

/** What a run is judged from, as its answers show it. */
export function runEvidence(
  answer: RunAnswer,
  verdict: RunVerdictAnswer,
  { targets, pool }: Pick<RunEvidence, "targets" | "pool">,
): RunEvidence {
  const simulated = isSimulated(answer.warnings);
  return {
    status: answer.run.status,
    simulated,
    outage: simulated ? null : verdict.doubt,
    targets,
    pool,
    warnings: answer.warnings.filter(({ code }) => !isSimulated([{ code }])),
    leftOut: verdict.leftOut,
    generators: verdict.generators,
  };
}

interface Reference {
  verdict: Pick<RunVerdictAnswer, "run" | "baseline" | "noBaseline">;
  /** Whether what changed in the run is accepted, so that later runs are compared with it. */
  accepted: boolean;
  /** Null: there is nothing to compare with. */
  pair: PairEvidence | null;
  /** Whether somebody asked for another reference than the experiment's own. */
  asked: boolean;
}

export function referenceEvidence({ verdict, accepted, pair, asked }: Reference): ReferenceEvidence {
  const { run, baseline, noBaseline } = verdict;
  if (baseline === null || pair === null) {
    const { reason, expected } = noBaseline ?? { reason: "", expected: false };
    return { found: false, why: reason, code: expected ? "first" : "none", asked: asked && !expected };
  }
  return {
    found: true,
    doubt: baseline.doubt,
    level: baseline.level.length === 0 ? [] : [...baseline.level.toReversed(), namedRun(baseline)],
    stays: !accepted && baseline.chosen === "last-good" && baseline.branch === run.branch,
    pair,
  };
}

function namedRun({ id, number }: { id: string; number: number }): { id: string; number: number } {
  return { id, number };
}
