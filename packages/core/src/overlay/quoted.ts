import { momentsOf, usualStep } from "./curve.ts";
import type { Curve, CurveRow } from "./curve.ts";

/** Percentiles over time as another tool computed them. They are quoted: merging two of them gives the range that holds both. */
export interface Quoted {
  stepSeconds: number;
  /** [epoch second, lowest, highest], in order of time. What is missing is a hole. */
  points: readonly (readonly [number, number, number])[];
}

/** Null: there are fewer than two usable moments. `rowEnds`: a value is about the time before its moment. */
export function readQuoted(
  rows: readonly CurveRow[],
  { rowEnds = false }: { rowEnds?: boolean } = {},
): { quoted: Quoted; contradicting: readonly number[] } | null {
  const { moments, contradicting } = momentsOf(rows);
  const stepSeconds = usualStep(moments);
  const [first] = moments;
  if (stepSeconds === null || first === undefined) return null;
  const begin = Math.round(first.at) - (rowEnds ? stepSeconds : 0);
  const points = moments.map(({ at, value }) => {
    const second = begin + Math.round((at - first.at) / stepSeconds) * stepSeconds;
    return [second, value, value] as const;
  });
  return { quoted: { stepSeconds, points: merged(points, ([second]) => second) }, contradicting };
}

/** With points of at least that length, of those that are known as a whole. */
export function widenQuoted({ stepSeconds, points }: Quoted, leastSeconds: number): Quoted {
  const factor = Math.max(1, Math.ceil(leastSeconds / stepSeconds));
  if (factor === 1) return { stepSeconds, points };
  const width = stepSeconds * factor;
  const start = points[0]?.[0] ?? 0;
  const begins = (second: number) => start + Math.floor((second - start) / width) * width;
  const counts = Map.groupBy(points, ([second]) => begins(second));
  const known = points.filter(([second]) => counts.get(begins(second))?.length === factor);
  return { stepSeconds: width, points: merged(known, ([second]) => begins(second)) };
}

/** What is quoted of a stretch, if its points are exactly that stretch; null: some of it isn't known. */
export function quotedOf(
  { stepSeconds, points }: Quoted,
  { from, to }: { from: number; to: number },
): { low: number; high: number; points: number } | null {
  const own = points.filter(([second]) => second >= from && second + stepSeconds <= to);
  if (own.length === 0 || own.length * stepSeconds !== to - from) return null;
  const [[, low, high]] = merged(own, () => from) as [[number, number, number]];
  return { low, high, points: own.length };
}

/**
 * How many failed a second in each of the wide points, by those of the fine ones that it holds. What is missing of one of them
 * is missing of the wide point.
 */
export function alongside(fine: Curve, wide: Curve, errors: Curve["points"]): Curve["points"] {
  const known = new Map(errors);
  const [start = 0] = wide.points[0] ?? [];
  const held = Map.groupBy(
    fine.points,
    ([second]) => start + Math.floor((second - start) / wide.stepSeconds) * wide.stepSeconds,
  );
  return wide.points.flatMap(([second]) => {
    const own = (held.get(second) ?? []).map(([at]) => known.get(at));
    if (own.length === 0 || own.includes(undefined)) return [];
    return [[second, own.reduce<number>((sum, rate = 0) => sum + rate, 0) / own.length] as const];
  });
}

function merged(
  points: readonly (readonly [number, number, number])[],
  secondOf: (point: readonly [number, number, number]) => number,
): [number, number, number][] {
  return [...Map.groupBy(points, secondOf)].map(([second, own]) => [
    second,
    own.reduce((least, [, low]) => Math.min(least, low), Infinity),
    own.reduce((most, [, , high]) => Math.max(most, high), 0),
  ]);
}
