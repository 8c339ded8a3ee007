import { encodeDistribution } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";

export interface SeriesTotal {
  seriesId: number;
  total: Cell;
  /** Null: only the total is stored. */
  finestStepSeconds: number | null;
}

const BATCH_ROWS = 500;

/** The exact whole of every series of a part, which the whole run is merged from. Holds at most one batch in memory. */
export async function writePartTotals(
  tx: WorkspaceTx,
  partId: string,
  totals: Iterable<SeriesTotal>,
): Promise<void> {
  let batch: SeriesTotal[] = [];
  for (const total of totals) {
    batch.push(total);
    if (batch.length < BATCH_ROWS) continue;
    await insertBatch(tx, partId, batch);
    batch = [];
  }
  if (batch.length > 0) await insertBatch(tx, partId, batch);
}

async function insertBatch(tx: WorkspaceTx, partId: string, totals: readonly SeriesTotal[]): Promise<void> {
  const distributions = totals.map(({ total }) => encodeDistribution(total.distribution));
  const of = (pick: (cell: Cell) => number | null): (number | null)[] =>
    totals.map(({ total }) => pick(total));
  await tx.query(
    `insert into part_total (workspace_id, part_id, series_id, finest_step, requests, errors, items, bytes,
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
    ],
  );
}
