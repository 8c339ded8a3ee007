import { formatLength } from "../format/duration.ts";
import { formatMicrosAsMillis } from "../format/latency.ts";
import { formatRange } from "../format/number.ts";
import { plural } from "../format/plural.ts";
import { MINUTE_SECONDS } from "../time.ts";

/** How the p99 of slices of one length varies. */
export interface SliceLength {
  sliceSeconds: number;
  /** How many of them have enough requests for a p99; the others don't count. */
  slices: number;
  leastMicros: number;
  mostMicros: number;
}

/** A p99 rests on what is beyond it: ten requests of so many. */
export const MIN_REQUESTS_OF_SLICE = 1_000;
/** The worst of thousands of short slices may be higher by chance, but hardly twice as high. */
const HIDDEN_TIMES = 2;

/**
 * What long slices hide of short ones: in the shortest slices that were read, the worst p99 is at least twice the worst of the longest. Null:
 * they hide nothing.
 */
export function hiddenBySlices(
  lengths: readonly SliceLength[],
): { short: SliceLength; long: SliceLength } | null {
  const known = lengths
    .filter(({ slices }) => slices > 1)
    .toSorted((a, b) => a.sliceSeconds - b.sliceSeconds);
  const [short, long] = [known[0], known.at(-1)];
  if (short === undefined || long === undefined || short === long) return null;
  return short.mostMicros >= HIDDEN_TIMES * long.mostMicros ? { short, long } : null;
}

/** "p99 ranges from 1.7 to 42 ms in slices of 1m, and from 1.9 to 2.2 ms in slices of 30m: the longer slices hide the worst minute." */
export function hiddenWords(lengths: readonly SliceLength[]): string | null {
  const hidden = hiddenBySlices(lengths);
  if (hidden === null) return null;
  const { short, long } = hidden;
  const worst = momentWords(short.sliceSeconds);
  return `p99 ${spreadWords(short, "ranges ")}, and ${spreadWords(long, "")}: the longer slices hide the worst ${worst}.`;
}

function spreadWords({ sliceSeconds, leastMicros, mostMicros }: SliceLength, verb: string): string {
  const [least, most] = [leastMicros, mostMicros].map(formatMicrosAsMillis);
  const spread = least === most ? `is ${least} ms` : `${verb}from ${least} to ${most} ms`;
  return `${spread} in slices of ${formatLength(sliceSeconds)}`;
}

function momentWords(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return plural(seconds, "second");
  return seconds === MINUTE_SECONDS ? "minute" : plural(seconds / MINUTE_SECONDS, "minute");
}

/** "1.7 to 42", in milliseconds. */
export function sliceRangeWords({ leastMicros, mostMicros }: SliceLength): string {
  return formatRange(formatMicrosAsMillis(leastMicros), formatMicrosAsMillis(mostMicros));
}
