import type { GaugeSpread } from "./sample.ts";
import { STEPS } from "./steps.ts";
import type { StepSeconds } from "./steps.ts";

/** What a gauge showed in one stretch of time. */
export interface GaugeCell {
  count: number;
  sum: number;
  min: number;
  max: number;
  /** The latest value. */
  last: number;
}

export interface GaugeRow {
  stepSeconds: StepSeconds;
  /** From the origin, signed, a multiple of the step. */
  offsetSeconds: number;
  cell: GaugeCell;
}

interface OpenGaugeCell extends GaugeCell {
  lastAtMicros: number;
}

/**
 * One gauge of a run as cells of every step, in bounded memory: past the limit, the finest step is given up.
 * Values may come in any order.
 */
export class GaugeCells {
  readonly #originSecond: number;
  readonly #cellLimit: number;
  #cells = new Map<number, OpenGaugeCell>();
  #level = 0;

  constructor(originMicros: number, cellLimit = 100_000) {
    this.#originSecond = Math.floor(originMicros / 1_000_000);
    this.#cellLimit = cellLimit;
  }

  get finestStepSeconds(): StepSeconds {
    return STEPS[this.#level] ?? 600;
  }

  /** The number of cells in memory. */
  get size(): number {
    return this.#cells.size;
  }

  measure(atMicros: number, value: number, spread: GaugeSpread = { count: 1, min: value, max: value }): void {
    const second = Math.floor(atMicros / 1_000_000) - this.#originSecond;
    const seen = { ...spread, sum: value * spread.count, last: value, lastAtMicros: atMicros };
    put(this.#cells, Math.floor(second / this.finestStepSeconds), seen);
    while (this.#cells.size > this.#cellLimit && this.coarsen());
  }

  /** The cells of every remaining step, finest first, in order of time. */
  rows(): GaugeRow[] {
    return STEPS.slice(this.#level).flatMap((stepSeconds) => {
      const cells = regrouped(this.#cells, stepSeconds / this.finestStepSeconds);
      return [...cells]
        .toSorted(([a], [b]) => a - b)
        .map(([slot, { lastAtMicros: _notStored, ...cell }]) => ({
          stepSeconds,
          offsetSeconds: slot * stepSeconds,
          cell,
        }));
    });
  }

  /** Gives up the finest step; returns false if only one is left. */
  coarsen(): boolean {
    if (this.#level === STEPS.length - 1) return false;
    const before = this.finestStepSeconds;
    this.#level += 1;
    this.#cells = regrouped(this.#cells, this.finestStepSeconds / before);
    return true;
  }
}

export function mergeGaugeCells(cells: Iterable<GaugeCell>): GaugeCell | null {
  let merged: GaugeCell | null = null;
  for (const cell of cells) {
    merged =
      merged === null
        ? { ...cell }
        : {
            count: merged.count + cell.count,
            sum: merged.sum + cell.sum,
            min: Math.min(merged.min, cell.min),
            max: Math.max(merged.max, cell.max),
            last: cell.last,
          };
  }
  return merged;
}

function regrouped(cells: ReadonlyMap<number, OpenGaugeCell>, times: number): Map<number, OpenGaugeCell> {
  const groups = new Map<number, OpenGaugeCell>();
  for (const [slot, cell] of cells) put(groups, Math.floor(slot / times), { ...cell });
  return groups;
}

function put(cells: Map<number, OpenGaugeCell>, slot: number, more: OpenGaugeCell): void {
  const cell = cells.get(slot);
  if (cell === undefined) {
    cells.set(slot, more);
    return;
  }
  cell.count += more.count;
  cell.sum += more.sum;
  cell.min = Math.min(cell.min, more.min);
  cell.max = Math.max(cell.max, more.max);
  if (more.lastAtMicros < cell.lastAtMicros) return;
  cell.last = more.last;
  cell.lastAtMicros = more.lastAtMicros;
}
