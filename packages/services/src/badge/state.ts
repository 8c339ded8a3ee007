import { freshnessOf, outageOf } from "@headroom/core";
import type { FreshnessPolicy } from "@headroom/core";
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

/** Good only if a recent, real and whole run met the present targets and didn't regress: it is read where nobody asks further. */
export function badgeState({ run, ...rest }: BadgeEvidence): BadgeState {
  if (run === null) return { words: "no runs", tone: "neutral", ranAt: null };
  const found = unjudged(run, rest) ?? judged(run, rest);
  return { ...found, ranAt: run.ranAt };
}

type Found = Omit<BadgeState, "ranAt">;
type Rest = Omit<BadgeEvidence, "run">;

/** Null: the present targets have judged it. */
function unjudged(run: BadgeRun, { targetSetId }: Rest): Found | null {
  const tone = "neutral";
  if (run.simulated) return { words: "only simulated", tone };
  if (targetSetId === null) return { words: "no targets", tone };
  if (run.verdict === null) return { words: "not judged", tone };
  return run.targetSetId === targetSetId ? null : { words: "judged by old targets", tone };
}

function judged(run: BadgeRun, rest: Rest): Found {
  const { verdict, status, regressed } = run;
  if (verdict === "no-baseline") return { words: "no baseline", tone: "neutral" };
  if (verdict === "missed") return { words: "missed", tone: "bad" };
  if (verdict === "unsure") return { words: "unsure", tone: "unsure" };
  if (outageOf({ ...run, holes: run.holes ?? [] }) !== null)
    return { words: "met, with an outage", tone: "unsure" };
  if (status === "interrupted") return { words: "interrupted", tone: "unsure" };
  if (regressed) return { words: "met, but regressed", tone: "unsure" };
  return met(run, rest);
}

/** Green as long as readiness has nothing against a proof of this age. */
function met({ ranAt }: BadgeRun, { deploys, policy, now }: Rest): Found {
  const { state, tooManyDeploys } = freshnessOf({ ranAt, deploys }, policy, now);
  if (state === "outdated") return { words: "met long ago", tone: "neutral" };
  return tooManyDeploys ? { words: "met many deploys ago", tone: "unsure" } : { words: "met", tone: "good" };
}
