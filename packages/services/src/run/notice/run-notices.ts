import { isSimulated } from "@headroom/core";
import type { Regression, RunNotification, RunVerdictAnswer } from "@headroom/contract";
import type { RunNoticeRead } from "@headroom/db";
import type { Notice } from "../../notification/notice.ts";
import {
  finishedTitle,
  originWords,
  recoveredTitle,
  regressedTitle,
  regressionWords,
  targetLines,
} from "./run-words.ts";

/** What there is to tell of a run. */
export interface ToldRun {
  found: RunNoticeRead;
  answer: RunVerdictAnswer;
}

/** A run that is compared with a baseline. */
export interface ComparedRun extends ToldRun {
  baseline: NonNullable<RunVerdictAnswer["baseline"]>;
  comparison: NonNullable<RunVerdictAnswer["comparison"]>;
}

export function finishedNotice(told: ToldRun): Notice {
  const type = "run.finished";
  return {
    type,
    title: finishedTitle(namedOf(told), told.answer),
    lines: [...originLines(told), ...targetLines(told.answer)],
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
  return {
    type,
    title: regressedTitle(namedOf(told), still, comparison.regressions),
    lines: [
      ...originLines(told),
      comparedWith(baseline),
      ...comparison.regressions.map(regressionWords),
      ...targetLines(told.answer),
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
  return {
    type,
    title: recoveredTitle(namedOf(told), regressed),
    lines: [
      ...originLines(told),
      comparedWith(baseline),
      `These had regressed in run ${regressed.number}:`,
      ...regressed.regressions.map(regressionWords),
      ...targetLines(told.answer),
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

function namedOf({ found, answer }: ToldRun) {
  const { number, warnings } = found;
  return { experiment: answer.run.experiment ?? "", number, simulated: isSimulated(warnings) };
}

function partsOf({ found, answer }: ToldRun) {
  const { number, environment, startedAt, endedAt, warnings } = found;
  const { run, verdict, targets, doubt } = answer;
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return {
    run: { ...run, number, environment, startedAt: at(startedAt), endedAt: at(endedAt) },
    verdict,
    targets,
    doubt,
    simulated: isSimulated(warnings),
  };
}
