import { medianOf } from "../phase/phase-statistics.ts";
import type { GaugeMoment, JoinedMoment, Stretch } from "./moments.ts";
import { findPeak } from "./peak.ts";
import type { GaugePeak } from "./peak.ts";
import { findPlateau, LOAD_RISE } from "./plateau.ts";
import type { Plateau } from "./plateau.ts";
import { findSteps } from "./steps.ts";
import type { GaugeStep } from "./steps.ts";

/** With fewer values, what a gauge did may be chance. */
const MIN_MOMENTS = 20;
/** Of all values, how many the band holds: the middle nine of ten. */
const OUTSIDE = 0.05;
const FIFTH = 0.2;
/** A gauge that rises and falls with the load this closely has no peak of its own. */
const FOLLOWS = 0.8;
/** Of its steps, so many go up or stay, and so many go up. */
const HARDLY_DOWN = 0.9;
const MOSTLY_UP = 0.5;
/** What only grew never fell by more than this share of its growth. */
const MOST_DIP = 0.02;
/** A gauge that follows the load isn't said to stay up before it was watched for so long after the run. */
const WATCHED_SECONDS = 60;
/** What is scaled from 8 to 14 and back has steps; what is so many times its usual value has a peak. */
const FAR_ABOVE = 3;

/** What a gauge did beside the load. What isn't certain is null, and then nothing is said about it. */
export interface BesideLoad {
  /** The middle nine of ten values of the judged window. */
  band: { low: number; high: number } | null;
  /** What it showed in the fifth of the time with the least load, and in that with the most; null: the load hardly varied. */
  byLoad: { low: LoadLevel; high: LoadLevel } | null;
  plateau: Plateau | null;
  peak: GaugePeak | null;
  /** It only ever grew, as a count or a full disk does. */
  growth: GaugeGrowth | null;
  /** When a count of whole things was changed: instances that were added. */
  steps: GaugeStep[] | null;
}

export interface GaugeGrowth {
  from: number;
  to: number;
  /** By how much it fell at most, from a value to any later one: 0 if it never fell. */
  dip: number;
}

interface LoadLevel {
  load: number;
  value: number;
}

export interface BesideLoadInput {
  /** Of the run, and of the time before and after it that was watched. */
  moments: readonly GaugeMoment[];
  /** In the run alone. */
  joined: readonly JoinedMoment[];
  run: Stretch;
  /** The judged window. */
  window: Stretch;
}

export function besideLoad({ moments, joined, run, window }: BesideLoadInput): BesideLoad {
  const judged = within(moments, window);
  const { growth, peak, steps } = movesOf(moments, run);
  const isBeside = joined.length >= MIN_MOMENTS && growth === null;
  return {
    band: judged.length < MIN_MOMENTS ? null : bandOf(judged),
    byLoad: isBeside ? byLoadOf(joined) : null,
    plateau: isBeside ? findPlateau(joined) : null,
    peak: peak !== null && followsLoad(joined) && !isOverAfter(peak) ? null : peak,
    growth,
    steps,
  };
}

/** One of the three at most: what only grew, was scaled, or rose far above what is usual. */
function movesOf(
  moments: readonly GaugeMoment[],
  run: Stretch,
): Pick<BesideLoad, "growth" | "peak" | "steps"> {
  const watched = within(moments, { ...run, toSeconds: Infinity });
  const own = within(watched, run);
  const none = { growth: null, peak: null, steps: null };
  if (own.length < MIN_MOMENTS) return none;
  const growth = growthOf(own, watched);
  if (growth !== null) return { ...none, growth };
  const [steps, peak] = [findSteps(watched), findPeak(moments, run)];
  const isScaled = steps !== null && (peak === null || peak.value < FAR_ABOVE * peak.usual);
  return isScaled ? { ...none, steps } : { ...none, peak };
}

function within(moments: readonly GaugeMoment[], { fromSeconds, toSeconds }: Stretch): GaugeMoment[] {
  return moments.filter(({ offsetSeconds: at }) => at >= fromSeconds && at < toSeconds);
}

/** What follows the load goes down with it in the run. What it did once the load was over, only its own values show. */
function isOverAfter({ backAfterEndSeconds, watchedAfterEndSeconds, backAfterSeconds }: GaugePeak): boolean {
  return backAfterSeconds === null ? watchedAfterEndSeconds >= WATCHED_SECONDS : backAfterEndSeconds !== null;
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

/** What fell once the run was over has not only grown. */
function growthOf(own: readonly GaugeMoment[], watched: readonly GaugeMoment[]): GaugeGrowth | null {
  const steps = own.slice(1).map(({ value }, at) => value - (own[at]?.value ?? 0));
  const share = (holds: (step: number) => boolean) => steps.filter(holds).length / steps.length;
  if (share((step) => step >= 0) < HARDLY_DOWN || share((step) => step > 0) < MOSTLY_UP) return null;
  const [from, to] = [own[0]?.value ?? 0, own.at(-1)?.value ?? 0];
  const dip = deepestFall(watched);
  return to > from && dip <= MOST_DIP * (to - from) ? { from, to, dip } : null;
}

function deepestFall(moments: readonly GaugeMoment[]): number {
  let [highest, deepest] = [-Infinity, 0];
  for (const { value } of moments) {
    highest = Math.max(highest, value);
    deepest = Math.max(deepest, highest - value);
  }
  return deepest;
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
