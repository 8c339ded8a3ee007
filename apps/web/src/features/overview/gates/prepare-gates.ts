import { RUN_OUTCOME_WORDS } from "@headroom/core";
import type { RunOutcome } from "@headroom/core";
import type { Overview } from "@headroom/services";
import { formatAge, formatCount, formatDate } from "@headroom/ui";
import type { StateWords } from "../state-pill.tsx";

type Gates = Overview["gates"];
export type GateDecision = Gates["decisions"][number];

export interface GateRow {
  id: string;
  href: string;
  pill: StateWords;
  /** "Nightly search, run 47" */
  run: string;
  service: string;
  /** "fix/cache", "3b90d14" */
  branch: string | null;
  commit: string | null;
  words: string;
  against: string;
  age: string;
  /** "run of 18 Nov 2026"; null: it ran on the day on which it was uploaded. */
  ran: string | null;
}

export interface GatesModel {
  rows: GateRow[];
  /** "last 30 days: 41 passed, 2 failed, 1 unsure, 3 not judged" */
  counts: string;
}

const PASSES = { word: "Passes", icon: "met", tone: "good" } as const;
const FAILS = { word: "Fails", icon: "missed", tone: "bad" } as const;
const UNSURE = { word: "Unsure", icon: "unsure", tone: "unsure" } as const;

const PILLS: Record<RunOutcome, StateWords> = {
  holds: PASSES,
  "no-change": PASSES,
  misses: FAILS,
  regressed: FAILS,
  unsure: UNSURE,
  "not-judged": { word: RUN_OUTCOME_WORDS["not-judged"], icon: "untargeted", tone: "neutral" },
};
const PENDING: StateWords = { word: "Being judged", icon: "open", tone: "neutral" };

/** What gates report for the latest builds; null if no build has a run. */
export function prepareGates(
  { decisions, days, counts }: Gates,
  now: Date,
  timeZone: string,
): GatesModel | null {
  if (decisions.length === 0) return null;
  const parts = [
    [counts.passed, "passed"],
    [counts.failed, "failed"],
    [counts.unsure, "unsure"],
    [counts.notJudged, "not judged"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  const when = `last ${days} days`;
  return {
    rows: decisions.map((one) => rowOf(one, now, timeZone)),
    counts: said.length === 0 ? when : `${when}: ${said.join(", ")}`,
  };
}

function rowOf(decision: GateDecision, now: Date, timeZone: string): GateRow {
  const { id, number, branch, commit, experiment, service, outcome, words, publishedAt, ranAt } = decision;
  const day = formatDate(ranAt, timeZone);
  return {
    id,
    href: `/runs/${id}`,
    pill: outcome === null ? PENDING : PILLS[outcome],
    run: `${experiment.name}, run ${number}`,
    service: service.name,
    branch,
    commit: commit?.slice(0, 7) ?? null,
    words: words ?? "The answer follows in a moment.",
    against: againstOf(decision),
    age: formatAge(publishedAt, now),
    ran: day === formatDate(publishedAt, timeZone) ? null : `run of ${day}`,
  };
}

function againstOf({ reference, isAsked, outcome }: GateDecision): string {
  if (outcome === null) return "";
  const by = isAsked ? ", with the gate's own options" : "";
  if (reference === null) return `its targets${by}`;
  const { number, runs } = reference;
  return `${runs > 1 ? `level of ${formatCount(runs)} good runs` : `run ${number}`}${by}`;
}
