import { medianOf } from "../phase/phase-statistics.ts";
import type { GaugeMoment, JoinedMoment } from "./moments.ts";
import { findPeak } from "./peak.ts";
import type { GaugePeak } from "./peak.ts";
import { findPlateau, LOAD_RISE } from "./plateau.ts";
import type { Plateau } from "./plateau.ts";

/** With fewer values, what a gauge did may be chance. */
const MIN_MOMENTS = 20;
/** Of all values, how many the band holds: the middle nine of ten. */
const OUTSIDE = 0.05;
const FIFTH = 0.2;
/** A gauge that rises and falls with the load this closely has no peak of its own. */
const FOLLOWS = 0.8;
/** Of its steps, so many go up or stay, and so many go up. */
const NEVER_DOWN = 0.98;
const MOSTLY_UP = 0.5;

/** What a gauge did beside the load. What isn't certain is null, and then nothing is said about it. */
export interface BesideLoad {
  /** The middle nine of ten values of the judged window. */
  band: { low: number; high: number } | null;
  /** What it showed in the fifth of the time with the least load, and in that with the most; null: the load hardly varied. */
  byLoad: { low: LoadLevel; high: LoadLevel } | null;
  plateau: Plateau | null;
  peak: GaugePeak | null;
  /** It only ever grew, as a count or a full disk does. */
  growth: { from: number; to: number } | null;
}

interface LoadLevel {
  load: number;
  value: number;
}

export interface BesideLoadInput {
  moments: readonly GaugeMoment[];
  joined: readonly JoinedMoment[];
  /** The judged window. */
  fromSeconds: number;
  toSeconds: number;
}

export function besideLoad({ moments, joined, fromSeconds, toSeconds }: BesideLoadInput): BesideLoad {
  const judged = moments.filter(({ offsetSeconds: at }) => at >= fromSeconds && at < toSeconds);
  const growth = moments.length < MIN_MOMENTS ? null : growthOf(moments);
  const enough = joined.length >= MIN_MOMENTS;
  const own = growth === null && moments.length >= MIN_MOMENTS && !followsLoad(joined);
  return {
    band: judged.length < MIN_MOMENTS ? null : bandOf(judged),
    byLoad: enough && growth === null ? byLoadOf(joined) : null,
    plateau: enough && growth === null ? findPlateau(joined) : null,
    peak: own ? findPeak(moments) : null,
    growth,
  };
}

function bandOf(moments: readonly GaugeMoment[]): { low: number; high: number } {
  const values = moments.map(({ value }) => value).toSorted((a, b) => a - b);
  const at = (share: number) => values[Math.round(share * (values.length - 1))] ?? 0;
  return { low: at(OUTSIDE), high: at(1 - OUTSIDE) };
}

function byLoadOf(joined: readonly JoinedMoment[]): BesideLoad["byLoad"] {
  const sorted = joined.toSorted((a, b) => a.load - b.load);
  const size = Math.max(1, Math.floor(sorted.length * FIFTH));
  const levelOf = (some: readonly JoinedMoment[]) => ({
    load: medianOf(some.map(({ load }) => load)),
    value: medianOf(some.map(({ value }) => value)),
  });
  const [low, high] = [levelOf(sorted.slice(0, size)), levelOf(sorted.slice(-size))];
  return high.load > 0 && high.load >= LOAD_RISE * low.load ? { low, high } : null;
}

function growthOf(moments: readonly GaugeMoment[]): BesideLoad["growth"] {
  const steps = moments.slice(1).map(({ value }, at) => value - (moments[at]?.value ?? 0));
  const share = (holds: (step: number) => boolean) => steps.filter(holds).length / steps.length;
  if (share((step) => step >= 0) < NEVER_DOWN || share((step) => step > 0) < MOSTLY_UP) return null;
  return { from: moments[0]?.value ?? 0, to: moments.at(-1)?.value ?? 0 };
}

/** Spearman's rank correlation. */
function followsLoad(joined: readonly JoinedMoment[]): boolean {
  if (joined.length < MIN_MOMENTS) return false;
  const [loads, values] = [
    ranksOf(joined.map(({ load }) => load)),
    ranksOf(joined.map(({ value }) => value)),
  ];
  const middle = (joined.length - 1) / 2;
  let [products, squares, otherSquares] = [0, 0, 0];
  for (const [at, load] of loads.entries()) {
    const [x, y] = [load - middle, (values[at] ?? middle) - middle];
    products += x * y;
    squares += x * x;
    otherSquares += y * y;
  }
  return squares > 0 && otherSquares > 0 && products / Math.sqrt(squares * otherSquares) >= FOLLOWS;
}

/** Equal values share the middle of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).toSorted((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (order[to]?.value === order[from]?.value) to++;
    for (let at = from; at < to; at++) ranks[order[at]?.at ?? 0] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}
