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
  least: SliceP99;
  most: SliceP99;
}

/** The p99 of a slice: both ends are the same, or those of the source's range. Null: the range has no upper end. */
export interface SliceP99 {
  lowMicros: number;
  highMicros: number | null;
}

/** The lowest and the highest value of the slices; null without slices. */
export function spreadOfSlices(known: readonly SliceP99[]): Pick<SliceLength, "least" | "most"> | null {
  const high = ({ highMicros }: SliceP99) => highMicros ?? Infinity;
  const ordered = known.toSorted((a, b) => a.lowMicros - b.lowMicros || high(a) - high(b));
  const least = ordered[0];
  if (least === undefined) return null;
  return { least, most: ordered.reduce((a, b) => (high(b) >= high(a) ? b : a)) };
}

/** A p99 rests on what is beyond it: ten requests of so many. */
export const MIN_REQUESTS_OF_SLICE = 1_000;
/** The worst of thousands of short slices may be higher by chance, but hardly twice as high. */
const HIDDEN_TIMES = 2;

/**
 * What long slices hide of short ones: in the shortest slices that were read, the worst p99 is at least twice the worst of the longest, for
 * certain where only ranges are known. Null: they hide nothing.
 */
export function hiddenBySlices(
  lengths: readonly SliceLength[],
): { short: SliceLength; long: SliceLength } | null {
  const known = lengths
    .filter(({ slices }) => slices > 1)
    .toSorted((a, b) => a.sliceSeconds - b.sliceSeconds);
  const [short, long] = [known[0], known.at(-1)];
  if (short === undefined || long === undefined || short === long) return null;
  const { highMicros } = long.most;
  return highMicros !== null && short.most.lowMicros >= HIDDEN_TIMES * highMicros ? { short, long } : null;
}

/** "p99 ranges from 1.7 to 42 ms in slices of 1m, and from 1.9 to 2.2 ms in slices of 30m: the longer slices hide the worst minute." */
export function hiddenWords(lengths: readonly SliceLength[]): string | null {
  const hidden = hiddenBySlices(lengths);
  if (hidden === null) return null;
  const { short, long } = hidden;
  const worst = momentWords(short.sliceSeconds);
  return `p99 ${spreadWords(short, "ranges ")}, and ${spreadWords(long, "")}: the longer slices hide the worst ${worst}.`;
}

function spreadWords({ sliceSeconds, least, most }: SliceLength, verb: string): string {
  const [low, high] = [least, most].map(p99Words);
  const spread = low === high ? `is ${low} ms` : `${verb}from ${low} to ${high} ms`;
  return `${spread} in slices of ${formatLength(sliceSeconds)}`;
}

/** "42", or "30–50" or "over 50" where only a range is known. */
function p99Words({ lowMicros, highMicros }: SliceP99): string {
  const low = formatMicrosAsMillis(lowMicros);
  return highMicros === null ? `over ${low}` : formatRange(low, formatMicrosAsMillis(highMicros));
}

function momentWords(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return plural(seconds, "second");
  return seconds === MINUTE_SECONDS ? "minute" : plural(seconds / MINUTE_SECONDS, "minute");
}

/** "1.7–42", or "2.90–3.00 to 30–50" where only ranges are known, in milliseconds. */
export function sliceRangeWords({ least, most }: SliceLength): string {
  const [low, high] = [p99Words(least), p99Words(most)];
  const isRange = [least, most].some(({ lowMicros, highMicros }) => lowMicros !== highMicros);
  return isRange && low !== high ? `${low} to ${high}` : formatRange(low, high);
}
