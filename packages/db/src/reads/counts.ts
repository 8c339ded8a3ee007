import type { RunOutcome } from "@headroom/core";
import { jsonObject } from "./typed-sql.ts";

/** That a member set a run aside: it is shown, and counts for nothing. */
export interface SetAside {
  reason: string;
  /** ISO 8601 */
  at: string;
}

/** Of a run, in SQL; null: it counts. */
export function setAsideOf(run: string): string {
  const mark = jsonObject<SetAside>({
    reason: `${run}.set_aside_reason`,
    at: `to_char(${run}.set_aside_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  });
  return `case when ${run}.set_aside_at is not null then ${mark} end`;
}

/** Whether a run counts for its service, in SQL: nobody set it aside, and it is of a branch that counts. */
export function counts(run: string, experiment: string): string {
  return `(${run}.set_aside_at is null and ${isOfCountingBranch(run, experiment)})`;
}

/** It is of its experiment's default branch, or of none, or no run is. */
function isOfCountingBranch(run: string, experiment: string): string {
  return `(${experiment}.counting_branches = '{}' or ${run}.branch is null or ${run}.branch = any(${experiment}.counting_branches))`;
}

const COMPLETE = "published_at is not null and status <> 'receiving' and set_aside_at is null";

/** The newest complete run, of a branch that doesn't count for the service. */
export interface NewerRun {
  id: string;
  number: number;
  branch: string;
  outcome: RunOutcome | null;
}

const NEWER = jsonObject<NewerRun>({
  id: "newest.id",
  number: "newest.number",
  branch: "newest.branch",
  outcome: "newest.outcome",
});

/** The newest complete run of an experiment, if it is of a branch that doesn't count, in SQL; null: it counts. */
export function newerElsewhere(experiment: string): string {
  return `(
    select case when not ${isOfCountingBranch("newest", experiment)} then ${NEWER} end
    from (
      select * from run where experiment_id = ${experiment}.id and ${COMPLETE}
      order by ran_at desc, published_at desc, number desc limit 1
    ) newest
  )`;
}

/** The branch of a run that doesn't count for its service, in SQL; null: it counts. */
export function otherBranch(run: string, experiment: string): string {
  return `case when not ${isOfCountingBranch(run, experiment)} then ${run}.branch end`;
}
