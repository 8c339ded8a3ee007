import type { GaugeRow } from "@headroom/core";
import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { whileWriting } from "./part-writer.ts";
import type { PartIdentity } from "./part-writer.ts";

interface SeriesGaugeRow extends GaugeRow {
  seriesId: number;
}

const BATCH_ROWS = 5_000;

/** Of a stored row with its index entry. */
const ROW_BYTES = 160;

/** Writes some rows, once the series of each gauge are known. */
export type GaugeWrite = (tx: WorkspaceTx, seriesIds: readonly number[]) => Promise<void>;

/**
 * Writes gauge values in short transactions; no read sees them before the part is published. `begin` runs the first write in a
 * transaction that holds the part, and returns the series of each gauge. Returns about how many bytes the values take on disk.
 */
export async function writeGaugeCells(
  db: Database,
  part: PartIdentity,
  gauges: readonly { rows: readonly GaugeRow[] }[],
  begin: (first: GaugeWrite) => Promise<readonly number[]>,
): Promise<number> {
  const all = gauges.flatMap((gauge, at) => gauge.rows.map((row) => ({ row, at })));
  const writeFrom = (from: number): GaugeWrite => {
    const batch = all.slice(from, from + BATCH_ROWS);
    return (tx, ids) =>
      insertBatch(
        tx,
        part,
        batch.map(({ row, at }) => ({ ...row, seriesId: ids[at] as number })),
      );
  };
  if (all.length === 0) return 0;
  const ids = await begin(writeFrom(0));
  for (let from = BATCH_ROWS; from < all.length; from += BATCH_ROWS)
    await whileWriting(db, part, (tx) => writeFrom(from)(tx, ids));
  return all.length * ROW_BYTES;
}

async function insertBatch(
  tx: WorkspaceTx,
  { partId, importedAt }: PartIdentity,
  rows: readonly SeriesGaugeRow[],
): Promise<void> {
  await tx.query(
    `insert into gauge_cell (imported_at, part_id, piece, series_id, step, offset_s, count, sum, min, max, last)
     select $1, $2, 0, *
     from unnest($3::bigint[], $4::smallint[], $5::int[], $6::bigint[], $7::float8[], $8::float8[], $9::float8[],
       $10::float8[])`,
    [
      importedAt,
      partId,
      rows.map(({ seriesId }) => seriesId),
      rows.map(({ stepSeconds }) => stepSeconds),
      rows.map(({ offsetSeconds }) => offsetSeconds),
      rows.map(({ cell }) => cell.count),
      rows.map(({ cell }) => cell.sum),
      rows.map(({ cell }) => cell.min),
      rows.map(({ cell }) => cell.max),
      rows.map(({ cell }) => cell.last),
    ],
  );
}
