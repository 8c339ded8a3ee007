import { figureText, FIGURES, printedFigures, printedInterval } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import type { MetricRow } from "@headroom/contract";
import {
  formatChange,
  formatKnown,
  formatRange,
  formatRoughPercent,
  formatTimes,
  formatTimesFigure,
  joinUnit,
  keepUnits,
  ratioText,
  SAME_RATIO,
} from "@headroom/ui";
import type { RatioWords } from "@headroom/ui";

type Change = NonNullable<MetricRow["changes"][number]>;

const NAMES: Record<FigureId, { name: string; unit: string }> = {
  throughput: { name: "Throughput", unit: "req/s" },
  items: { name: "Items", unit: "items/s" },
  mean: { name: "Mean", unit: "ms" },
  p50: { name: "p50", unit: "ms" },
  p90: { name: "p90", unit: "ms" },
  p95: { name: "p95", unit: "ms" },
  p99: { name: "p99", unit: "ms" },
  "p99.9": { name: "p99.9", unit: "ms" },
  "error-rate": { name: "Error rate", unit: "%" },
};

/** One verb for latencies and rates: left is always slower, in charts and in tables. */
const SPEED: RatioWords = { better: "faster", worse: "slower" };

/** What a change of a figure is called, wherever it is drawn or written. */
const RATIO_WORDS: Record<FigureId, RatioWords> = {
  throughput: SPEED,
  items: SPEED,
  mean: SPEED,
  p50: SPEED,
  p90: SPEED,
  p95: SPEED,
  p99: SPEED,
  "p99.9": SPEED,
  "error-rate": { better: "lower", worse: "higher" },
};

/** How often something happens isn't fast or slow, but more or less: "2.87x more". */
const AMOUNT: RatioWords = { better: "more", worse: "less" };

/** What the interval chart needs to know of a figure. `said`: what its ratio is called in words, if that isn't its side. */
export function ratioReading(metric: FigureId): {
  better: "higher" | "lower";
  words: RatioWords;
  said?: RatioWords;
} {
  const isRate = metric === "throughput" || metric === "items";
  return { better: FIGURES[metric].better, words: RATIO_WORDS[metric], ...(isRate ? { said: AMOUNT } : {}) };
}

export function metricName(metric: FigureId): string {
  return NAMES[metric].name;
}

export function metricUnit(metric: FigureId): string {
  return NAMES[metric].unit;
}

/** Of each run, without the unit and with the digits that their changes from the reference take. Null: it isn't reported. */
export function knownTexts({ metric, values, ranges, changes }: MetricRow): (string | null)[] {
  const texts = printedFigures(metric, values, changes.indexOf(null));
  return texts.map((text, at) => {
    const range = ranges[at] ?? null;
    return range === null ? text : formatKnown({ value: null, range }, (value) => figureText(metric, value));
  });
}

/** With the digits of the figures, where their changes are rounded, too; a range where that is all that is known. */
export function briefTexts(row: MetricRow): (string | null)[] {
  const known = knownTexts(row);
  return row.values.map((value, at) =>
    value === null || row.ranges[at] ? (known[at] ?? null) : figureText(row.metric, value),
  );
}

/** "40,269 req/s"; a line never breaks between a figure and its unit. */
export function withMetricUnit(metric: FigureId, text: string): string {
  return keepUnits(joinUnit(text, metricUnit(metric)));
}

/** "2.87x more" and "+187%"; a latency is "5.83x faster" and "−82.9%". What rounds to nothing is only "same". */
export function changeWords(
  metric: FigureId,
  { times, words, absolute }: Change,
): { times: string; percent: string } | null {
  const { better, words: sides, said = sides } = ratioReading(metric);
  if (words !== null && times !== null) {
    return {
      times: ratioText(times, better, said),
      percent: isNothing(words.percent) ? "" : words.percent,
    };
  }
  return absolute === null ? null : { times: fromNothing(metric, absolute), percent: "" };
}

/** "2.79–2.95x"; of a latency, or where it may have fallen, "−83.5% to −82.2%". */
export function intervalWords(metric: FigureId, { low, high }: { low: number; high: number | null }): string {
  const asPercent = FIGURES[metric].unit === "ms" || low < 1;
  if (high === null) return `${asPercent ? formatChange(low - 1) : formatTimes(low)} or more`;
  if (asPercent) return printedInterval({ low, high });
  return formatRange(formatTimesFigure(low), formatTimes(high));
}

/** "could show 4.0%": the grey block of the chart, in words. */
export function detectableWords(share: number): string {
  return `could show ${formatRoughPercent(share)}`;
}

function fromNothing(metric: FigureId, absolute: number): string {
  return absolute === 0 ? SAME_RATIO : `from 0 to ${withMetricUnit(metric, figureText(metric, absolute))}`;
}

/** "0.0%" */
export function isNothing(percent: string): boolean {
  return !/[1-9]/.test(percent);
}

/** Whether the figure went up, from the sign of its percentage. A change from zero has no percentage. */
export function risesOf(percent: string | null): boolean | undefined {
  return percent === null || percent === "" ? undefined : percent.startsWith("+");
}
