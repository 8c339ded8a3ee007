import type { RunGauge } from "@headroom/contract";
import { gaugeFigure, gaugeRange, loadText, sayGauge, unitOfShare } from "@headroom/core";
import { formatClock, joinUnit } from "@headroom/ui";

/** A gauge as its row shows it. A missing text is a null, not an empty one. */
export interface GaugeRow {
  name: string;
  /** "65–75 %" */
  band: string | null;
  /** "lowest 30%, highest 92%", of the whole run; null: its values aren't given. */
  ends: string | null;
  /** "20 % at 1,200 req/s" and the same under the most load. */
  byLoad: { low: string; high: string } | null;
  /** What it did, as sentences. */
  sentences: readonly string[];
}

type Gauge = Pick<RunGauge, "name" | "unit" | "besideLoad"> & {
  points?: readonly { min?: number; max?: number }[];
};

/** Times from the start of a run. */
export function clockFrom(startedAt: string): (instant: string) => string {
  return (instant) => formatClock((Date.parse(instant) - Date.parse(startedAt)) / 1_000);
}

/** What each gauge did beside the load, with moments as `clock` writes them. */
export function prepareGaugeRows(
  gauges: readonly Gauge[],
  clock: (instant: string) => string,
): readonly GaugeRow[] {
  return gauges.map(({ name, unit, besideLoad, points = [] }) => {
    const { band, byLoad, load } = besideLoad;
    // Its sentences say of what it is a share.
    const inUnit = (text: string) => joinUnit(text, unit === null ? "" : unitOfShare(unit));
    const at = (level: { load: number; value: number }) =>
      `${inUnit(gaugeFigure(level.value))} at ${loadText(level.load, load)}`;
    return {
      name,
      band: band === null ? null : inUnit(gaugeRange(band)),
      ends: endsOf(points, (value) => inUnit(gaugeFigure(value))),
      byLoad: byLoad === null ? null : { low: at(byLoad.low), high: at(byLoad.high) },
      sentences: sayGauge(unit, besideLoad, clock),
    };
  });
}

function endsOf(points: NonNullable<Gauge["points"]>, inUnit: (value: number) => string): string | null {
  const [lows, highs] = [points.flatMap(({ min }) => min ?? []), points.flatMap(({ max }) => max ?? [])];
  if (lows.length === 0 || highs.length === 0) return null;
  const lowest = lows.reduce((least, value) => Math.min(least, value), Infinity);
  const highest = highs.reduce((most, value) => Math.max(most, value), -Infinity);
  return `lowest ${inUnit(lowest)}, highest ${inUnit(highest)}`;
}
