import type { WorkspaceTx } from "../workspace-tx.ts";

interface Due {
  now: Date;
  /** A day that ended before that gets no more traffic. */
  settledBefore: Date;
  /** One whose job was added after that isn't listed. */
  queuedBefore: Date;
  most: number;
}

/** Services on peak days that are over and whose figures, or what was proven at their end, aren't stored; within `asJobs`. */
export async function readPeakDaysToFreeze(
  tx: WorkspaceTx,
  { now, settledBefore, queuedBefore, most }: Due,
): Promise<{ id: string; workspaceId: string }[]> {
  return tx.query(
    `select s.id, s.workspace_id as "workspaceId"
     from peak_day d join service_day s on s.peak_day_id = d.id
       left join peak_day_frozen f on f.service_day_id = s.id
     where d.ends_at <= $1 and (f.queued_at is null or f.queued_at < $3) and (
       (s.created_at < d.ends_at and (f.proven_at is null or f.proven_at < d.ends_at))
       or (d.ends_at <= $2 and (f.frozen_at is null or f.traffic_due or f.earlier_due)))
     order by d.ends_at limit $4`,
    [now.toISOString(), settledBefore.toISOString(), queuedBefore.toISOString(), most],
  );
}

/** Frozen days with traffic that was counted later have to be frozen again. */
export async function noteLateTraffic(
  tx: WorkspaceTx,
  serviceId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.query(
    `update peak_day_frozen f set traffic_due = true, queued_at = null from service_day d
     where d.id = f.service_day_id and d.service_id = $1
       and f.shown_from <= to_timestamp($3) and f.shown_to > to_timestamp($2)`,
    [serviceId, from, to],
  );
}
