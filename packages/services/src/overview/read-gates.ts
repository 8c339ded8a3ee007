import { DAY_MILLIS, headlineWords, sayFindings } from "@headroom/core";
import type { RunOutcome } from "@headroom/core";
import { readGateRuns } from "@headroom/db";
import type { GateRun, WorkspaceTx } from "@headroom/db";
import { readStored } from "../run/record/judgement-answer.ts";

/** What a gate reports for a run. */
interface GateDecision extends Omit<GateRun, "judgement" | "warnings"> {
  /** Null: it isn't decided yet. */
  outcome: RunOutcome | null;
  /** "Regressed: p99 84 ms → 126 ms, +50% (95% interval +41.0% to +60.0%)"; null: not yet. */
  words: string | null;
  /** By a gate with options of its own. */
  isAsked: boolean;
  reference: NonNullable<GateRun["judgement"]>["reference"];
}

export interface Gates {
  /** The latest first. */
  decisions: GateDecision[];
  /** Of how many days. */
  days: number;
  counts: Record<"passed" | "failed" | "unsure" | "notJudged", number>;
}

const DAYS = 30;
const MOST = 5;
const PASSED: readonly (RunOutcome | null)[] = ["holds", "no-change"];
const FAILED: readonly (RunOutcome | null)[] = ["misses", "regressed"];

/** The latest answers for builds: of runs that CI linked, that a gate asked about, or that are of another branch than the one that counts. */
export async function readGates(
  tx: WorkspaceTx,
  { serviceId, owner, now }: { serviceId: string | null; owner: string | null; now: Date },
): Promise<Gates> {
  const since = new Date(now.getTime() - DAYS * DAY_MILLIS);
  const { runs, outcomes } = await readGateRuns(tx, { serviceId, owner, since, most: MOST });
  const count = (some: readonly (RunOutcome | null)[]) =>
    outcomes.reduce((sum, one) => sum + (some.includes(one.outcome) ? one.count : 0), 0);
  return {
    decisions: runs.map(decisionOf),
    days: DAYS,
    counts: {
      passed: count(PASSED),
      failed: count(FAILED),
      unsure: count(["unsure"]),
      notJudged: count(["not-judged"]),
    },
  };
}

function decisionOf({ judgement, warnings, ...run }: GateRun): GateDecision {
  if (judgement === null) return { ...run, outcome: null, words: null, isAsked: false, reference: null };
  const { isAsked, reference } = judgement;
  const { findings, ...stored } = readStored(judgement);
  const words = headlineWords({ ...stored, findings: sayFindings(findings, warnings) });
  return { ...run, outcome: stored.outcome, words, isAsked, reference };
}
