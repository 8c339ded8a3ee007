import type { CellRow } from "./cell-row.ts";

/** Cells of busy labels have a hundred buckets and more, idle ones a few. */
const LIMITS = { rows: 50_000, buckets: 100_000 };

/** Rows that a columnar file has to hold in memory until it can write them together. */
export class RowGroup {
  readonly #limits: typeof LIMITS;
  #rows: CellRow[] = [];
  #buckets = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  add(row: CellRow): void {
    this.#rows.push(row);
    this.#buckets += (row.buckets?.length ?? 0) + (row.failedBuckets?.length ?? 0);
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isFull(): boolean {
    return this.#rows.length >= this.#limits.rows || this.#buckets >= this.#limits.buckets;
  }

  /** The rows, and begins the next group. */
  take(): readonly CellRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#buckets = 0;
    return rows;
  }
}
