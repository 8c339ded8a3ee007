import { z } from "zod";
import type { MetricStatistic } from "@headroom/contract";
import { printedChange, printedInterval } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { percentOf } from "./figures.ts";
import { quoted } from "./untrusted.ts";

type Change = Pick<MetricStatistic, "before" | "after" | "ratio" | "interval">;

/** Of a change in percent: +20 is a rise by a fifth. */
export const intervalPercent = z
  .strictObject({ low: z.number(), high: z.number().nullable() })
  .nullable()
  .describe(
    "Contains the true change with 95% confidence; high null: no upper end. Null: too little to tell.",
  );

export function changePercent({ ratio, interval }: Change) {
  return {
    changePercent: ratio === null ? null : percentOf(ratio - 1),
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
  const { interval } = change;
  const about = label === null ? metric : `${metric} of ${quoted(label)}`;
  const { before, after, size } = printedChange(metric, change);
  const range = interval === null ? "" : ` (95% interval ${printedInterval(interval)})`;
  return `${about}: from ${before} to ${after}${size === null ? "" : `, ${size}`}${range}`;
}

export function regressionLine(change: Change & { metric: FigureId; label: string | null }): string {
  return `regressed: ${changeText(change)}.`;
}
