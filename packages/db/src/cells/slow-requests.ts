import type { SlowRequest } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";

export interface SeriesSlowRequest extends Omit<SlowRequest, "label" | "completedAtMicros"> {
  seriesId: number;
  /** When it completed, from the run's origin. */
  offsetMicros: number;
}

/** The slowest requests of a part, slowest first. */
export async function writeSlowRequests(
  tx: WorkspaceTx,
  partId: string,
  requests: readonly SeriesSlowRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  await tx.query(
    `insert into slow_request (workspace_id, part_id, place, series_id, offset_us, latency_us, failed, code)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, place - 1, series_id, offset_us,
       latency_us, failed, code
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[], $6::smallint[])
       with ordinality as given (series_id, offset_us, latency_us, failed, code, place)`,
    [
      partId,
      requests.map(({ seriesId }) => seriesId),
      requests.map(({ offsetMicros }) => offsetMicros),
      requests.map(({ latencyMicros }) => latencyMicros),
      requests.map(({ failed }) => String(failed)),
      requests.map(({ code }) => code),
    ],
  );
}
