import { formatChange, formatTimes } from "../format/number.ts";
import { FIGURES } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import type { Better } from "../targets/metrics.ts";

/** One metric before and after, in every way people express a change. Null: it can't be expressed. */
export interface Change {
  before: number | null;
  after: number | null;
  /** After minus before, in the figure's unit. */
  absolute: number | null;
  /** Of the figure before: +1.87 is +187%. */
  share: number | null;
  /** After divided by before. */
  times: number | null;
  /** Whether the value moved in the good direction, which may still be noise. */
  direction: "better" | "worse" | "same" | null;
  /** "+187%" and "2.87x"; a latency is "5.83x faster" or "1.20x slower". */
  words: { percent: string; times: string } | null;
}

/** After divided by before: the one quotient that every change is. Null: from zero, or a figure is unknown. */
export function ratioOf(before: number | null, after: number | null): number | null {
  return before === null || after === null || before === 0 ? null : after / before;
}

/** From zero (0 errors to 3) there is a difference, but no percentage. */
export function changeOf(metric: FigureId, before: number | null, after: number | null): Change {
  const ratioWords = (times: number) => formatRatio(metric, times);
  return changeIn({ better: FIGURES[metric].better, ratioWords }, before, after);
}

/** The same for what isn't a metric of requests. */
export function changeIn(
  { better, ratioWords }: { better: Better; ratioWords: (times: number) => string },
  before: number | null,
  after: number | null,
): Change {
  if (before === null || after === null) {
    return { before, after, absolute: null, share: null, times: null, direction: null, words: null };
  }
  const absolute = after - before;
  const rises = better === "higher";
  const direction = absolute === 0 ? "same" : absolute > 0 === rises ? "better" : "worse";
  const both = { before, after, absolute, direction } as const;
  const times = ratioOf(before, after);
  if (times === null) return { ...both, share: null, times: null, words: null };
  const words = { percent: formatChange(times - 1), times: ratioWords(times) };
  return { ...both, share: times - 1, times, words };
}

/**
 * How bad a change is, to sort by worst change first: above 0 is worse, and halving counts as much as doubling. An error
 * rate counts by the requests that still succeed: 1 error more in 65,000 is next to nothing, one in ten is a lot.
 */
export function badnessOf(
  metric: FigureId,
  { before, after }: { before: number | null; after: number | null },
): number | null {
  if (before === null || after === null) return null;
  if (before === after) return 0;
  if (metric === "error-rate") return Math.log(Math.max(0, 1 - before) / Math.max(0, 1 - after));
  const rises = FIGURES[metric].better === "higher";
  if (before === 0 || after === 0) return after > before === rises ? -Infinity : Infinity;
  return (rises ? -1 : 1) * Math.log(after / before);
}

/** "2.87x"; for latencies, the ratio above 1: "5.83x faster", "1.20x slower". Of what is gone, "to none". */
export function formatRatio(metric: FigureId, times: number): string {
  if (times === 0) return "to none";
  if (FIGURES[metric].quantile === null) return formatTimes(times);
  const text = formatTimes(times < 1 ? 1 / times : times);
  return text === "1.00x" ? text : `${text} ${times < 1 ? "faster" : "slower"}`;
}
