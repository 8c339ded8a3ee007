import type { WorkspaceTx } from "@headroom/db";
import { addJob } from "../../jobs/add-job.ts";

/** The name of the job. */
export const REPARSE_RUN = "reparse-run";
const ATTEMPTS = 5;

/** Adds the job of a reparse; of a pending one, it starts its attempts again. */
export function queueReparse(tx: WorkspaceTx, reparseId: string): Promise<void> {
  return addJob(tx, { name: REPARSE_RUN, payload: { reparseId }, key: reparseId, attempts: ATTEMPTS });
}
