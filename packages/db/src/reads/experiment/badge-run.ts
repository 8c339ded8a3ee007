import type { Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { isSimulated } from "../simulated.ts";

/** The run that a badge is about. */
export interface BadgeRun {
  number: number;
  status: "finished" | "interrupted";
  verdict: Verdict | null;
  targetSetId: string | null;
  ranAt: Date;
  /** It surely regressed from its baseline. */
  regressed: boolean;
  simulated: boolean;
}

/** The newest complete run of these branches or of none; a simulated one only if there is no other. */
export async function readBadgeRun(
  tx: WorkspaceTx,
  { experimentId, branches }: { experimentId: string; branches: readonly string[] },
): Promise<BadgeRun | null> {
  const [run] = await tx.query<BadgeRun>(
    `select r.number, r.status, r.verdict, r.target_set_id as "targetSetId", least(r.ran_at, r.published_at) as "ranAt",
       coalesce(r.comparison #>> '{verdict,verdict}' = 'regressed', false) as regressed, ${isSimulated("r")} as simulated
     from run r
     where r.experiment_id = $1 and r.published_at is not null and r.status <> 'receiving'
       and (r.branch is null or r.branch = any($2::text[]))
     order by ${isSimulated("r")}, r.ran_at desc, r.published_at desc, r.number desc limit 1`,
    [experimentId, branches],
  );
  return run ?? null;
}
