import { DAY_MICROS } from "../time.ts";
import { GaugeCells } from "./gauge-cells.ts";
import type { GaugeRow } from "./gauge-cells.ts";
import type { GaugeSpread, Warning } from "./sample.ts";
import type { StepSeconds } from "./steps.ts";

/** A gauge of a run with all of its cells. */
export interface GaugeTotals {
  name: string;
  unit: string | null;
  finestStepSeconds: StepSeconds;
  rows: GaugeRow[];
}

interface GaugeState {
  name: string;
  unit: string | null;
  cells: GaugeCells | null;
}

const MAX_GAUGES = 200;
const MAX_LENGTH = 200;
/** For all gauges together: about 60 MB. */
const MAX_CELLS = 400_000;
/** No run is this long: a value this far away was measured at another time, or its clock is wrong. */
const MAX_MICROS_AWAY = 366 * DAY_MICROS;
/** Gauges past the limit: counted, but left out. */
const LEFT_OUT = -1;

/** The gauges of a run. There are few of them, so their cells are written at the end. */
export class GaugeRegister {
  readonly #states: GaugeState[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #maxCells: number;
  #cells = 0;
  #leftOut = 0;
  #outOfRange = 0;

  constructor(maxCells = MAX_CELLS) {
    this.#maxCells = maxCells;
  }

  number(name: string, unit: string | null): number {
    const kept = storable(name);
    const known = this.#numbers.get(kept);
    if (known !== undefined) return known;
    const number = this.#states.length < MAX_GAUGES ? this.#states.length : LEFT_OUT;
    if (number === LEFT_OUT) this.#leftOut += 1;
    else {
      this.#states.push({ name: kept, unit: unit === null ? null : storable(unit), cells: null });
      this.#numbers.set(kept, number);
    }
    return number;
  }

  measure(
    gauge: number,
    { atMicros, value, spread }: { atMicros: number; value: number; spread?: GaugeSpread | undefined },
    originMicros: number,
  ): void {
    const state = this.#states[gauge];
    if (state === undefined || !Number.isFinite(value) || !Number.isFinite(atMicros)) return;
    if (Math.abs(atMicros - originMicros) > MAX_MICROS_AWAY) return this.leaveOut();
    if (this.#cells >= 2 * this.#maxCells) {
      this.#leftOut += 1;
      return;
    }
    state.cells ??= new GaugeCells(originMicros);
    const before = state.cells.size;
    state.cells.measure(atMicros, value, spread);
    this.#cells += state.cells.size - before;
    if (this.#cells > this.#maxCells && state.cells.size > before) this.#coarsenLargest();
  }

  #coarsenLargest(): void {
    const gauges = this.#states.flatMap(({ cells }) => (cells === null ? [] : [cells]));
    const bySize = gauges.toSorted((a, b) => b.size - a.size);
    if (bySize.some((cells) => cells.coarsen()))
      this.#cells = gauges.reduce((sum, { size }) => sum + size, 0);
  }

  /** Counts a value that is too far from the run. */
  leaveOut(): void {
    this.#outOfRange += 1;
  }

  totals(): GaugeTotals[] {
    return this.#states.flatMap(({ name, unit, cells }) =>
      cells === null ? [] : [{ name, unit, finestStepSeconds: cells.finestStepSeconds, rows: cells.rows() }],
    );
  }

  warnings(): Warning[] {
    const warnings: Warning[] = [];
    if (this.#leftOut > 0) {
      const detail = `More than ${MAX_GAUGES} gauges, or more of their values than can be held: the rest were left out.`;
      warnings.push({ code: "gauge-limit", count: this.#leftOut, detail, lines: [] });
    }
    if (this.#outOfRange > 0) {
      const detail = "Values of gauges that lie too far from the start of the run were left out.";
      warnings.push({ code: "gauge-out-of-range", count: this.#outOfRange, detail, lines: [] });
    }
    return warnings;
  }
}

/** As the database can store it. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").slice(0, MAX_LENGTH).toWellFormed();
}
