import type { WorkspaceTx } from "../workspace-tx.ts";

export interface SeriesFailure {
  seriesId: number;
  reason: string;
  times: number;
  /** When, in the form of core; null: unknown. */
  over: Uint8Array | null;
}

/** Why requests of a part failed, how often, and when. */
export async function writePartFailures(
  tx: WorkspaceTx,
  partId: string,
  failures: readonly SeriesFailure[],
): Promise<void> {
  if (failures.length === 0) return;
  await tx.query(
    `insert into part_failure (workspace_id, part_id, series_id, reason, times, over_time)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, *
     from unnest($2::bigint[], $3::text[], $4::bigint[], $5::bytea[])`,
    [
      partId,
      failures.map(({ seriesId }) => seriesId),
      failures.map(({ reason }) => reason),
      failures.map(({ times }) => times),
      failures.map(({ over }) => over),
    ],
  );
}
