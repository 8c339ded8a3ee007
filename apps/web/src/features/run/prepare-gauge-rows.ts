import type { RunGauge } from "@headroom/contract";
import { gaugeFigure, gaugeRange, loadText, sayGauge } from "@headroom/core";
import { formatClock, joinUnit } from "@headroom/ui";

/** A gauge as its row shows it. A missing text is a null, not an empty one. */
export interface GaugeRow {
  name: string;
  /** "65–75 %" */
  band: string | null;
  /** "20 % at 1,200 req/s" and the same under the most load. */
  byLoad: { low: string; high: string } | null;
  /** What it did, as sentences. */
  sentences: readonly string[];
}

type Gauge = Pick<RunGauge, "name" | "unit" | "besideLoad">;

/** Times from the start of a run. */
export function clockFrom(startedAt: string): (instant: string) => string {
  return (instant) => formatClock((Date.parse(instant) - Date.parse(startedAt)) / 1_000);
}

/** What each gauge did beside the load, with moments as `clock` writes them. */
export function prepareGaugeRows(
  gauges: readonly Gauge[],
  clock: (instant: string) => string,
): readonly GaugeRow[] {
  return gauges.map(({ name, unit, besideLoad }) => {
    const { band, byLoad, load } = besideLoad;
    const inUnit = (text: string) => joinUnit(text, unit ?? "");
    const at = (level: { load: number; value: number }) =>
      `${inUnit(gaugeFigure(level.value))} at ${loadText(level.load, load)}`;
    return {
      name,
      band: band === null ? null : inUnit(gaugeRange(band)),
      byLoad: byLoad === null ? null : { low: at(byLoad.low), high: at(byLoad.high) },
      sentences: sayGauge(unit, besideLoad, clock),
    };
  });
}
