import { METRIC_KINDS, type ComparedMetric } from "./metrics.ts";

/** One figure before and after, in every way that people say how it changed. Null: it cannot be said. */
export interface Change {
  before: number | null;
  after: number | null;
  /** After minus before, in the figure's unit. */
  absolute: number | null;
  /** Of the figure before: +1.87 is +187 %. */
  share: number | null;
  /** After divided by before. */
  times: number | null;
  /** Whether the figure moved the good way; what cannot be told from noise is not yet said by this. */
  direction: "better" | "worse" | "same" | null;
  /** "+187 %" and "×2.87"; a latency is "×5.83 faster" or "×1.20 slower". */
  words: { percent: string; times: string } | null;
}

/** From nothing (0 errors to 3) there is a difference and no share of it. */
export function changeOf(metric: ComparedMetric, before: number | null, after: number | null): Change {
  if (before === null || after === null) {
    return { before, after, absolute: null, share: null, times: null, direction: null, words: null };
  }
  const absolute = after - before;
  const rises = METRIC_KINDS[metric].better === "higher";
  const direction = absolute === 0 ? "same" : absolute > 0 === rises ? "better" : "worse";
  const both = { before, after, absolute, direction } as const;
  if (before === 0) return { ...both, share: null, times: null, words: null };
  const times = after / before;
  const words = { percent: formatShare(absolute / before), times: formatTimes(metric, times) };
  return { ...both, share: absolute / before, times, words };
}

/** How bad a change is, for rows by worst change first: above 0 is worse, and halving is as far as doubling. */
export function badnessOf(
  metric: ComparedMetric,
  { before, after }: { before: number | null; after: number | null },
): number | null {
  if (before === null || after === null) return null;
  const rises = METRIC_KINDS[metric].better === "higher";
  if (before === after) return 0;
  if (before === 0 || after === 0) return after > before === rises ? -Infinity : Infinity;
  return (rises ? -1 : 1) * Math.log(after / before);
}

/** "+187 %", "−82.9 %", "+0.4 %": three digits, whole ones from 100 on. */
export function formatShare(share: number): string {
  const percent = share * 100;
  const size = Math.abs(percent);
  const digits = size >= 99.95 ? 0 : 1;
  const text = formatted(size, digits);
  if (Number(text.replaceAll(",", "")) === 0) return "0.0 %";
  return `${percent < 0 ? "−" : "+"}${text} %`;
}

/** "×2.87"; latencies are said the way round that is above 1: "×5.83 faster", "×1.20 slower". */
export function formatTimes(metric: ComparedMetric, times: number): string {
  if (METRIC_KINDS[metric].quantile === null || times === 0) return `×${ratio(times)}`;
  const text = ratio(times < 1 ? 1 / times : times);
  if (text === "1.00") return "×1.00";
  return `×${text} ${times < 1 ? "faster" : "slower"}`;
}

function ratio(times: number): string {
  return formatted(times, times < 9.995 ? 2 : times < 99.95 ? 1 : 0);
}

/** Made once: a page has thousands of figures. */
const FORMATS = [0, 1, 2].map(
  (digits) =>
    new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

function formatted(value: number, digits: 0 | 1 | 2): string {
  return FORMATS[digits]?.format(value) ?? String(value);
}
