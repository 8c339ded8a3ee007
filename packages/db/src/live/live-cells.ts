import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { Cell, LabelKind } from "@headroom/core";
import { from as copyFrom } from "pg-copy-streams";
import { COPY_CELLS, encodeRows } from "../cells/part-writer.ts";
import type { SeriesCell } from "../cells/part-writer.ts";
import { STORED_CELL, toCell } from "../reads/cells/stored-cell.ts";
import type { StoredCell } from "../reads/cells/stored-cell.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";

/** What a writer sent, as opposed to what was added up from it. */
export const SENT = 0;
/** All requests, added up from a writer's labels for those who look at the run while it is received. */
export const ADDED_UP = 1;

/** Writes cells of a receiving part in the transaction that counts them. */
export async function writeLiveCells(
  tx: WorkspaceTx,
  part: { partId: string; importedAt: Date },
  rows: readonly SeriesCell[],
): Promise<void> {
  if (rows.length === 0) return;
  await pipeline(Readable.from([encodeRows(part, rows)]), tx.client.query(copyFrom(COPY_CELLS)));
}

/** Some cells of a receiving part, by the minute in which they begin. */
export interface LiveMinute {
  minute: number;
  cells: number;
}

const OF_PART = `imported_at = $1 and part_id = $2 and run_id = $3 and piece = ${SENT}`;

export interface LivePart {
  runId: string;
  partId: string;
  importedAt: Date;
}

const valuesOf = ({ importedAt, partId, runId }: LivePart) => [importedAt, partId, runId];

/** How a part's cells are spread over time, so that they can be read in pages of bounded size. */
export function readLiveMinutes(tx: WorkspaceTx, part: LivePart): Promise<LiveMinute[]> {
  return tx.query(
    `select floor(offset_s / 60.0)::int as minute, count(*) as cells from live_cell_read
     where ${OF_PART} group by 1 order by 1`,
    valuesOf(part),
  );
}

export interface LiveCellRow {
  label: string;
  labelKind: LabelKind;
  stepSeconds: number;
  offsetSeconds: number;
  cell: Cell;
}

type Stored = StoredCell & {
  label: string;
  labelKind: LabelKind;
  stepSeconds: number;
  offsetSeconds: number;
};

/** The cells of some minutes, from inclusive to exclusive, in the order of time. */
export async function readLiveCells(
  tx: WorkspaceTx,
  part: LivePart,
  { from, to }: { from: number; to: number },
): Promise<LiveCellRow[]> {
  const rows = await tx.query<Stored>(
    `select s.label, s.label_kind as "labelKind", c.step as "stepSeconds", c.offset_s as "offsetSeconds", ${STORED_CELL}
     from (
       select * from live_cell_read where ${OF_PART} and offset_s >= $4 and offset_s < $5
     ) c join series s on s.id = c.series_id
     order by c.offset_s, c.series_id`,
    [...valuesOf(part), from * 60, to * 60],
  );
  return rows.map(({ label, labelKind, stepSeconds, offsetSeconds, ...stored }) => {
    return { label, labelKind, stepSeconds, offsetSeconds, cell: toCell(stored, 1) };
  });
}

/** Labels with cells longer than a second, with their longest step. */
export function readCoarseLabels(
  tx: WorkspaceTx,
  part: LivePart,
): Promise<{ label: string; labelKind: LabelKind; step: number }[]> {
  return tx.query(
    `select s.label, s.label_kind as "labelKind", c.step from (
       select series_id, max(step) as step from live_cell_read where ${OF_PART} group by series_id having max(step) > 1
     ) c join series s on s.id = c.series_id`,
    valuesOf(part),
  );
}
