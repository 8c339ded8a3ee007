import { medianOf } from "../../phase/phase-statistics.ts";
import type { LineFit } from "./bend.ts";
import { bentThroughput, isKnee } from "./knee.ts";
import type { Bent, CurveLevel } from "./knee.ts";

/** A tenth less than the most it did. */
const FALLEN = 0.9;
/** One level alone may be a moment, unless it goes on for so many times as long as the others. */
const LASTS = 2;
/** Throughput that has collapsed shows nothing of where it began to fall. */
const COLLAPSED = 0.5;
/** What is around the most, on either side. */
const NEARLY_MOST = 0.8;

/** Where throughput begins to fall, as a bend of these levels. */
export interface ThroughputFall extends Bent<LineFit> {
  /** The first load at which it is a tenth below the most; null: only single levels show it. */
  fellAt: number | null;
}

/**
 * Where throughput begins to fall, if in the end it is a tenth below its most. Where it had a knee before, only what is
 * near the most is looked at. Null: it doesn't fall, or so suddenly that no level shows it falling.
 */
export function throughputFall(levels: readonly CurveLevel[]): ThroughputFall | null {
  const usual = levels.map((_, at) => medianAround(levels, at));
  const most = Math.max(...usual);
  const top = usual.indexOf(most);
  const before = bentThroughput(levels.slice(0, top + 1));
  const from =
    before !== null && isKnee(before.fit)
      ? levels.findIndex(({ throughput }) => throughput >= NEARLY_MOST * most)
      : 0;
  const collapsed = levels.findIndex(({ throughput }, at) => at > top && throughput < COLLAPSED * most);
  const bent = bentThroughput(levels.slice(from, collapsed === -1 ? undefined : collapsed));
  if (bent === null || bent.fit.slopeAfter >= 0) return null;
  const fellAt = collapsed === -1 ? fallenFrom(bent) : null;
  return fellAt === null && lastsFrom(levels, hasFallen(levels)) === null ? null : { ...bent, fellAt };
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
