import { judgePair, JUDGING_POLICY } from "@headroom/core";
import type { JudgingPolicy, PairEvidence } from "@headroom/core";
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

/** In percent, as they are asked for; left out: as every page has them. */
export interface PairLimits {
  minChange?: number | undefined;
  detect?: number | undefined;
}

/** By the rules that every workspace has. */
export function judgementOfPair(evidence: PairEvidence, limits: PairLimits = {}): PairJudgementAnswer {
  return toPairJudgementAnswer(judgePair(evidence, limitsOf(limits)));
}

export function limitsOf({ minChange, detect }: PairLimits): Pick<JudgingPolicy, "minChange" | "detect"> {
  return {
    minChange: minChange === undefined ? JUDGING_POLICY.minChange : minChange / 100,
    detect: detect === undefined ? JUDGING_POLICY.detect : detect / 100,
  };
}
