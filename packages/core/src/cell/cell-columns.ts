import type { Cell } from "./cell.ts";
import { decodeDistribution, encodeDistributionInto, kindNumber } from "./cell-codec.ts";
import type { CellRow } from "./run-totals.ts";
import { ByteWriter } from "../sketch/varint.ts";
import type { StepSeconds } from "./steps.ts";

/** Rows of cells as a few plain arrays, which threads can pass on without copying. Distributions are encoded. */
export interface CellColumns {
  length: number;
  labels: Uint32Array;
  steps: Uint16Array;
  offsets: Int32Array;
  pieces: Uint16Array;
  /** `NUMBERS_PER_CELL` numbers for each row, in the order of `FIGURE_NAMES`; NaN means null. */
  figures: Float64Array;
  kinds: Uint8Array;
  /** Two for each row: where its distribution ends in `bytes`, and where that of its failed requests ends. A missing one is empty. */
  ends: Uint32Array;
  bytes: Uint8Array;
}

export const FIGURE_NAMES = [
  "requests",
  "errors",
  "items",
  "bytes",
  "sumMicros",
  "minMicros",
  "maxMicros",
] as const;
export const NUMBERS_PER_CELL = FIGURE_NAMES.length;

const out = new ByteWriter();

export function encodeCells(rows: readonly CellRow[]): CellColumns {
  const { length } = rows;
  const columns = emptyColumns(length);
  out.clear();
  for (let at = 0; at < length; at++) {
    const { label, stepSeconds, offsetSeconds, piece, cell } = rows[at] as CellRow;
    columns.labels[at] = label;
    columns.steps[at] = stepSeconds;
    columns.offsets[at] = offsetSeconds;
    columns.pieces[at] = piece;
    writeFigures(columns.figures, at * NUMBERS_PER_CELL, cell);
    columns.kinds[at] = kindNumber(cell.distribution);
    columns.ends[at * 2] = encodeDistributionInto(out, cell.distribution);
    columns.ends[at * 2 + 1] = out.length;
  }
  columns.bytes = out.copy();
  return columns;
}

/** The memory behind the columns, to transfer it to another thread. */
export function buffersOf(columns: CellColumns): ArrayBuffer[] {
  const { labels, steps, offsets, pieces, figures, kinds, ends, bytes } = columns;
  return [labels, steps, offsets, pieces, figures, kinds, ends, bytes].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );
}

export function decodeCells(columns: CellColumns): CellRow[] {
  return Array.from({ length: columns.length }, (_, at) => ({
    label: columns.labels[at] ?? 0,
    stepSeconds: (columns.steps[at] ?? 0) as StepSeconds,
    offsetSeconds: columns.offsets[at] ?? 0,
    piece: columns.pieces[at] ?? 0,
    cell: decodeCell(columns, at),
  }));
}

/** The cell of one row. Decoded one by one, because there may be very many. */
export function decodeCell(columns: CellColumns, at: number): Cell {
  const { figures, ends, bytes, kinds } = columns;
  const figure = (which: number) => figures[at * NUMBERS_PER_CELL + which] ?? 0;
  const known = (which: number) => (Number.isNaN(figure(which)) ? null : figure(which));
  const from = at === 0 ? 0 : (ends[at * 2 - 1] ?? 0);
  const middle = ends[at * 2] ?? 0;
  const to = ends[at * 2 + 1] ?? 0;
  return {
    requests: figure(0),
    errors: figure(1),
    items: figure(2),
    bytes: figure(3),
    sumMicros: known(4),
    minMicros: known(5),
    maxMicros: known(6),
    distribution: decodeDistribution({
      kind: kinds[at] ?? 0,
      all: middle > from ? bytes.subarray(from, middle) : null,
      failed: to > middle ? bytes.subarray(middle, to) : null,
    }),
  };
}

export function writeFigures(figures: Float64Array, at: number, cell: Cell): void {
  figures[at] = cell.requests;
  figures[at + 1] = cell.errors;
  figures[at + 2] = cell.items;
  figures[at + 3] = cell.bytes;
  figures[at + 4] = cell.sumMicros ?? NaN;
  figures[at + 5] = cell.minMicros ?? NaN;
  figures[at + 6] = cell.maxMicros ?? NaN;
}

export function emptyColumns(length: number): CellColumns {
  return {
    length,
    labels: new Uint32Array(length),
    steps: new Uint16Array(length),
    offsets: new Int32Array(length),
    pieces: new Uint16Array(length),
    figures: new Float64Array(length * NUMBERS_PER_CELL),
    kinds: new Uint8Array(length),
    ends: new Uint32Array(length * 2),
    bytes: new Uint8Array(0),
  };
}

/** The same with room for twice as many. */
export function widerColumns(columns: CellColumns): CellColumns {
  const wider = emptyColumns(columns.length * 2);
  wider.labels.set(columns.labels);
  wider.steps.set(columns.steps);
  wider.offsets.set(columns.offsets);
  wider.pieces.set(columns.pieces);
  wider.figures.set(columns.figures);
  wider.kinds.set(columns.kinds);
  wider.ends.set(columns.ends);
  return wider;
}

/** The first `length` rows, sorted by label, step and offset, in new columns. */
export function orderColumns(columns: CellColumns, length: number, bytes: Uint8Array): CellColumns {
  const { labels, steps, offsets, pieces, figures, kinds, ends } = columns;
  const ordered = { ...emptyColumns(length), bytes: new Uint8Array(bytes.length) };
  let written = 0;
  for (const [at, from] of placesOf(columns, length).entries()) {
    ordered.labels[at] = labels[from] as number;
    ordered.steps[at] = steps[from] as number;
    ordered.offsets[at] = offsets[from] as number;
    ordered.pieces[at] = pieces[from] as number;
    ordered.kinds[at] = kinds[from] as number;
    for (let figure = 0; figure < NUMBERS_PER_CELL; figure++) {
      ordered.figures[at * NUMBERS_PER_CELL + figure] = figures[from * NUMBERS_PER_CELL + figure] as number;
    }
    const begin = from === 0 ? 0 : (ends[from * 2 - 1] as number);
    const end = ends[from * 2 + 1] as number;
    for (let byte = begin; byte < end; byte++) ordered.bytes[written + byte - begin] = bytes[byte] as number;
    ordered.ends[at * 2] = written + (ends[from * 2] as number) - begin;
    written += end - begin;
    ordered.ends[at * 2 + 1] = written;
  }
  return ordered;
}

function placesOf({ labels, steps, offsets }: CellColumns, length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, at) => at).sort(
    (a, b) =>
      (labels[a] as number) - (labels[b] as number) ||
      (steps[a] as number) - (steps[b] as number) ||
      (offsets[a] as number) - (offsets[b] as number) ||
      a - b,
  );
}
