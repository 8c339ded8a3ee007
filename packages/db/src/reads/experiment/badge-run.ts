import type { RunStatus, Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { counts } from "../counts.ts";
import { isSimulated } from "../simulated.ts";

/** The run that a badge is about. */
export interface BadgeRun {
  number: number;
  status: Exclude<RunStatus, "receiving">;
  verdict: Verdict | null;
  targetSetId: string | null;
  ranAt: Date;
  /** It surely regressed from its baseline. */
  regressed: boolean;
  simulated: boolean;
  /** Of the whole run, to tell an outage by. */
  durationSeconds: number | null;
  errorRate: number | null;
  /** Stretches in which no request succeeded; null: unknown. */
  holes: { from: string; to: string }[] | null;
}

/** The newest complete run that counts; a simulated one only if there is no other. */
export async function readBadgeRun(tx: WorkspaceTx, experimentId: string): Promise<BadgeRun | null> {
  const [run] = await tx.query<BadgeRun>(
    `select r.number, r.status, r.verdict, r.target_set_id as "targetSetId", r.ran_at as "ranAt",
       coalesce(n.outcome = 'regressed', false) or coalesce(r.comparison #>> '{verdict,verdict}' = 'regressed', false) as regressed,
       ${isSimulated("r")} as simulated, (r.summary ->> 'durationSeconds')::float8 as "durationSeconds",
       (r.summary ->> 'errorRate')::float8 as "errorRate", r.phase -> 'holes' as holes
     from run r join experiment e on e.id = r.experiment_id left join run_notice n on n.run_id = r.id
     where r.experiment_id = $1 and r.published_at is not null and r.status <> 'receiving' and ${counts("r", "e")}
     order by ${isSimulated("r")}, r.ran_at desc, r.published_at desc, r.number desc limit 1`,
    [experimentId],
  );
  return run ?? null;
}
