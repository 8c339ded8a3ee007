import { MINUTE_MILLIS } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";

/** Requests between two moments that are in no cell, because nobody knows when in between they happened. */
export interface TrafficGap {
  fromMillis: number;
  toMillis: number;
  requests: number;
  /** There may have been more: a source began again in between. */
  atLeast: boolean;
}

/** Adds them up by the minute in which they begin. */
export async function addTrafficGaps(
  tx: WorkspaceTx,
  serviceId: string,
  gaps: readonly TrafficGap[],
): Promise<void> {
  if (gaps.length === 0) return;
  await tx.query(
    `insert into traffic_gap as known (workspace_id, service_id, from_at, to_at, requests, at_least)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1,
       to_timestamp(given.start / 1000.0), to_timestamp(max(given.end) / 1000.0), sum(given.requests), bool_or(given.at_least = 1)
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::integer[]) as given (start, "end", requests, at_least)
     group by given.start order by given.start
     on conflict (service_id, from_at) do update set to_at = greatest(known.to_at, excluded.to_at),
       requests = known.requests + excluded.requests, at_least = known.at_least or excluded.at_least`,
    [
      serviceId,
      gaps.map(({ fromMillis }) => Math.floor(fromMillis / MINUTE_MILLIS) * MINUTE_MILLIS),
      gaps.map(({ toMillis }) => Math.ceil(toMillis)),
      gaps.map(({ requests }) => requests),
      gaps.map(({ atLeast }) => Number(atLeast)),
    ],
  );
}

/** The latest that reach into [from, to), in epoch seconds, in order of time. */
export async function readTrafficGaps(
  tx: WorkspaceTx,
  serviceId: string,
  { from, to }: { from: number; to: number },
): Promise<TrafficGap[]> {
  return tx.query<TrafficGap>(
    `select * from (select extract(epoch from from_at)::float8 * 1000 as "fromMillis", extract(epoch from to_at)::float8 * 1000 as "toMillis",
       requests, at_least as "atLeast"
     from traffic_gap where service_id = $1 and from_at < to_timestamp($3) and to_at > to_timestamp($2) order by from_at desc limit 10000) latest
     order by "fromMillis"`,
    [serviceId, from, to],
  );
}
