import type { OpenCell } from "./open-cell.ts";

/** The open cells of one slot: one step (a second, or ten) of every label. */
export type OpenSlot = Map<number, OpenCell>;

export type OpenNew = (label: number, slot: number) => OpenCell;

export type CloseSlot = (slot: number, cells: OpenSlot, piece: number) => void;

/**
 * The open cells of one step length. Slots behind the watermark close; a slot that reopens behind it collects late samples
 * until memory runs short, so that lines in any order cost few pieces.
 */
export class StepStage {
  readonly stepSeconds: number;
  readonly #onTime = new Map<number, OpenSlot>();
  readonly #late = new Map<number, OpenSlot>();
  readonly #closings = new ClosingCounts();
  readonly #open: OpenNew;
  readonly #close: CloseSlot;
  #watermark = -Infinity;
  #lastSlot = NaN;
  #last: OpenSlot = new Map();

  constructor(stepSeconds: number, open: OpenNew, close: CloseSlot) {
    this.stepSeconds = stepSeconds;
    this.#open = open;
    this.#close = close;
  }

  cell(label: number, slot: number): OpenCell {
    const cells = slot === this.#lastSlot ? this.#last : this.#slot(slot);
    let cell = cells.get(label);
    if (cell === undefined) {
      cell = this.#open(label, slot);
      cells.set(label, cell);
    }
    return cell;
  }

  /** Closes every slot that ends at or before this second, except those that were reopened late. */
  advance(watermarkSecond: number): void {
    this.#watermark = watermarkSecond;
    for (const slot of this.#onTime.keys()) {
      if (this.#isBehind(slot)) this.#closeFrom(this.#onTime, slot);
    }
  }

  /** Closes the slots that late samples reopened. */
  closeLate(): void {
    for (const slot of this.#late.keys()) this.#closeFrom(this.#late, slot);
  }

  /** Closes the slots that have waited longest, until they free this many bytes or none is left. */
  closeOldest(bytes: number): void {
    const oldest = [...this.#late.keys(), ...[...this.#onTime.keys()].toSorted((a, b) => a - b)];
    let left = bytes;
    for (const slot of oldest) {
      if (left <= 0) return;
      const pool = this.#late.has(slot) ? this.#late : this.#onTime;
      left -= bytesOf(pool.get(slot));
      this.#closeFrom(pool, slot);
    }
  }

  /** Closes everything, slot by slot in order of time. */
  *closeAll(): Generator<void> {
    const slots = [...this.#late.keys(), ...this.#onTime.keys()].toSorted((a, b) => a - b);
    for (const slot of slots) {
      this.#closeFrom(this.#late.has(slot) ? this.#late : this.#onTime, slot);
      yield;
    }
  }

  /** Approximate memory of the open cells. */
  measure(): number {
    let bytes = 0;
    for (const pool of [this.#late, this.#onTime]) for (const cells of pool.values()) bytes += bytesOf(cells);
    return bytes;
  }

  #slot(slot: number): OpenSlot {
    let cells = this.#onTime.get(slot) ?? this.#late.get(slot);
    if (cells === undefined) {
      cells = new Map();
      (this.#isBehind(slot) ? this.#late : this.#onTime).set(slot, cells);
    }
    this.#lastSlot = slot;
    this.#last = cells;
    return cells;
  }

  #isBehind(slot: number): boolean {
    return (slot + 1) * this.stepSeconds <= this.#watermark;
  }

  #closeFrom(pool: Map<number, OpenSlot>, slot: number): void {
    const cells = pool.get(slot);
    if (cells === undefined) return;
    pool.delete(slot);
    if (slot === this.#lastSlot) this.#lastSlot = NaN;
    this.#close(slot, cells, this.#closings.next(slot));
  }
}

function bytesOf(cells: OpenSlot | undefined): number {
  let bytes = EMPTY_SLOT_BYTES;
  for (const cell of cells?.values() ?? []) bytes += cell.memoryBytes;
  return bytes;
}

const EMPTY_SLOT_BYTES = 200;
const PAGE = 1024;

/** How often each slot was closed, in two bytes each: a month of seconds is 5 MB. */
class ClosingCounts {
  readonly #pages = new Map<number, Uint16Array>();

  next(slot: number): number {
    const page = Math.floor(slot / PAGE);
    let counts = this.#pages.get(page);
    if (counts === undefined) {
      counts = new Uint16Array(PAGE);
      this.#pages.set(page, counts);
    }
    const at = slot - page * PAGE;
    const before = counts[at] ?? 0;
    counts[at] = before + 1;
    return before;
  }
}
