import type { GaugeRow } from "@headroom/core";
import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { partGone } from "./part-writer.ts";
import type { PartIdentity } from "./part-writer.ts";

export interface SeriesGaugeRow extends GaugeRow {
  seriesId: number;
}

const BATCH_ROWS = 5_000;

/** Of a stored row with its index entry. */
const ROW_BYTES = 160;

/**
 * Writes gauge values in short transactions; no read sees them before the part is published. Returns about how many bytes they
 * take on disk.
 */
export async function writeGaugeCells(
  db: Database,
  part: PartIdentity,
  rows: readonly SeriesGaugeRow[],
): Promise<number> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    const batch = rows.slice(at, at + BATCH_ROWS);
    await db.inWorkspace(part.workspaceId, (tx) => insertBatch(tx, part, batch), { patient: true });
  }
  return rows.length * ROW_BYTES;
}

async function insertBatch(
  tx: WorkspaceTx,
  { partId, importedAt }: PartIdentity,
  rows: readonly SeriesGaugeRow[],
): Promise<void> {
  const open = await tx.query("select id from part where id = $1 and state = 'writing' for key share", [
    partId,
  ]);
  if (open.length === 0) throw partGone();
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
