import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What else is called an outcome, or names it without showing one. */
export const NOT_DOORS: Record<string, string> = {
  "catalog/catalog-filter.tsx": "a choice of rows",
  "catalog/catalog-table.tsx": "the head of a column",
  "catalog/catalog-page.tsx": "a link to the unsure runs",
  "catalog/router.ts": "a choice of rows",
  "overview/prepare-overview.ts": "whether runs are still being judged",
  "peak-day/prepare-peak-day.ts": "whether a peak day held",
  "catalog/search-params.ts": "a choice of rows",
  "experiment/prepare-target-cells.ts": "whether the card of a target has a verdict",
  "run/verdict/prepare-target-cells.ts": "whether the card of a target has a verdict",
  "gameday/prepare-gameday.ts": "how a step went that a person ticked",
  "gameday/tick-step.tsx": "how a step went that a person ticked",
  "notification/notification-words.ts": "what a channel can be told of",
  "service/prepare-verdicts.ts": "words for rows that the list of experiments prepared",
  "trend/trend-signs.ts": "which colours a chart has",
  "readiness/prepare-answer.ts": "whether a peak day held",
  "readiness/prepare-reconciled.ts": "whether a peak day confirmed what was proved",
};

/** What the other tests of doors read: notes and pairs, and reports of readiness, which are tested where they are made. */
export const OTHER_FILES = [
  "readiness/prepare-readiness.ts",
  "readiness/rehearsal-sheet.tsx",
  "run/page/read-run-page.ts",
  "run/verdict/judgement-notes.ts",
  "run/verdict/prepare-judgement.ts",
  "overview/gates/prepare-gates.ts",
  "overview/prepare-latest.ts",
  "comparison/against/prepare-against.ts",
  "comparison/many/many-table.tsx",
  "comparison/many/prepare-many.ts",
  "comparison/pair/compared-run-parts.tsx",
  "comparison/pair/headline-words.ts",
  "comparison/pair/prepare-references.ts",
  "comparison/rounds/prepare-rounds.ts",
  "comparison/rounds/rounds-sentence.ts",
  "comparison/rounds/rounds-table.tsx",
  "comparison/view/own-words.ts",
  "comparison/view/pair-words.ts",
  "comparison/view/prepare-runs.ts",
  "comparison/view/statistics-by-run.ts",
  "picture/words/comparison-words.ts",
  "picture/words/rounds-words.ts",
];

const SHOWS = /\b(outcome|outcomeState|outcomeWords|RUN_OUTCOME_WORDS|PAIR_OUTCOME_WORDS)\b|\.judgement\b/;

/** The sources in a folder that say what is concluded from a run or a pair. */
export function filesThatShow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/(^|\/)testing\//.test(file));
  return sources.filter((file) => SHOWS.test(codeOf(readFileSync(join(folder, file), "utf8")))).toSorted();
}

const codeOf = (source: string) => source.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "");
