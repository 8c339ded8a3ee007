import { isSimulated } from "@headroom/core";
import { LEADING_FINDINGS } from "@headroom/contract";
import type { JudgementAnswer, Regression, RunNotification, RunVerdictAnswer } from "@headroom/contract";
import type { RunNoticeRead } from "@headroom/db";
import type { Notice } from "../../notification/notice.ts";
import {
  findingLines,
  finishedTitle,
  originWords,
  recoveredTitle,
  regressedTitle,
  regressionWords,
} from "./run-words.ts";

/** What there is to tell of a run. */
export interface ToldRun {
  found: RunNoticeRead;
  answer: RunVerdictAnswer;
  judgement: JudgementAnswer;
}

/** A run that is compared with a baseline. */
export interface ComparedRun extends ToldRun {
  baseline: NonNullable<RunVerdictAnswer["baseline"]>;
  comparison: NonNullable<RunVerdictAnswer["comparison"]>;
}

export function finishedNotice(told: ToldRun): Notice {
  const type = "run.finished";
  const title = finishedTitle(namedOf(told), told.judgement, told.answer.run.status);
  return {
    type,
    title,
    lines: [...originLines(told), ...changedLines(told), ...findingLines(told.judgement, title)],
    link: { words: "Open the run", url: told.answer.run.url },
    body: (envelope): RunNotification => ({
      type,
      ...envelope,
      ...partsOf(told),
      generators: told.answer.generators,
    }),
  };
}

export function regressedNotice(told: ComparedRun, still: boolean): Notice {
  const type = "run.regressed";
  const { baseline, comparison } = told;
  const title = regressedTitle(namedOf(told), told.judgement, still);
  return {
    type,
    title,
    lines: [
      ...originLines(told),
      comparedWith(baseline),
      ...changedLines(told),
      ...findingLines(told.judgement, title),
    ],
    link: { words: "Open the comparison", url: comparison.url },
    body: (envelope): RunNotification => ({
      type,
      ...envelope,
      ...partsOf(told),
      baseline,
      comparison,
      still,
    }),
  };
}

export interface RegressedRun {
  id: string;
  url: string;
  number: number;
  regressions: Regression[];
}

export function recoveredNotice(told: ComparedRun, regressed: RegressedRun): Notice {
  const type = "run.recovered";
  const { baseline, comparison } = told;
  const title = recoveredTitle(namedOf(told), told.judgement, regressed);
  return {
    type,
    title,
    lines: [
      ...originLines(told),
      comparedWith(baseline),
      ...changedLines(told),
      `These had regressed in run ${regressed.number}:`,
      ...regressed.regressions.map(regressionWords),
      ...findingLines(told.judgement, title),
    ],
    link: { words: "Open the comparison", url: comparison.url },
    body: (envelope): RunNotification => ({
      type,
      ...envelope,
      ...partsOf(told),
      baseline,
      comparison,
      regressed,
    }),
  };
}

function comparedWith({ number, chosen }: ComparedRun["baseline"]): string {
  return `Compared with run ${number}, ${chosen === "pinned" ? "the experiment's baseline" : "a good run from before"}.`;
}

function originLines({ found, answer }: ToldRun): string[] {
  const { service, branch, commit } = answer.run;
  return [originWords({ service, branch, commit, environment: found.environment })];
}

function changedLines({ answer: { whatChanged } }: ToldRun): string[] {
  return whatChanged?.words ? [`What was changed: ${whatChanged.words}`] : [];
}

function namedOf({ found, answer }: ToldRun) {
  const { number, warnings } = found;
  return { experiment: answer.run.experiment ?? "", number, simulated: isSimulated(warnings) };
}

function partsOf({ found, answer, judgement }: ToldRun) {
  const { number, environment, startedAt, endedAt, warnings } = found;
  const { run, verdict, targets, doubt, whatChanged } = answer;
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return {
    outcome: judgement.outcome,
    reason: judgement.reason,
    findings: judgement.findings.slice(0, LEADING_FINDINGS),
    run: { ...run, number, environment, startedAt: at(startedAt), endedAt: at(endedAt) },
    verdict,
    targets,
    doubt,
    whatChanged,
    simulated: isSimulated(warnings),
  };
}
