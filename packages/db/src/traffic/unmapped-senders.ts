import type { WorkspaceTx } from "../workspace-tx.ts";
import type { SeenMetricRow } from "./traffic-metrics.ts";

export interface UnmappedSenderRow {
  slug: string;
  name: string;
  metrics: readonly SeenMetricRow[];
}

/** Of those with these slugs, what arrived so far. Locked until the transaction ends, in one order. */
export async function lockUnmappedSenders(
  tx: WorkspaceTx,
  slugs: readonly string[],
): Promise<{ slug: string; metrics: unknown }[]> {
  return tx.query("select slug, metrics from unmapped_sender where slug = any($1) order by slug for update", [
    slugs,
  ]);
}

/** Beyond `most`, those that were heard the longest ago are forgotten. */
export async function writeUnmappedSenders(
  tx: WorkspaceTx,
  senders: readonly UnmappedSenderRow[],
  { now, most }: { now: Date; most: number },
): Promise<void> {
  await tx.query(
    `insert into unmapped_sender (workspace_id, slug, name, metrics, first_at, seen_at)
     select nullif(current_setting('app.workspace', true), '')::uuid, slug, name, metrics, $2, $2
     from jsonb_to_recordset($1::jsonb) as given (slug text, name text, metrics jsonb)
     order by slug
     on conflict (workspace_id, slug) do update
       set name = excluded.name, metrics = excluded.metrics, seen_at = excluded.seen_at`,
    [JSON.stringify(senders), now],
  );
  // Another request may be writing one of them just now: then that isn't among the oldest.
  await tx.query(
    `delete from unmapped_sender where slug in (
       select slug from unmapped_sender where slug in (
         select slug from unmapped_sender order by seen_at desc, slug offset $1
       ) for update skip locked
     )`,
    [most],
  );
}
