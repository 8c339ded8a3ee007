import { chooseDrawing } from "../choose-drawing.ts";
import { mergeGaugeCells } from "./gauge-cells.ts";
import type { GaugeCell } from "./gauge-cells.ts";

/** What one part of a run knows of a gauge in one step. */
export interface GaugeOfPart {
  offsetSeconds: number;
  part: string;
  /** It was measured separately, and not seen by a load generator. */
  beside: boolean;
  cell: GaugeCell;
}

export interface GaugePoint {
  offsetSeconds: number;
  cell: GaugeCell;
}

/** How many moments have a value, and from when to when. */
export interface GaugeMeasured {
  times: number;
  fromSeconds: number;
  toSeconds: number;
}

/** Counted by every generator separately, so that values of one moment add up; other gauges measure one thing. */
const ADDED_UP = new Set(["users"]);
/** A generator's last value stays valid until its next one, but for no longer than this. */
const MAX_HELD_SECONDS = 60;

/** Each value at its own time if there are few enough of them, else merged on a grid. */
export function gaugeDrawing(
  measured: GaugeMeasured,
  finestStepSeconds: number,
  maxPoints: number,
): { pointSeconds: number; stepSeconds: number } {
  if (measured.times <= maxPoints) return { pointSeconds: finestStepSeconds, stepSeconds: finestStepSeconds };
  const { pointSeconds, stepSeconds } = chooseDrawing(measured, finestStepSeconds, maxPoints);
  return { pointSeconds, stepSeconds };
}

/** A gauge of a run from what its parts know of it, in order of time. Points without values are absent. */
export function joinGauge(name: string, rows: readonly GaugeOfPart[], pointSeconds: number): GaugePoint[] {
  const addsUp = ADDED_UP.has(name.toLowerCase());
  const points = Map.groupBy(
    rows,
    ({ offsetSeconds }) => Math.floor(offsetSeconds / pointSeconds) * pointSeconds,
  );
  if (addsUp) holdBetween(points);
  return [...points].map(([offsetSeconds, cells]) => ({ offsetSeconds, cell: joined(cells, addsUp) }));
}

/** Repeats each part's last value at points between two of its own, so that a sum covers all parts. */
function holdBetween(points: ReadonlyMap<number, GaugeOfPart[]>): void {
  const offsets = [...points.keys()];
  const seen = new Map<string, { at: number; row: GaugeOfPart }>();
  for (const [at, offset] of offsets.entries()) {
    const rows = [...(points.get(offset) ?? [])];
    for (const row of new Map(rows.map((one) => [one.part, one])).values()) {
      const last = seen.get(row.part);
      if (last !== undefined && offset - (offsets[last.at] ?? 0) <= MAX_HELD_SECONDS) {
        for (const missed of offsets.slice(last.at + 1, at)) points.get(missed)?.push(last.row);
      }
      seen.set(row.part, { at, row });
    }
  }
}

/** Separate measurements take precedence over what the generators saw. */
function joined(cells: readonly GaugeOfPart[], addsUp: boolean): GaugeCell {
  const beside = cells.filter((one) => one.beside);
  if (beside.length > 0 && beside.length < cells.length) return joined(beside, addsUp);
  const byPart = Map.groupBy(cells, ({ part }) => part);
  const parts = [...byPart.values()].map((of) => mergeGaugeCells(of.map(({ cell }) => cell)));
  const known = parts.filter((cell) => cell !== null);
  const merged = mergeGaugeCells(known);
  if (merged === null) throw new Error("a point of a gauge has no cells");
  return addsUp && known.length > 1 && beside.length === 0 ? addedUp(known) : merged;
}

function addedUp(cells: readonly GaugeCell[]): GaugeCell {
  const total = (of: (cell: GaugeCell) => number) => cells.reduce((sum, cell) => sum + of(cell), 0);
  return {
    count: 1,
    sum: total(({ sum, count }) => sum / count),
    min: total(({ min }) => min),
    max: total(({ max }) => max),
    last: total(({ last }) => last),
  };
}
