import type { GaugeCell } from "../cell/gauge-cells.ts";

export interface FoldedGauge {
  name: string;
  unit: string | null;
  second: number;
  cell: GaugeCell;
}

/** Gathers the gauges of a body by their second. */
export class GaugeFold {
  readonly #gauges = new Map<string, FoldedGauge & { lastMicros: number }>();

  take({ name, unit }: { name: string; unit: string | null }, atMicros: number, value: number): void {
    const second = Math.floor(atMicros / 1e6);
    const key = `${second} ${name}`;
    const known = this.#gauges.get(key);
    if (known === undefined) {
      const cell = { count: 1, sum: value, min: value, max: value, last: value };
      this.#gauges.set(key, { name, unit, second, cell, lastMicros: atMicros });
      return;
    }
    const { cell } = known;
    cell.count += 1;
    cell.sum += value;
    cell.min = Math.min(cell.min, value);
    cell.max = Math.max(cell.max, value);
    if (atMicros < known.lastMicros) return;
    cell.last = value;
    known.lastMicros = atMicros;
  }

  finish(): FoldedGauge[] {
    return [...this.#gauges.values()].map(({ lastMicros: _lastMicros, ...gauge }) => gauge);
  }
}
