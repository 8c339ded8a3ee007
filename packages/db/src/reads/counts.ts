import { SAME_SAMPLES } from "@headroom/core";
import type { RunOutcome } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { jsonObject } from "./typed-sql.ts";

/** That a member set a run aside, or that it is a copy: it is shown, and counts for nothing. */
export interface SetAside {
  reason: string;
  /** ISO 8601 */
  at: string;
}

/** Of a run, in SQL; null: it counts. */
export function setAsideOf(run: string): string {
  const at = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const byMember = jsonObject<SetAside>({
    reason: `${run}.set_aside_reason`,
    at: at(`${run}.set_aside_at`),
  });
  const asCopy = jsonObject<SetAside>({ reason: reasonOfCopy(run), at: at(`${run}.published_at`) });
  return `case when ${run}.set_aside_at is not null then ${byMember} when ${run}.copy_of is not null then ${asCopy} end`;
}

/** Somebody who may see one service learns nothing of another one's runs. */
function reasonOfCopy(run: string): string {
  const { ofRun, inExperiment, elsewhere } = SAME_SAMPLES;
  return `(
    select case when original.service_id <> ${run}.service_id then '${elsewhere}'
      else '${ofRun}' || original.number
        || case when original.experiment_id = ${run}.experiment_id then '' else '${inExperiment}' || its.name end end
    from run original join experiment its on its.id = original.experiment_id where original.id = ${run}.copy_of
  )`;
}

/** That a run counts for nothing; null: it counts. */
export async function readSetAside(tx: WorkspaceTx, runId: string): Promise<SetAside | null> {
  const [row] = await tx.query<{ mark: SetAside | null }>(
    `select ${setAsideOf("r")} as mark from run r where r.id = $1`,
    [runId],
  );
  return row?.mark ?? null;
}

/** Whether a run counts for its service, in SQL: nobody set it aside, and it is of a branch that counts. */
export function counts(run: string, experiment: string): string {
  return `(${run}.is_evidence and ${isOfCountingBranch(run, experiment)})`;
}

/** It is of its experiment's default branch, or of none, or no run is. */
function isOfCountingBranch(run: string, experiment: string): string {
  return `(${experiment}.counting_branches = '{}' or ${run}.branch is null or ${run}.branch = any(${experiment}.counting_branches))`;
}

const COMPLETE = "published_at is not null and status <> 'receiving' and is_evidence";

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
