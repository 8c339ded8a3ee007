import { judgePair, JUDGING_POLICY } from "@headroom/core";
import type { PairEvidence } from "@headroom/core";
import type { PairJudgementAnswer } from "@headroom/contract";
import type { StoredStatistics } from "../run/record/stored.ts";
import { toPairJudgementAnswer } from "../run/record/judgement-answer.ts";

/** Of the second side of a pair against its first. `statistics`: null if they aren't there. */
export function pairEvidence(
  { differences, ramps, labels }: Pick<PairEvidence, "differences" | "ramps" | "labels">,
  statistics: StoredStatistics | null,
): PairEvidence {
  return {
    differences,
    ramps: ramps ?? null,
    labels,
    statistics:
      statistics === null
        ? null
        : {
            whole: statistics.whole,
            labels: statistics.labels,
            screen: statistics.screen ?? undefined,
            earlierRuns: statistics.method.earlierRuns,
          },
  };
}

/** By the rules that every workspace has. */
export function judgementOfPair(evidence: PairEvidence): PairJudgementAnswer {
  return toPairJudgementAnswer(judgePair(evidence, JUDGING_POLICY));
}
