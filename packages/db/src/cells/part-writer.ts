import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { encodeDistribution, NUMBERS_PER_CELL, HeadroomError } from "@headroom/core";
import type { Cell, CellColumns } from "@headroom/core";
import { from as copyFrom } from "pg-copy-streams";
import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { CopyEncoder, uuidBytes } from "./copy-encoder.ts";

export interface SeriesCell {
  seriesId: number;
  stepSeconds: number;
  offsetSeconds: number;
  piece: number;
  cell: Cell;
}

export interface PartIdentity {
  workspaceId: string;
  partId: string;
  /** The run's ID, not the part's: all cells of a run are in one partition. */
  importedAt: Date;
}

export interface PartWriter {
  /** What was written so far takes about this much on disk: a row as it is sent is as large as the stored row and its index entry. */
  readonly bytes: number;
  /** Cells that no read sees before their part is published. */
  write(rows: readonly SeriesCell[]): Promise<void>;
  /**
   * The same for encoded cells; `seriesOf` returns the series of each label number, once `before` has made them. `after` writes what
   * goes with the last of them.
   */
  writeColumns(
    cells: CellColumns,
    seriesOf: (label: number) => number,
    beside: { before: (tx: WorkspaceTx) => Promise<void>; after?: (tx: WorkspaceTx) => Promise<void> },
  ): Promise<void>;
}

// A batch takes some tens of milliseconds. It is short because a transaction that creates a chunk blocks other writers.
const BATCH_ROWS = 5_000;

export const COPY_CELLS = `copy run_cell (imported_at, series_id, part_id, step, offset_s, piece, requests, errors, items, bytes,
  sum_us, min_us, max_us, dist_kind, dist, dist_failed) from stdin with (format binary)`;

export function createPartWriter(db: Database, part: PartIdentity): PartWriter {
  let bytes = 0;
  const send = async (
    encode: (tx: WorkspaceTx) => Promise<Buffer> | Buffer,
    after?: (tx: WorkspaceTx) => Promise<void>,
  ) => {
    bytes += await writeBatch(db, part, encode, after);
  };
  return {
    get bytes() {
      return bytes;
    },
    async write(rows) {
      for (let at = 0; at < rows.length; at += BATCH_ROWS) {
        await send(() => encodeRows(part, rows.slice(at, at + BATCH_ROWS)));
      }
    },
    async writeColumns(cells, seriesOf, { before, after }) {
      for (let at = 0; at < cells.length; at += BATCH_ROWS) {
        const to = Math.min(cells.length, at + BATCH_ROWS);
        const encode = async (tx: WorkspaceTx) => {
          if (at === 0) await before(tx);
          return encodeColumns(part, cells, { from: at, to }, seriesOf);
        };
        await send(encode, to === cells.length ? after : undefined);
      }
    },
  };
}

function writeBatch(
  db: Database,
  part: PartIdentity,
  encode: (tx: WorkspaceTx) => Promise<Buffer> | Buffer,
  after?: (tx: WorkspaceTx) => Promise<void>,
): Promise<number> {
  return whileWriting(db, part, async (tx) => {
    const batch = await encode(tx);
    await pipeline(Readable.from([batch]), tx.client.query(copyFrom(COPY_CELLS)));
    await after?.(tx);
    return batch.length;
  });
}

/** A transaction with a lock on the part's row, which makes the sweep wait and shows whether the sweep was first. */
export function whileWriting<T>(
  db: Database,
  { workspaceId, partId }: PartIdentity,
  write: (tx: WorkspaceTx) => Promise<T>,
): Promise<T> {
  const held = async (tx: WorkspaceTx) => {
    await holdWriting(tx, partId);
    return write(tx);
  };
  return db.inWorkspace(workspaceId, held, { patient: true });
}

/** Keeps the part from being swept until this transaction ends. Throws if it is already gone. */
async function holdWriting(tx: WorkspaceTx, partId: string): Promise<void> {
  const open = await tx.query("select id from part where id = $1 and state = 'writing' for key share", [
    partId,
  ]);
  if (open.length === 0) throw partGone();
}

/** The error for a writer whose part was swept while it couldn't reach the database. */
export function partGone(): HeadroomError {
  return new HeadroomError("unavailable", "The upload was interrupted, and its data was removed.", {
    hint: "Send it again.",
  });
}

const FIELDS = 16;

export function encodeRows(part: Omit<PartIdentity, "workspaceId">, rows: readonly SeriesCell[]): Buffer {
  const out = new CopyEncoder(rows.length * 640 + 64);
  const partId = uuidBytes(part.partId);
  for (const { seriesId, stepSeconds, offsetSeconds, piece, cell } of rows) {
    out.row(FIELDS);
    out.timestamp(part.importedAt);
    out.int8(seriesId);
    out.bytes(partId);
    out.int2(stepSeconds);
    out.int4(offsetSeconds);
    out.int2(piece);
    encodeCell(out, cell);
  }
  return out.finish();
}

function encodeCell(out: CopyEncoder, cell: Cell): void {
  const { kind, all, failed } = encodeDistribution(cell.distribution);
  out.int8(cell.requests);
  out.int8(cell.errors);
  out.int8(cell.items);
  out.int8(cell.bytes);
  if (cell.sumMicros === null) out.nothing();
  else out.float8(cell.sumMicros);
  if (cell.minMicros === null) out.nothing();
  else out.int8(cell.minMicros);
  if (cell.maxMicros === null) out.nothing();
  else out.int8(cell.maxMicros);
  out.int2(kind);
  if (all === null) out.nothing();
  else out.bytes(all);
  if (failed === null) out.nothing();
  else out.bytes(failed);
}

function encodeColumns(
  part: PartIdentity,
  cells: CellColumns,
  { from, to }: { from: number; to: number },
  seriesOf: (label: number) => number,
): Buffer {
  const { labels, steps, offsets, pieces, figures, kinds, ends, bytes } = cells;
  const partId = uuidBytes(part.partId);
  let begin = from === 0 ? 0 : (ends[from * 2 - 1] as number);
  const distributions = (ends[to * 2 - 1] as number) - begin;
  const out = new CopyEncoder((to - from) * ROW_BYTES + distributions + 64);
  for (let at = from; at < to; at++) {
    out.row(FIELDS);
    out.timestamp(part.importedAt);
    out.int8(seriesOf(labels[at] as number));
    out.bytes(partId);
    out.int2(steps[at] as number);
    out.int4(offsets[at] as number);
    out.int2(pieces[at] as number);
    const figure = at * NUMBERS_PER_CELL;
    for (let count = 0; count < 4; count++) out.int8(figures[figure + count] as number);
    const sum = figures[figure + 4] as number;
    if (Number.isNaN(sum)) out.nothing();
    else out.float8(sum);
    for (let extreme = 5; extreme < NUMBERS_PER_CELL; extreme++) {
      const micros = figures[figure + extreme] as number;
      if (Number.isNaN(micros)) out.nothing();
      else out.int8(micros);
    }
    out.int2(kinds[at] as number);
    for (let which = 0; which < 2; which++) {
      const end = ends[at * 2 + which] as number;
      if (end === begin) out.nothing();
      else out.bytes(bytes.subarray(begin, end));
      begin = end;
    }
  }
  return out.finish();
}

/** All fields but the distributions, with their lengths. */
const ROW_BYTES = 2 + FIELDS * 4 + 9 * 8 + 16 + 4 * 2 + 4;
