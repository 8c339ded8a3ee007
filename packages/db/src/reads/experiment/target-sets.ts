import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface TargetSetRead {
  id: string;
  version: number;
  source: "upload" | "edit";
  createdAt: Date;
  /** Null: created through a token, or by someone who has left. */
  createdBy: string | null;
  texts: string[];
  /** Runs that are judged by it. */
  runs: number;
}

const MAX_VERSIONS = 50;

/** The versions of an experiment's targets, newest first; the first one is current. */
export function readTargetSets(tx: WorkspaceTx, experimentId: string): Promise<TargetSetRead[]> {
  return tx.query<TargetSetRead>(
    `select t.id, t.version, t.source, t.created_at as "createdAt", p.name as "createdBy",
       (select coalesce(jsonb_agg(o.text order by o.position), '[]') from target o where o.target_set_id = t.id) as texts,
       (select count(*)::int from run r where r.target_set_id = t.id and r.published_at is not null) as runs
     from target_set t left join person p on p.id = t.created_by
     where t.experiment_id = $1 order by t.version desc limit ${MAX_VERSIONS}`,
    [experimentId],
  );
}
