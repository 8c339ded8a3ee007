import { COLLAPSE_SECONDS, COLLAPSE_SHARE } from "../policy.ts";

/** What was left of a throughput after it had been held. */
export interface Collapse {
  /** Successful requests a second, on average. */
  throughput: number;
  seconds: number;
}

/** A load that falls back to what was sent before is at least this share of that. */
const AS_BEFORE = 0.5;

/**
 * The longest time after the held stretch, `start` to `end`, in which hardly anything succeeded any more. Null: there is
 * none. `counts`: of each point, what succeeded in it.
 */
export function collapseAfter(
  counts: readonly number[],
  { start, end, pointSeconds }: { start: number; end: number; pointSeconds: number },
): Collapse | null {
  const rate = (from: number, to: number) =>
    counts.slice(from, to).reduce((sum, one) => sum + one, 0) / ((to - from) * pointSeconds);
  const limit = rate(start, end) * COLLAPSE_SHARE * pointSeconds;
  const [from, to] = longestBelow(counts, limit, end);
  const seconds = (to - from) * pointSeconds;
  if (seconds < COLLAPSE_SECONDS) return null;
  const throughput = rate(from, to);
  return start > 0 && throughput >= AS_BEFORE * rate(0, start) ? null : { throughput, seconds };
}

function longestBelow(counts: readonly number[], limit: number, end: number): [number, number] {
  let longest: [number, number] = [end, end];
  let from = end;
  for (let at = end; at <= counts.length; at++) {
    const count = counts[at];
    if (count !== undefined && count < limit) continue;
    if (at - from > longest[1] - longest[0]) longest = [from, at];
    from = at + 1;
  }
  return longest;
}
