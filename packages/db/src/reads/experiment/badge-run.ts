import type { RunOutcome } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { counts } from "../counts.ts";
import { isSimulated } from "../simulated.ts";

/** The run that a badge is about. */
export interface BadgeRun {
  number: number;
  /** Null: it isn't decided yet. */
  outcome: RunOutcome | null;
  /** Some labels were left out when it was uploaded. */
  someLabels: boolean;
  targetSetId: string | null;
  ranAt: Date;
  simulated: boolean;
}

/** The newest complete run that counts; a simulated one only if there is no other. */
export async function readBadgeRun(tx: WorkspaceTx, experimentId: string): Promise<BadgeRun | null> {
  const [run] = await tx.query<BadgeRun>(
    `select r.number, r.outcome, r.label_filter is not null as "someLabels", r.target_set_id as "targetSetId", r.ran_at as "ranAt", ${isSimulated("r")} as simulated
     from run r join experiment e on e.id = r.experiment_id
     where r.experiment_id = $1 and r.published_at is not null and r.status <> 'receiving' and ${counts("r", "e")}
     order by ${isSimulated("r")}, r.ran_at desc, r.published_at desc, r.number desc limit 1`,
    [experimentId],
  );
  return run ?? null;
}
