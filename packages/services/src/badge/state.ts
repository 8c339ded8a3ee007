import { freshnessOf, SOME_LABELS_WORDS } from "@headroom/core";
import type { FreshnessPolicy, RunOutcome } from "@headroom/core";
import type { BadgeRun } from "@headroom/db";

/** What a badge says about an experiment, in as few words as it has room for. */
export interface BadgeState {
  words: string;
  tone: "good" | "bad" | "unsure" | "neutral";
  /** When that run took place; null if there is no run. */
  ranAt: Date | null;
}

interface BadgeEvidence {
  /** Of the default branch. */
  run: BadgeRun | null;
  /** The current targets; null if there are none. */
  targetSetId: string | null;
  /** Since the run; null: the service doesn't report them. */
  deploys: number | null;
  policy: FreshnessPolicy;
  now: Date;
}

/** Good only if a recent, real run holds by the present targets: it is read where nobody asks further. */
export function badgeState({ run, ...rest }: BadgeEvidence): BadgeState {
  if (run === null) return { words: "no runs", tone: "neutral", ranAt: null };
  const { words, tone } = unjudged(run, rest) ?? judged(run, rest);
  const of = run.someLabels ? ` (${SOME_LABELS_WORDS.mark})` : "";
  return { words: `${words}${of}`, tone, ranAt: run.ranAt };
}

type Found = Omit<BadgeState, "ranAt">;
type Rest = Omit<BadgeEvidence, "run">;

/** Null: it is judged, by the present targets if there are any. */
function unjudged(run: BadgeRun, { targetSetId }: Rest): Found | null {
  const tone = "neutral";
  if (run.simulated) return { words: "only simulated", tone };
  if (run.outcome === null) return { words: "being judged", tone };
  if (run.outcome === "regressed") return null;
  if (targetSetId === null) return { words: "no targets", tone };
  return run.targetSetId === targetSetId ? null : { words: "judged by old targets", tone };
}

const OUTCOMES: Record<RunOutcome, Found> = {
  misses: { words: "misses", tone: "bad" },
  regressed: { words: "regressed", tone: "bad" },
  unsure: { words: "unsure", tone: "unsure" },
  holds: { words: "holds", tone: "good" },
  "no-change": { words: "no change", tone: "neutral" },
  "not-judged": { words: "not judged", tone: "neutral" },
};

/** Green as long as readiness has nothing against a proof of this age. */
function judged({ outcome, ranAt }: BadgeRun, { deploys, policy, now }: Rest): Found {
  const found = OUTCOMES[outcome ?? "not-judged"];
  if (outcome !== "holds") return found;
  const { state, tooManyDeploys } = freshnessOf({ ranAt, deploys }, policy, now);
  if (state === "outdated") return { words: "out of date", tone: "neutral" };
  return tooManyDeploys ? { words: "many deploys old", tone: "unsure" } : found;
}
