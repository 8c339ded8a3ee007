import type { GaugeMoment } from "../../gauge/moments.ts";
import { medianOf } from "../../phase/phase-statistics.ts";
import { toUnit } from "../../verdict/verdict-unit.ts";
import { BREAK_SIGNS } from "./breaking-point.ts";
import { loadAmount, loadText } from "../../verdict/held-load.ts";
import type { RampCapacity, RampCurvePoint, RampLoad } from "./ramp.ts";

export const TURNS = [...BREAK_SIGNS, "knee"] as const;

/** Where the service changes with its load, and a gauge with it. */
export interface GaugeTurn {
  /** At the breaking point, which shows like this, or at the knee. */
  at: (typeof TURNS)[number];
  /** The gauge under the least load and under the most. */
  first: { load: number; value: number };
  last: { load: number; value: number };
  /** The loads between which it changes most. */
  from: number;
  to: number;
}

/** So many levels on either side show what a gauge was before and after. */
const BESIDE = 3;
/** Of all that the gauge changes over the ramp, so much happens in one place. */
const MOST_OF_IT = 0.4;
/** How many times what it scatters from level to level. */
const BEYOND_NOISE = 6;
/** Of the levels, so many have a value. */
const KNOWN = 0.8;

/**
 * What a gauge did where throughput bends or breaks. Null: nothing that is certain, for example because it rises all the time, or
 * somewhere else.
 */
export function gaugeTurn(ramp: RampCapacity, moments: readonly GaugeMoment[]): GaugeTurn | null {
  const levels = ramp.curve.flatMap((level) => {
    const value = valueIn(level, moments);
    return value === null ? [] : [{ load: level.load, value }];
  });
  const [first, last] = [levels[0], levels.at(-1)];
  if (levels.length < KNOWN * ramp.curve.length || first === undefined || last === undefined) return null;
  const step = stepOf(levels.map(({ value }) => value));
  const [from, to] = [levels[step ?? NaN]?.load, levels[(step ?? NaN) + 1]?.load];
  if (from === undefined || to === undefined) return null;
  const at = markAt(ramp, from, to);
  return at === null ? null : { at, first, last, from, to };
}

/** The value after which the one large change comes. Null: there is no such change. */
function stepOf(values: readonly number[]): number | null {
  const jumps = values.map((_, at) => jumpAfter(values, at));
  const place = jumps.reduce(
    (best, jump, at) => (Math.abs(jump) > Math.abs(jumps[best] ?? 0) ? at : best),
    0,
  );
  const jump = jumps[place] ?? 0;
  const range = Math.max(...values) - Math.min(...values);
  const least = Math.max(MOST_OF_IT * range, BEYOND_NOISE * scatterOf(values));
  return jump === 0 || Math.abs(jump) < least ? null : steepest(values, place, Math.sign(jump));
}

/** "gc runs: 2.98/min at 32 users, 65.8/min at 974, rising most between 689 and 717, where throughput falls." */
export function gaugeTurnText(
  { name, unit, of }: { name: string; unit: string | null; of: RampLoad },
  { at, first, last, from, to }: GaugeTurn,
): string {
  const load = of === "users" ? "users" : "rate";
  const value = (figure: number) => toUnit(figure, unit ?? "", 3);
  const way = last.value > first.value ? "rising" : "falling";
  return `${name}: ${value(first.value)} at ${loadText(first.load, load)}, ${value(last.value)} at ${loadAmount(last.load)}, ${way} most between ${loadAmount(from)} and ${loadAmount(to)}, where ${WHERE[at]}.`;
}

const WHERE: Record<GaugeTurn["at"], string> = {
  "throughput-falls": "throughput falls",
  errors: "requests begin to fail",
  "falls-behind": "the service falls behind",
  "latency-explodes": "latency explodes",
  knee: "the knee is",
};

/** Its mean while the load was at this level; null: it has no value. */
function valueIn({ fromSeconds, toSeconds }: RampCurvePoint, moments: readonly GaugeMoment[]): number | null {
  const inside = moments.filter(
    ({ offsetSeconds }) => offsetSeconds >= fromSeconds && offsetSeconds < toSeconds,
  );
  if (inside.length === 0) return null;
  return inside.reduce((sum, { value }) => sum + value, 0) / inside.length;
}

/** How much higher the levels after this one are than it and those before. */
function jumpAfter(values: readonly number[], at: number): number {
  const before = values.slice(Math.max(0, at - BESIDE + 1), at + 1);
  const after = values.slice(at + 1, at + 1 + BESIDE);
  return before.length < BESIDE || after.length < BESIDE ? 0 : medianOf(after) - medianOf(before);
}

/** How far a value usually is from the middle of its two neighbours. */
function scatterOf(values: readonly number[]): number {
  return medianOf(
    values.slice(1, -1).map((value, at) => Math.abs(value - ((values[at] ?? 0) + (values[at + 2] ?? 0)) / 2)),
  );
}

function steepest(values: readonly number[], place: number, way: number): number {
  const near = Array.from({ length: 2 * BESIDE - 1 }, (_, at) => place - BESIDE + 1 + at);
  const rise = (at: number) => way * ((values[at + 1] ?? -Infinity * way) - (values[at] ?? Infinity * way));
  const inside = near.filter((at) => at >= 0 && at + 1 < values.length);
  return inside.reduce((best, at) => (rise(at) > rise(best) ? at : best), place);
}

/** The breaking point or the knee, if it is between these loads. */
function markAt({ breaking, knee }: RampCapacity, from: number, to: number): GaugeTurn["at"] | null {
  const isIn = (low: number, high: number) => low <= to && high >= from;
  if (breaking !== null && isIn(breaking.heldAt, breaking.brokeAt)) return breaking.sign;
  return knee !== null && isIn(knee.low, knee.high) ? "knee" : null;
}
