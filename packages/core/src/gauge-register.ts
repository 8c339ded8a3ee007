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
/** What lies past the limit of gauges: measured, and left out. */
const LEFT_OUT = -1;

/** The gauges of a run. They are few beside its requests, so their cells wait for the end. */
export class GaugeRegister {
  readonly #states: GaugeState[] = [];
  readonly #numbers = new Map<string, number>();
  #leftOut = 0;

  number(name: string, unit: string | null): number {
    const kept = name.toWellFormed().replaceAll("\0", "\uFFFD").slice(0, LENGTH_MOST);
    const known = this.#numbers.get(kept);
    if (known !== undefined) return known;
    const number = this.#states.length < GAUGES_MOST ? this.#states.length : LEFT_OUT;
    if (number === LEFT_OUT) this.#leftOut += 1;
    else {
      this.#states.push({ name: kept, unit, cells: null });
      this.#numbers.set(kept, number);
    }
    return number;
  }

  measure(gauge: number, atMicros: number, value: number, originMicros: number): void {
    const state = this.#states[gauge];
    if (state === undefined || !Number.isFinite(value) || !Number.isFinite(atMicros)) return;
    state.cells ??= new GaugeCells(originMicros);
    state.cells.measure(atMicros, value);
  }

  totals(): GaugeTotals[] {
    return this.#states.flatMap(({ name, unit, cells }) =>
      cells === null ? [] : [{ name, unit, finestStepSeconds: cells.finestStepSeconds, rows: cells.rows() }],
    );
  }

  warnings(): Warning[] {
    if (this.#leftOut === 0) return [];
    const detail = `More than ${GAUGES_MOST} gauges: the rest were left out.`;
    return [{ code: "gauge-limit", count: this.#leftOut, detail, lines: [] }];
  }
}
