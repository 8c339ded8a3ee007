import type { GateReport } from "./gate-report.ts";

/** What a report is about, so that the reports of several gates in one pipeline can be told apart. */
export interface Subject {
  /** The same for each build: service and experiment, or the judged file. */
  names: string[];
  /** Which build it was: the number and commit of the run. */
  build: { number: number | null; commit: string | null };
}

const COMMIT_LETTERS = 10;

export function subjectOf({ run, file }: Pick<GateReport, "run" | "file">): Subject {
  if (run === null) return { names: [file ?? ""], build: { number: null, commit: null } };
  const { service, experiment, number, commit } = run;
  const names = service === null || experiment === null ? [run.url] : [service, experiment];
  return { names, build: { number, commit } };
}

export function shortCommit(commit: string): string {
  return commit.slice(0, COMMIT_LETTERS);
}

/** "Checkout / Checkout mix". */
export function nameOf({ names }: Subject): string {
  return names.join(" / ");
}

/** "Checkout / Checkout mix, run #12, commit 0123456789". */
export function lineOf(subject: Subject): string {
  const { number, commit } = subject.build;
  return [
    nameOf(subject),
    ...(number === null ? [] : [`run #${number}`]),
    ...(commit === null ? [] : [`commit ${shortCommit(commit)}`]),
  ].join(", ");
}
