import type { Verdict } from "@headroom/core";
import { jsonObject } from "./typed-sql.ts";

/** Whether a run counts for its service, in SQL: it is of its experiment's default branch, or of none, or no run is. */
export function counts(run: string, experiment: string): string {
  return `(${experiment}.counting_branches = '{}' or ${run}.branch is null or ${run}.branch = any(${experiment}.counting_branches))`;
}

const COMPLETE = "published_at is not null and status <> 'receiving'";

/** The newest complete run, of a branch that doesn't count for the service. */
export interface NewerRun {
  id: string;
  number: number;
  branch: string;
  verdict: Verdict | null;
}

const NEWER = jsonObject<NewerRun>({
  id: "newest.id",
  number: "newest.number",
  branch: "newest.branch",
  verdict: "newest.verdict",
});

/** The newest complete run of an experiment, if it is of a branch that doesn't count, in SQL; null: it counts. */
export function newerElsewhere(experiment: string): string {
  return `(
    select case when not ${counts("newest", experiment)} then ${NEWER} end
    from (
      select * from run where experiment_id = ${experiment}.id and ${COMPLETE}
      order by ran_at desc, published_at desc, number desc limit 1
    ) newest
  )`;
}

/** The branch of a run that doesn't count for its service, in SQL; null: it counts. */
export function otherBranch(run: string, experiment: string): string {
  return `case when not ${counts(run, experiment)} then ${run}.branch end`;
}
