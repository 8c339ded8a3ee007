import { peakOf, widen } from "./curve.ts";
import type { Curve } from "./curve.ts";

/** [epoch second, requests], in order of time, of stretches of the same length. */
export type Counts = readonly (readonly [number, number])[];

/** The stretch of whole points with the most requests; the earliest of equal ones. Null: nothing was counted. */
export function busiestStretch(
  counts: Counts,
  { pointSeconds, seconds }: { pointSeconds: number; seconds: number },
): { second: number; requests: number } | null {
  let best: { second: number; requests: number } | null = null;
  let sum = 0;
  let from = 0;
  for (const [second, requests] of counts) {
    sum += requests;
    const begin = second + pointSeconds - seconds;
    for (let first = counts[from]; first !== undefined && first[0] < begin; first = counts[++from])
      sum -= first[1];
    if (sum > (best?.requests ?? 0)) best = { second: counts[from]?.[0] ?? second, requests: sum };
  }
  return best;
}

/** A shorter time without requests is a pause of the traffic. */
const SILENCE_SECONDS = 120;

/** How much of a stretch is in silences. */
export function silentSeconds(
  counts: Counts,
  { from, to, pointSeconds }: { from: number; to: number; pointSeconds: number },
): number {
  let [silent, known] = [0, from];
  for (const [second] of [...counts.filter(([at]) => at >= from && at < to), [to] as const]) {
    if (second - known >= SILENCE_SECONDS) silent += second - known;
    known = Math.max(known, second + pointSeconds);
  }
  return silent;
}

/**
 * How many times the peak of an earlier day a peak is. The shorter its points, the higher is a curve's peak, so both are taken
 * in points of the longer ones. Null: one of them is unknown, or the earlier one is nothing.
 */
export function timesPeak(
  own: Curve,
  earlier: Curve,
): { times: number; earlierPeak: number; pointSeconds: number } | null {
  if (own.points.length === 0 || earlier.points.length === 0) return null;
  const pointSeconds = Math.max(own.stepSeconds, earlier.stepSeconds);
  const [peak, earlierPeak] = [own, earlier].map((one) => peakOf(widen(one, pointSeconds)).requestsPerSecond);
  if (peak === undefined || earlierPeak === undefined || earlierPeak === 0) return null;
  return { times: peak / earlierPeak, earlierPeak, pointSeconds };
}
