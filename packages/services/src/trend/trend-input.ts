import { z } from "zod";
import { TREND_AXES, TREND_METRICS } from "@headroom/core";

/** If there are more runs than a chart can show, the newest are drawn. */
export const MAX_TREND_RUNS = 2_000;

/** Text in the database can't contain null characters. */
const text = z
  .string()
  .max(2_000)
  .transform((words) => words.replaceAll("\0", "\uFFFD"));

export const trendInput = z.strictObject({
  experimentId: z.string(),
  metric: z.enum(TREND_METRICS).default("p99"),
  axis: z.enum(TREND_AXES).default("date"),
  /** A request label; null: all requests. */
  label: text.nullable().default(null),
  branch: text.nullable().default(null),
  environment: text.nullable().default(null),
  from: z.date().nullable().default(null),
  to: z.date().nullable().default(null),
});
export type TrendInput = z.input<typeof trendInput>;
