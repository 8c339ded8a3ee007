import { formatTime } from "../format/instant.ts";
import { formatFigure, formatRange } from "../format/number.ts";
import { HOUR_MILLIS } from "../time.ts";

/** An earlier peak day on this day's clock, and by what this one is expected to be larger. */
export interface EarlierBand {
  id: string;
  name: string;
  growthLow: number;
  growthHigh: number;
  /** [epoch second of this day, requests a second] */
  points: readonly (readonly [number, number])[];
}

/** An expected peak that somebody typed in, below what an earlier day and the growth come to. */
export interface BelowEarlier {
  earlier: { id: string; name: string };
  /** The peak of the band, in requests a second. */
  low: number;
  high: number;
  /** What the band rises above, if it does: what tests have shown, and when; null: it doesn't, or nothing was shown. */
  crosses: { throughput: number; state: "proven" | "accepted"; at: Date } | null;
}

/** Null: it isn't below, or no earlier day is known. `earlier`: latest first, of which the first that is known counts. */
export function belowEarlier({
  typed,
  earlier,
  shown,
}: {
  typed: number;
  earlier: readonly EarlierBand[];
  shown: { throughput: number; state: "proven" | "accepted" } | null;
}): BelowEarlier | null {
  const band = earlier.find(({ points }) => points.length > 0);
  if (band === undefined) return null;
  const { id, name, growthLow, growthHigh, points } = band;
  const peak = points.reduce((most, [, throughput]) => Math.max(most, throughput), 0);
  if (typed >= peak * growthLow) return null;
  const first = points.find(([, throughput]) => shown !== null && throughput * growthHigh > shown.throughput);
  return {
    earlier: { id, name },
    low: peak * growthLow,
    high: peak * growthHigh,
    crosses: shown === null || first === undefined ? null : { ...shown, at: new Date(first[0] * 1_000) },
  };
}

/** "The expected peak of 1,000 req/s is below … That band rises above the proven 1,200 req/s between 20:00 and 21:00." */
export function belowEarlierInWords(
  typed: number,
  { earlier, low, high, crosses }: BelowEarlier,
  { startsAt, timeZone }: { startsAt: Date; timeZone: string },
): string {
  const band = `${formatRange(formatFigure(low), formatFigure(high))} req/s`;
  const below = `The expected peak of ${formatFigure(typed)} req/s is below what ${earlier.name} and the expected growth come to, ${band}.`;
  if (crosses === null) return below;
  const { throughput, state, at } = crosses;
  const known = state === "proven" ? "proven" : "measured";
  const clock = (moment: Date) => formatTime(moment, startsAt, timeZone);
  return `${below} That band rises above the ${known} ${formatFigure(throughput)} req/s between ${hourOf(clock(at))} and ${hourOf(clock(new Date(at.getTime() + HOUR_MILLIS)))}.`;
}

/** Of "20:25", or "28 Nov 2026, 20:25". */
function hourOf(clock: string): string {
  return clock.replace(/\d\d$/, "00");
}
