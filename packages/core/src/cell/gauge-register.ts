import { GaugeCells, type GaugeRow } from "./gauge-cells.ts";
import type { StepSeconds } from "./run-totals.ts";
import type { Warning } from "./sample.ts";

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

const GAUGES_MOST = 200;
const LENGTH_MOST = 200;
/** Of all gauges together: some 60 MB. */
const CELLS_MOST = 400_000;
/** No run is as long: a value so far away was measured at another time, or its clock is wrong. */
const MICROS_AWAY_MOST = 366 * 86_400e6;
/** What lies past the limit of gauges: measured, and left out. */
const LEFT_OUT = -1;

/** The gauges of a run. They are few beside its requests, so their cells wait for the end. */
export class GaugeRegister {
  readonly #states: GaugeState[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #cellsMost: number;
  #cells = 0;
  #leftOut = 0;
  #outOfRange = 0;

  constructor(cellsMost = CELLS_MOST) {
    this.#cellsMost = cellsMost;
  }

  number(name: string, unit: string | null): number {
    const kept = storable(name);
    const known = this.#numbers.get(kept);
    if (known !== undefined) return known;
    const number = this.#states.length < GAUGES_MOST ? this.#states.length : LEFT_OUT;
    if (number === LEFT_OUT) this.#leftOut += 1;
    else {
      this.#states.push({ name: kept, unit: unit === null ? null : storable(unit), cells: null });
      this.#numbers.set(kept, number);
    }
    return number;
  }

  measure(gauge: number, atMicros: number, value: number, originMicros: number): void {
    const state = this.#states[gauge];
    if (state === undefined || !Number.isFinite(value) || !Number.isFinite(atMicros)) return;
    if (Math.abs(atMicros - originMicros) > MICROS_AWAY_MOST) return this.leaveOut();
    if (this.#cells >= 2 * this.#cellsMost) {
      this.#leftOut += 1;
      return;
    }
    state.cells ??= new GaugeCells(originMicros);
    const before = state.cells.size;
    state.cells.measure(atMicros, value);
    this.#cells += state.cells.size - before;
    if (this.#cells > this.#cellsMost && state.cells.size > before) this.#coarsenLargest();
  }

  #coarsenLargest(): void {
    const gauges = this.#states.flatMap(({ cells }) => (cells === null ? [] : [cells]));
    const bySize = gauges.toSorted((a, b) => b.size - a.size);
    if (bySize.some((cells) => cells.coarsen()))
      this.#cells = gauges.reduce((sum, { size }) => sum + size, 0);
  }

  /** Counts a value that lies too far from the run. */
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
      const detail = `More than ${GAUGES_MOST} gauges, or more of their values than can be held: the rest were left out.`;
      warnings.push({ code: "gauge-limit", count: this.#leftOut, detail, lines: [] });
    }
    if (this.#outOfRange > 0) {
      const detail = "Values of gauges that lie too far from the start of the run were left out.";
      warnings.push({ code: "gauge-out-of-range", count: this.#outOfRange, detail, lines: [] });
    }
    return warnings;
  }
}

/** As the database can hold it. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").slice(0, LENGTH_MOST).toWellFormed();
}
