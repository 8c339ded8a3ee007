import type { WorkspaceTx } from "../../workspace-tx.ts";

interface Visit {
  personId: string;
  workspaceId: string;
  now: Date;
  /** Opening the overview again within this time is part of the same visit. */
  sameVisitSeconds: number;
}

/** Returns when the visit before ended, or null if there was none. Two tabs that open at the same moment are one visit. */
export async function noteVisit(
  tx: WorkspaceTx,
  { personId, workspaceId, now, sameVisitSeconds }: Visit,
): Promise<Date | null> {
  const [row] = await tx.query<{ before: Date | null }>(
    `insert into last_visit (workspace_id, person_id, seen_at) values ($1, $2, $3)
     on conflict (workspace_id, person_id) do update set
       before_at = case when excluded.seen_at - last_visit.seen_at > make_interval(secs => $4)
         then last_visit.seen_at else last_visit.before_at end,
       seen_at = greatest(last_visit.seen_at, excluded.seen_at)
     returning before_at as before`,
    [workspaceId, personId, now, sameVisitSeconds],
  );
  return row?.before ?? null;
}
