import type { GateReport } from "./gate-report.ts";

/** What a report is about, so that the reports of several gates in one pipeline can be told apart. */
export interface Subject {
  /** The same for each build: "Checkout / Checkout mix", or the judged file. */
  name: string;
  /** Which build it was: the number and commit of the run. */
  build: { number: number | null; commit: string | null };
}

const COMMIT_LETTERS = 10;

export function subjectOf({ run, file }: Pick<GateReport, "run" | "file">): Subject {
  if (run === null) return { name: file ?? "", build: { number: null, commit: null } };
  const { service, experiment, number, commit } = run;
  const name = service === null || experiment === null ? run.url : `${service} / ${experiment}`;
  return { name, build: { number, commit: shortCommit(commit) } };
}

export function shortCommit(commit: string | null): string | null {
  return commit?.slice(0, COMMIT_LETTERS) ?? null;
}

/** "Checkout / Checkout mix, run #12, commit 0123456789". */
export function lineOf({ name, build: { number, commit } }: Subject): string {
  return [
    name,
    ...(number === null ? [] : [`run #${number}`]),
    ...(commit === null ? [] : [`commit ${commit}`]),
  ].join(", ");
}
