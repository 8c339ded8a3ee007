import type { RunOutcome, RunStatus, Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { isSimulated } from "../simulated.ts";

export interface GamedayRunRead {
  id: string;
  experimentId: string;
  experiment: string;
  number: number;
  status: RunStatus;
  startedAt: Date | null;
  endedAt: Date | null;
  uploadedAt: Date;
  deleted: boolean;
  setAside: boolean;
  simulated: boolean;
  environment: string | null;
  verdict: Verdict | null;
  /** Null: it isn't decided yet. */
  outcome: RunOutcome | null;
  /** Of the targets that it was judged by, in their order. */
  targets: string[];
}

/** A run can be so long, so nothing that is older can reach into a window. */
const LONGEST_RUN = "interval '31 days'";

/**
 * The runs of a service that touch a window, in order of time: published ones, also those whose clock is ahead and that
 * arrived in it, those that were deleted, and those that are being received.
 */
export function readGamedayRuns(
  tx: WorkspaceTx,
  { serviceId, from, to, limit }: { serviceId: string; from: Date; to: Date; limit: number },
): Promise<GamedayRunRead[]> {
  return tx.query(
    `with found as (
       select r.id, r.started_at, r.published_at as uploaded_at from run r
       where r.service_id = $1 and r.published_at is not null and r.ran_at < $3 and r.ran_at > $2::timestamptz - ${LONGEST_RUN}
         and coalesce(r.ended_at, r.ran_at) >= $2
       union all
       select r.id, r.started_at, r.published_at from run r
       where r.service_id = $1 and r.ran_at >= $3 and r.published_at >= $2 and r.published_at < $3
       union all
       select r.id, r.started_at, coalesce((r.deleted_state ->> 'publishedAt')::timestamptz, r.imported_at) from run r
       where r.service_id = $1 and r.deleted_at is not null
       union all
       select r.id, coalesce(r.started_at, l.opened_at), l.opened_at
       from live_run l join run r on r.id = l.run_id
       where r.service_id = $1 and l.state = 'open' and r.published_at is null and r.deleted_at is null
     )
     select r.id, r.experiment_id as "experimentId", e.name as experiment, r.number, r.status,
       f.started_at as "startedAt", r.ended_at as "endedAt", f.uploaded_at as "uploadedAt",
       r.deleted_at is not null as deleted, not r.is_evidence as "setAside",
       ${isSimulated("r")} as simulated,
       r.environment, r.verdict, r.outcome,
       (select coalesce(jsonb_agg(t.text order by t.position), '[]') from target t
          where t.target_set_id = r.target_set_id) as targets
     from found f join run r on r.id = f.id join experiment e on e.id = r.experiment_id
     where least(f.started_at, f.uploaded_at) < $3
       and coalesce(r.ended_at, f.started_at, f.uploaded_at) >= $2
     order by least(f.started_at, f.uploaded_at), f.uploaded_at, r.number, r.id limit $4`,
    [serviceId, from, to, limit],
  );
}

/** The texts of target sets, in their order. */
export async function readTargetTexts(
  tx: WorkspaceTx,
  targetSetIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await tx.query<{ id: string; texts: string[] }>(
    `select target_set_id as id, jsonb_agg(text order by position) as texts from target
     where target_set_id = any($1::uuid[]) group by target_set_id`,
    [targetSetIds],
  );
  return new Map(rows.map(({ id, texts }) => [id, texts]));
}

/** The current targets of each experiment; one without targets is absent. */
export async function readCurrentTargetSets(
  tx: WorkspaceTx,
  experimentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ experimentId: string; id: string }>(
    `select id as "experimentId", target_set_id as id from experiment
     where id = any($1::uuid[]) and target_set_id is not null`,
    [experimentIds],
  );
  return new Map(rows.map(({ experimentId, id }) => [experimentId, id]));
}
