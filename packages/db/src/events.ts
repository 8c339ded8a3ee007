import type { WorkspaceTx } from "./workspace-tx.ts";

export interface StoredEvent {
  id: string;
  at: Date;
  kind: string;
  title: string;
  url: string | null;
}

export type NewEvent = StoredEvent;

/** Adds events to a run. An event with the same moment, kind and title is left as it is. */
export async function addEvents(
  tx: WorkspaceTx,
  runId: string,
  events: readonly NewEvent[],
): Promise<number> {
  const added = await tx.query(
    `insert into run_event (workspace_id, run_id, id, at, kind, title, url)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, *
     from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])
     on conflict (run_id, at, kind, title) do nothing
     returning id`,
    [
      runId,
      events.map(({ id }) => id),
      events.map(({ at }) => at.toISOString()),
      events.map(({ kind }) => kind),
      events.map(({ title }) => title),
      events.map(({ url }) => url),
    ],
  );
  return added.length;
}

/** The events of a run in order of time. */
export function readEvents(tx: WorkspaceTx, runId: string): Promise<StoredEvent[]> {
  return tx.query<StoredEvent>(
    "select id, at, kind, title, url from run_event where run_id = $1 order by at, created_at, id",
    [runId],
  );
}
