import { addJob as queueJob } from "@headroom/db";
import type { NewJob, WorkspaceTx } from "@headroom/db";

/** All kinds of jobs. Ingest doesn't compile until each of them has a handler. */
export type JobName =
  | "compare-runs"
  | "delete-workspace"
  | "decide-recent"
  | "judge-awaiting"
  | "freeze-peak-day"
  | "judge-experiment"
  | "judge-recent"
  | "load-demo"
  | "notify-of-run"
  | "prove-live"
  | "remove-demo"
  | "remove-raw-file"
  | "reparse-run"
  | "send-delivery"
  | "send-mail"
  | "write-weekly-mail";

/** Adds a job of a known kind for this transaction's workspace. */
export function addJob(tx: WorkspaceTx, job: NewJob & { name: JobName }): Promise<void> {
  return queueJob(tx, job);
}
