import type { WorkspaceTx } from "../../workspace-tx.ts";

/** Where the targets of an experiment come from: a parameter of an upload, or somebody who edited them. */
export const TARGET_SOURCES = ["upload", "edit"] as const;
export type TargetSource = (typeof TARGET_SOURCES)[number];

export interface TargetSetRead {
  id: string;
  version: number;
  source: TargetSource;
  createdAt: Date;
  /** Null: created through a token, or by someone who has left. */
  createdBy: string | null;
  /** Whose uploads brought it, and whose runs alone it judges; null: the experiment's. */
  branch: string | null;
  texts: string[];
  /** Runs that are judged by it. */
  runs: number;
}

const MAX_VERSIONS = 50;

/** The versions of an experiment's targets: the current one, then the others, newest first. */
export function readTargetSets(tx: WorkspaceTx, experimentId: string): Promise<TargetSetRead[]> {
  return tx.query<TargetSetRead>(
    `select t.id, t.version, t.source, t.branch, t.created_at as "createdAt", p.name as "createdBy",
       (select coalesce(jsonb_agg(o.text order by o.position), '[]') from target o where o.target_set_id = t.id) as texts,
       (select count(*)::int from run r where r.target_set_id = t.id and r.published_at is not null) as runs
     from target_set t join experiment e on e.id = t.experiment_id left join person p on p.id = t.created_by
     where t.experiment_id = $1 order by t.id = e.target_set_id desc nulls last, t.version desc limit ${MAX_VERSIONS}`,
    [experimentId],
  );
}
