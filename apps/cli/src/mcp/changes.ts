import { z } from "zod";
import type { MetricStatistic } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import { formatChange } from "@headroom/core/format";
import { figureText, percentOf } from "./figures.ts";
import { quoted } from "./untrusted.ts";

type Change = Pick<MetricStatistic, "before" | "after" | "ratio" | "interval">;

/** Of a change in percent: +20 is a rise by a fifth. */
export const intervalPercent = z
  .strictObject({ low: z.number(), high: z.number().nullable() })
  .nullable()
  .describe(
    "Contains the true change with 95% confidence; high null: no upper end. Null: too little to tell.",
  );

export function changePercent({ before, ratio, interval }: Change) {
  return {
    changePercent: ratio === null || before === 0 ? null : percentOf(ratio - 1),
    interval95Percent:
      interval === null
        ? null
        : {
            low: percentOf(interval.low - 1),
            high: interval.high === null ? null : percentOf(interval.high - 1),
          },
  };
}

/** `p99 of "GET /cart": from 100 ms to 134 ms, +34.0% (95% interval +20.0% to +50.0%)` */
export function changeText({
  metric,
  label,
  ...change
}: Change & { metric: FigureId; label: string | null }): string {
  const { before, after, ratio, interval } = change;
  const about = label === null ? metric : `${metric} of ${quoted(label)}`;
  const size = ratio === null || before === 0 ? "" : `, ${formatChange(ratio - 1)}`;
  const high = interval === null || interval.high === null ? "no upper end" : formatChange(interval.high - 1);
  const range = interval === null ? "" : ` (95% interval ${formatChange(interval.low - 1)} to ${high})`;
  return `${about}: from ${figureText(metric, before)} to ${figureText(metric, after)}${size}${range}`;
}

export function regressionLine(change: Change & { metric: FigureId; label: string | null }): string {
  return `regressed: ${changeText(change)}.`;
}
