import type { WorkspaceTx } from "../workspace-tx.ts";

export interface SeriesFailure {
  seriesId: number;
  reason: string;
  times: number;
}

/** Why requests of a part failed, and how often. */
export async function writePartFailures(
  tx: WorkspaceTx,
  partId: string,
  failures: readonly SeriesFailure[],
): Promise<void> {
  if (failures.length === 0) return;
  await tx.query(
    `insert into part_failure (workspace_id, part_id, series_id, reason, times)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, *
     from unnest($2::bigint[], $3::text[], $4::bigint[])`,
    [
      partId,
      failures.map(({ seriesId }) => seriesId),
      failures.map(({ reason }) => reason),
      failures.map(({ times }) => times),
    ],
  );
}
