import { encodeDistribution } from "@headroom/core";
import type { Cell, HostTotals, SlowRequest } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";

export interface SeriesTotal {
  seriesId: number;
  total: Cell;
  /** Null: only the total is stored. */
  finestStepSeconds: number | null;
}

export interface SeriesSlowRequest extends Omit<SlowRequest, "label" | "completedAtMicros"> {
  seriesId: number;
  /** When it completed, from the run's origin. */
  offsetMicros: number;
}

/** What is written once, beside the totals. */
export interface BesideTotals {
  /** Slowest first. */
  slowest: readonly SeriesSlowRequest[];
  /** Busiest first. */
  hosts: readonly HostTotals[];
}

const NOTHING: BesideTotals = { slowest: [], hosts: [] };
const BATCH_ROWS = 500;

/**
 * The exact whole of every series of a part, which the whole run is merged from, with its slowest requests and its hosts. Holds at
 * most one batch in memory.
 */
export async function writePartTotals(
  tx: WorkspaceTx,
  partId: string,
  totals: Iterable<SeriesTotal>,
  beside: BesideTotals = NOTHING,
): Promise<void> {
  let batch: SeriesTotal[] = [];
  let left = beside;
  for (const total of totals) {
    batch.push(total);
    if (batch.length < BATCH_ROWS) continue;
    await insertBatch(tx, partId, batch, left);
    batch = [];
    left = NOTHING;
  }
  if (batch.length > 0) await insertBatch(tx, partId, batch, left);
}

/** In one statement: every upload waits for it. */
async function insertBatch(
  tx: WorkspaceTx,
  partId: string,
  totals: readonly SeriesTotal[],
  { slowest: slow, hosts }: BesideTotals,
): Promise<void> {
  const distributions = totals.map(({ total }) => encodeDistribution(total.distribution));
  const of = (pick: (cell: Cell) => number | null): (number | null)[] =>
    totals.map(({ total }) => pick(total));
  await tx.query(
    `with slowest as (
       insert into slow_request (workspace_id, part_id, place, series_id, offset_us, latency_us, failed, code, trace_id)
       select nullif(current_setting('app.workspace', true), '')::uuid, $1, place - 1, series_id, offset_us,
         latency_us, failed, code, trace_id
       from unnest($14::bigint[], $15::bigint[], $16::bigint[], $17::boolean[], $18::smallint[], $23::text[])
         with ordinality as given (series_id, offset_us, latency_us, failed, code, trace_id, place)
     ), hosts as (
       insert into part_host (workspace_id, part_id, place, host, requests, errors, latencies)
       select nullif(current_setting('app.workspace', true), '')::uuid, $1, place - 1, host, requests, errors, latencies
       from unnest($19::text[], $20::bigint[], $21::bigint[], $22::bytea[])
         with ordinality as given (host, requests, errors, latencies, place)
     )
     insert into part_total (workspace_id, part_id, series_id, finest_step, requests, errors, items, bytes,
       sum_us, min_us, max_us, dist_kind, dist, dist_failed)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, *
     from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::float8[], $9::bigint[], $10::bigint[], $11::smallint[], $12::bytea[], $13::bytea[])`,
    [
      partId,
      totals.map(({ seriesId }) => seriesId),
      totals.map(({ finestStepSeconds }) => finestStepSeconds),
      of((cell) => cell.requests),
      of((cell) => cell.errors),
      of((cell) => cell.items),
      of((cell) => cell.bytes),
      of((cell) => cell.sumMicros),
      of((cell) => cell.minMicros),
      of((cell) => cell.maxMicros),
      distributions.map(({ kind }) => kind),
      distributions.map(({ all }) => all),
      distributions.map(({ failed }) => failed),
      slow.map(({ seriesId }) => seriesId),
      slow.map(({ offsetMicros }) => offsetMicros),
      slow.map(({ latencyMicros }) => latencyMicros),
      slow.map(({ failed }) => String(failed)),
      slow.map(({ code }) => code),
      hosts.map(({ host }) => host),
      hosts.map(({ latencies }) => latencies.count),
      hosts.map(({ errors }) => errors),
      hosts.map(({ latencies }) => latencies.encode()),
      slow.map(({ traceId }) => traceId),
    ],
  );
}
