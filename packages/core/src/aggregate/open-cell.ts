import { mergeCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { storableCount } from "../cell/storable-count.ts";
import { Sketch } from "../sketch/sketch.ts";
import type { ByteWriter } from "../sketch/varint.ts";

/** A cell that still accepts samples: mutable, with a single owner. */
export class OpenCell {
  label: number;
  /** The index of its step, counted from the origin. */
  slot: number;
  #errors = 0;
  #items = 0;
  #bytes = 0;
  #all: Sketch | null = null;
  #failed: Sketch | null = null;
  /** What the source itself says about this stretch. */
  #given: Cell | null = null;
  /** The same of the end of an interval that belongs to its neighbour: its counts, whose percentiles the neighbour has. */
  #beside: Cell | null = null;

  constructor(label: number, slot: number) {
    this.label = label;
    this.slot = slot;
  }

  get requests(): number {
    return this.samples + (this.#given?.requests ?? 0) + (this.#beside?.requests ?? 0);
  }

  get samples(): number {
    return this.#all === null ? 0 : this.#all.count;
  }

  /** Approximately, including its place in a map. */
  get memoryBytes(): number {
    const given = this.#given === null ? 0 : memoryOf(this.#given);
    return 120 + (this.#all?.memoryBytes ?? 0) + (this.#failed?.memoryBytes ?? 0) + given;
  }

  add(latencyMicros: number, failed: boolean, items: number, bytes: number): void {
    if (this.#all === null) this.#all = new Sketch();
    this.#all.add(latencyMicros);
    this.#items += items;
    this.#bytes += bytes;
    if (failed) {
      this.#errors++;
      if (this.#failed === null) this.#failed = new Sketch();
      this.#failed.add(latencyMicros);
    }
  }

  /** Makes room for samples like those of another cell, if there are none yet. */
  expectLike(other: OpenCell): void {
    if (other.#all === null) return;
    this.#all ??= new Sketch();
    this.#all.expectLike(other.#all);
  }

  /** Adds what the source gives for this stretch, or for a part of it. Of a neighbour's end, quoted percentiles don't count. */
  take(cell: Cell, isEnd = false): void {
    if (isEnd && cell.distribution.kind === "quoted") this.#takeCounts(cell);
    else this.#given = this.#given === null ? cell : mergeCells(this.#given, cell);
  }

  #takeCounts(cell: Cell): void {
    const counted: Cell = { ...cell, distribution: { kind: "none" } };
    this.#beside = this.#beside === null ? counted : mergeCells(this.#beside, counted);
  }

  /** Adds a cell, which stays unchanged. */
  absorb(cell: OpenCell): void {
    this.absorbSamples(cell);
    if (cell.#given !== null) this.take(cell.#given);
    if (cell.#beside !== null) this.#takeCounts(cell.#beside);
  }

  /** Only what was counted from samples: the source adds up its own intervals. */
  absorbSamples(cell: OpenCell): void {
    this.#count(cell);
    if (cell.#all !== null) this.#all = (this.#all ?? new Sketch()).merge(cell.#all);
    if (cell.#failed !== null) this.#failed = (this.#failed ?? new Sketch()).merge(cell.#failed);
  }

  /** Adds a cell that nobody will read again, reusing its sketches if there are none yet. */
  consume(cell: OpenCell): void {
    if (this.requests > 0 || this.#given !== null || this.#beside !== null) {
      this.absorb(cell);
      return;
    }
    this.#count(cell);
    [this.#all, cell.#all] = [cell.#all, this.#all];
    [this.#failed, cell.#failed] = [cell.#failed, this.#failed];
    this.#given = cell.#given;
    this.#beside = cell.#beside;
  }

  /** Resets it to an empty cell, reusing its memory. */
  reuse(label: number, slot: number): this {
    this.label = label;
    this.slot = slot;
    this.#errors = 0;
    this.#items = 0;
    this.#bytes = 0;
    this.#all?.release();
    this.#failed?.release();
    this.#given = null;
    this.#beside = null;
    return this;
  }

  /** Writes what was counted, as `close` would return it, and returns where its distribution ends; null: see `close`. */
  encodeInto(out: ByteWriter, figures: Float64Array, at: number): number | null {
    if (this.#given !== null || this.#beside !== null || this.#all === null) return null;
    const { count, sum, min, max } = this.#all;
    figures[at] = count;
    figures[at + 1] = this.#errors;
    figures[at + 2] = storableCount("items", this.#items);
    figures[at + 3] = storableCount("bytes", this.#bytes);
    figures[at + 4] = count === 0 ? NaN : sum;
    figures[at + 5] = min ?? NaN;
    figures[at + 6] = max ?? NaN;
    this.#all.encodeInto(out);
    const end = out.length;
    if (this.#errors > 0) this.#failed?.encodeInto(out);
    return end;
  }

  /** The finished cell. The open cell must not be used afterwards. */
  close(): Cell {
    const given = this.#givenWhole();
    if (given === null) return this.#counted();
    const cell = this.#all === null ? given : mergeCells(this.#counted(), given);
    return { ...cell, items: storableCount("items", cell.items), bytes: storableCount("bytes", cell.bytes) };
  }

  #givenWhole(): Cell | null {
    if (this.#given === null || this.#beside === null) return this.#given ?? this.#beside;
    return { ...mergeCells(this.#given, this.#beside), distribution: this.#given.distribution };
  }

  #counted(): Cell {
    const all = this.#all ?? new Sketch();
    return {
      requests: all.count,
      errors: this.#errors,
      items: storableCount("items", this.#items),
      bytes: storableCount("bytes", this.#bytes),
      sumMicros: all.count === 0 ? null : all.sum,
      minMicros: all.min,
      maxMicros: all.max,
      distribution: { kind: "sketch", all, failed: this.#errors > 0 ? this.#failed : null },
    };
  }

  #count(cell: OpenCell): void {
    this.#errors += cell.#errors;
    this.#items += cell.#items;
    this.#bytes += cell.#bytes;
  }
}

function memoryOf({ distribution }: Cell): number {
  if (distribution.kind === "sketch")
    return 200 + distribution.all.memoryBytes + (distribution.failed?.memoryBytes ?? 0);
  return distribution.kind === "buckets" ? 200 + 16 * distribution.counts.length : 400;
}
