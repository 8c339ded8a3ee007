import { bentNoise, medianOf } from "../../phase/phase-statistics.ts";
import type { LineFit } from "./bend.ts";
import { bentThroughput, isKnee } from "./knee.ts";
import type { Bent, CurveLevel } from "./knee.ts";

/** A tenth less than the most it did. */
const FALLEN = 0.9;
/** One level alone may be a moment, unless it goes on for so many times as long as the others. */
const LASTS = 2;
/** Throughput that has collapsed shows nothing of where it began to fall. */
const COLLAPSED = 0.5;
/** So has one that has lost most of what it loses, with half of the higher loads still to come. */
const LOST = 0.8;
const STILL_TO_COME = 0.5;
/** What is around the most, on either side. */
const NEARLY_MOST = 0.8;
/** What a level may be below the most by chance, in deviations. */
const BY_CHANCE = 2;

/** Where throughput begins to fall. */
export interface ThroughputFall {
  at: number;
  /** The bend of the levels that it is; null: it falls so suddenly that no bend shows it. */
  bent: Bent<LineFit> | null;
  /** The first load at which it is a tenth below the most; null: only single levels show it. */
  fellAt: number | null;
}

/**
 * Where throughput begins to fall, if in the end it is a tenth below its most. That isn't before it has risen to its most,
 * whatever line would fit best. Null: it doesn't fall.
 */
export function throughputFall(levels: readonly CurveLevel[]): ThroughputFall | null {
  const lasting = lastsFrom(levels, hasFallen(levels));
  const [first, last] = levelsOfMost(levels);
  const loadOf = (at: number) => levels[at]?.load ?? 0;
  const bent = fallingBend(levels);
  const fellAt = bent && fallenFrom(bent);
  if (lasting === null && fellAt === null) return null;
  // A bend between two levels may be below the one with the most.
  if (bent !== null && bent.fit.at >= loadOf(first - 1))
    return { at: Math.max(loadOf(first), Math.min(bent.fit.at, loadOf(last))), bent, fellAt };
  return { at: Math.min(lasting?.before.load ?? Infinity, loadOf(last)), bent: null, fellAt };
}

/** The first and the last level at which throughput is the most, but for chance. */
function levelsOfMost(levels: readonly CurveLevel[]): [number, number] {
  const values = levels.map(({ throughput }) => throughput);
  const least = Math.max(...values) - BY_CHANCE * bentNoise(values);
  const isMost = (value: number) => value >= least;
  return [values.findIndex(isMost), values.findLastIndex(isMost)];
}

/** A rise that bends to a fall, down to where it has collapsed; after a knee, only what is near the most. */
function fallingBend(levels: readonly CurveLevel[]): Bent<LineFit> | null {
  const usual = levels.map((_, at) => medianAround(levels, at));
  const most = Math.max(...usual);
  const top = usual.indexOf(most);
  const before = bentThroughput(levels.slice(0, top + 1));
  const from =
    before !== null && isKnee(before.fit)
      ? levels.findIndex(({ throughput }) => throughput >= NEARLY_MOST * most)
      : 0;
  const bent = bentThroughput(levels.slice(from, collapsedAt(levels, { usual, top }) + 1));
  return bent === null || bent.fit.slopeAfter >= 0 ? null : bent;
}

/** The first level at which throughput has collapsed, or the last one. */
function collapsedAt(
  levels: readonly CurveLevel[],
  { usual, top }: { usual: readonly number[]; top: number },
): number {
  const most = usual[top] ?? 0;
  const below = (least: number) => {
    const at = levels.findIndex(({ throughput }, index) => index > top && throughput <= least);
    return at === -1 ? levels.length - 1 : at;
  };
  const lost = below(most - LOST * (most - Math.min(...usual.slice(top))));
  const levelsOff = levels.length - 1 - lost >= STILL_TO_COME * (levels.length - 1 - top);
  return Math.min(below(COLLAPSED * most), levelsOff ? lost : Infinity);
}

function fallenFrom({ curve, fit }: Bent<LineFit>): number | null {
  const most = Math.max(...fit.fitted);
  const at = fit.fitted.findIndex(
    (value, index) => (curve.loads[index] ?? 0) > fit.at && value < FALLEN * most,
  );
  return at === -1 ? null : (curve.loads[at] ?? null);
}

/** Whether throughput is well below the most that lower loads had. */
export function hasFallen(levels: readonly CurveLevel[]) {
  // The most of three neighbours' medians: the most of single levels is the luckiest of them.
  const usual = levels.map((_, at) => medianAround(levels, at));
  return ({ throughput }: CurveLevel, at: number) => throughput < FALLEN * Math.max(...usual.slice(0, at), 0);
}

function medianAround(levels: readonly CurveLevel[], at: number): number {
  const around = levels.slice(Math.max(0, at - 1), at + 2).map(({ throughput }) => throughput);
  return around.toSorted((a, b) => a - b)[Math.floor((around.length - 1) / 2)] ?? 0;
}

/** The first level from which on all of them show this, and the one before it. Null: they don't to the end. */
export function lastsFrom(
  levels: readonly CurveLevel[],
  shows: (level: CurveLevel, at: number) => boolean,
): { before: CurveLevel; broken: CurveLevel } | null {
  const from = levels.findLastIndex((level, at) => !shows(level, at)) + 1;
  const [before, broken] = [levels[from - 1], levels[from]];
  if (before === undefined || broken === undefined) return null;
  const usual = medianOf(levels.map(({ seconds }) => seconds));
  return levels.length - from === 1 && broken.seconds < LASTS * usual ? null : { before, broken };
}
