import type { JudgementAnswer } from "@headroom/contract";
import { RUN_OUTCOME_WORDS } from "@headroom/core";
import type { RunDetail } from "@headroom/services";
import { formatInstant } from "@headroom/ui";
import { askedWords } from "./prepare-judgement.ts";
import { FIRST_VIEW, runAddress } from "../view/search-params.ts";

const INPUTS: Record<NonNullable<JudgementAnswer["changed"]>["by"][number], string> = {
  results: "its results",
  pool: "the earlier runs of its commit",
  targets: "the verdicts on its targets",
  baseline: "the baseline",
  comparison: "the comparison",
  policy: "the workspace settings",
  rules: "the rules",
};

export interface JudgementNote {
  words: string;
  /** Where its findings are. */
  href: string | null;
}

/**
 * What it was compared with, what the trend shows, and "CI judged it against its merge base: regressed." Where the run shows
 * another outcome now, what differed since.
 */
export function judgementNotes(
  runId: string,
  { own, asked, byEarlierRules }: RunDetail["judgements"],
): JudgementNote[] {
  const told = asked.map((one) => ({
    words: askedWords(one),
    href: runAddress(runId, { ...FIRST_VIEW, judgement: one.id }),
  }));
  return [
    ...(own === null ? [] : levelNotes(runId, own)),
    ...(own === null ? [] : changedNote(own)).map((words) => ({ words, href: null })),
    // Of several that say the same, the latest.
    ...told.filter(({ words }, at) => told.findIndex((one) => one.words === words) === at),
    ...(byEarlierRules ? [{ words: "Judged by earlier rules.", href: null }] : []),
  ];
}

/** Of the default branch, the head of the page says what its trend shows. */
function levelNotes(runId: string, { id, findings }: JudgementAnswer): JudgementNote[] {
  const trend = findings.find(({ kind, code }) => kind === "trend" && code === "branch");
  const level = findings.find(({ kind, code }) => kind === "reference" && code === "level");
  const href = runAddress(runId, { ...FIRST_VIEW, judgement: id });
  return [trend, level].flatMap((one) => (one === undefined ? [] : [{ words: one.words, href }]));
}

function changedNote({ outcome, first, changed }: JudgementAnswer): string[] {
  if (changed === null || first.outcome === outcome) return [];
  const before = RUN_OUTCOME_WORDS[first.outcome].toLowerCase();
  const by = changed.by.map((name) => INPUTS[name]).join(" and ");
  return [
    `It was first judged “${before}”. That changed on ${formatInstant(new Date(changed.at), "UTC")} UTC because of ${by}.`,
  ];
}
