import { SLICE_SECONDS } from "@headroom/core";
import type { RunSlices, SliceSpread } from "@headroom/services";
import { formatCount, formatMicrosAsMillis, formatLength, formatMillis, formatRange } from "@headroom/ui";

interface SpreadRow {
  name: string;
  /** Positions on the axis, 0 to 100; null if there are none, for the reason in `words`. */
  bar: { from: number; to: number; quarter: number; threeQuarters: number; middle: number } | null;
  /** "217 to 332" */
  words: string;
}

export interface SpreadModel {
  rows: readonly SpreadRow[];
  /** Where the whole window's p99 lies. */
  whole: { at: number; words: string } | null;
  target: { at: number; words: string } | null;
  ticks: readonly { at: number; label: string }[];
  /** Why one does not average percentiles, in this run's figures. */
  lesson: string | null;
}

interface SpreadInput extends RunSlices {
  wholeMs: number | null;
  targetMs: number | null;
}

/** The lengths that the run has slices of. */
export function lengthsOf(spreads: RunSlices["spreads"]): { value: string; label: string }[] {
  return SLICE_SECONDS.flatMap((seconds, index) =>
    spreads[index] ? [{ value: String(seconds), label: formatLength(seconds) }] : [],
  );
}

/** Why a window shows none. */
export function noSlicesWords({
  spreads,
  sliceSeconds,
}: Pick<RunSlices, "spreads" | "sliceSeconds">): string {
  const shorter = SLICE_SECONDS.some((seconds, index) => seconds < sliceSeconds && spreads[index]);
  const longest = formatLength(SLICE_SECONDS.at(-1) ?? 0);
  if (spreads.every((spread) => spread === null))
    return `The results are stored in steps longer than ${longest}, so they can't be divided into slices.`;
  const index = SLICE_SECONDS.findIndex((seconds) => seconds === sliceSeconds);
  const { slices = 0 } = spreads[index] ?? {};
  if (slices > 0) return "No request completed in this window.";
  return `This window is shorter than one slice of ${formatLength(sliceSeconds)}. Choose ${shorter ? "shorter slices or a longer window" : "a longer window"}.`;
}

/** A smaller difference is not worth a note. */
const MIN_LESSON = 0.1;
const TICKS = [1, 2, 5];

/** How the p99 of the slices spreads, by slice length, against the overall p99; on a log axis, as latencies are. */
export function prepareSpread({
  spreads,
  slices,
  sliceSeconds,
  wholeMs,
  targetMs,
}: SpreadInput): SpreadModel {
  const known = spreads.flatMap((spread) =>
    spread === null || spread.p99Micros === null ? [] : [spread.p99Micros],
  );
  const values = [
    ...known.flatMap(({ least, most }) => [least / 1_000, most / 1_000]),
    ...(wholeMs === null ? [] : [wholeMs]),
    ...(targetMs === null ? [] : [targetMs]),
  ].filter((value) => value > 0);
  const low = values.length === 0 ? 1 : Math.min(...values) / 1.15;
  const high = values.length === 0 ? 10 : Math.max(...values) * 1.15;
  const at = (millis: number) => (Math.log(Math.max(millis, low) / low) / Math.log(high / low)) * 100;
  return {
    rows: spreads.map((spread, index) => rowOf(spread, SLICE_SECONDS[index] ?? 0, at)),
    whole: wholeMs === null ? null : { at: at(wholeMs), words: `overall ${formatMillis(wholeMs)} ms` },
    target: targetMs === null ? null : { at: at(targetMs), words: `target ${formatMillis(targetMs)} ms` },
    ticks: ticksOf(low, high).map((value) => ({ at: at(value), label: formatMillis(value) })),
    lesson: lessonOf(slices, sliceSeconds, wholeMs),
  };
}

function rowOf(spread: SliceSpread | null, seconds: number, at: (millis: number) => number): SpreadRow {
  const name = formatLength(seconds);
  if (spread === null) return { name, bar: null, words: "stored in longer steps" };
  const { p99Micros: p99, slices } = spread;
  if (p99 === null) return { name, bar: null, words: slices === 0 ? "window is shorter" : "no latencies" };
  const place = (micros: number) => at(micros / 1_000);
  return {
    name,
    bar: {
      from: place(p99.least),
      to: place(p99.most),
      quarter: place(p99.quarter),
      threeQuarters: place(p99.threeQuarters),
      middle: place(p99.middle),
    },
    words: formatRange(formatMicrosAsMillis(p99.least), formatMicrosAsMillis(p99.most)),
  };
}

function ticksOf(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of TICKS) {
      const value = Number((factor * 10 ** power).toPrecision(3));
      if (value >= low && value <= high) ticks.push(value);
    }
  return ticks.length <= 8 ? ticks : ticks.filter((_, index) => index % 2 === 0);
}

function lessonOf(slices: RunSlices["slices"], sliceSeconds: number, wholeMs: number | null): string | null {
  const known = slices.flatMap(({ p99Micros }) => (p99Micros === null ? [] : [p99Micros / 1_000]));
  if (known.length < 2 || wholeMs === null || wholeMs === 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (Math.abs(mean - wholeMs) / wholeMs < MIN_LESSON) return null;
  return `The mean p99 of these ${formatCount(known.length)} slices of ${formatLength(sliceSeconds)} is ${formatMillis(mean)} ms, but the p99 of all requests is ${formatMillis(wholeMs)} ms.`;
}
