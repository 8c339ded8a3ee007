import { encodeDistributionInto, kindNumber, SKETCH_KIND } from "../cell/cell-codec.ts";
import {
  emptyColumns,
  NUMBERS_PER_CELL,
  orderColumns,
  widerColumns,
  writeFigures,
} from "../cell/cell-columns.ts";
import type { CellColumns } from "../cell/cell-columns.ts";
import type { StepSeconds } from "../cell/steps.ts";
import type { OpenCell } from "./open-cell.ts";
import type { CellRow } from "../cell/run-totals.ts";
import { ByteWriter } from "../sketch/varint.ts";

/** Where cells go when they close. */
export interface ClosedCells {
  /** Returns whether the cell can be reused. */
  put(stepSeconds: StepSeconds, piece: number, cell: OpenCell): boolean;
  /** Called when everything that the beginning of a second closes has been put. */
  advanced?(): void;
}

/** Closed cells as rows. */
export class ClosedRows implements ClosedCells {
  #rows: CellRow[] = [];

  put(stepSeconds: StepSeconds, piece: number, cell: OpenCell): boolean {
    const { label, slot } = cell;
    this.#rows.push({ label, stepSeconds, offsetSeconds: slot * stepSeconds, piece, cell: cell.close() });
    return false;
  }

  take(): CellRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

const FIRST_ROWS = 8_192;

/** Closed cells as columns, encoded immediately, so that no written cell is left for the garbage collector. */
export class ClosedColumns implements ClosedCells {
  readonly #out = new ByteWriter();
  #columns = emptyColumns(FIRST_ROWS);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  put(stepSeconds: StepSeconds, piece: number, cell: OpenCell): boolean {
    if (this.#length === this.#columns.length) this.#columns = widerColumns(this.#columns);
    const columns = this.#columns;
    const at = this.#length++;
    columns.labels[at] = cell.label;
    columns.steps[at] = stepSeconds;
    columns.offsets[at] = cell.slot * stepSeconds;
    columns.pieces[at] = piece;
    const end = cell.encodeInto(this.#out, columns.figures, at * NUMBERS_PER_CELL);
    columns.kinds[at] = end === null ? this.#putGiven(cell, at) : SKETCH_KIND;
    if (end !== null) columns.ends[at * 2] = end;
    columns.ends[at * 2 + 1] = this.#out.length;
    return end !== null;
  }

  /** Rows added since the last call, in the order they are read later: neighbours stay dense in tables and indexes. */
  take(): CellColumns {
    const taken = orderColumns(this.#columns, this.#length, this.#out.copy());
    this.#length = 0;
    this.#out.clear();
    return taken;
  }

  #putGiven(open: OpenCell, at: number): number {
    const cell = open.close();
    writeFigures(this.#columns.figures, at * NUMBERS_PER_CELL, cell);
    this.#columns.ends[at * 2] = encodeDistributionInto(this.#out, cell.distribution);
    return kindNumber(cell.distribution);
  }
}
