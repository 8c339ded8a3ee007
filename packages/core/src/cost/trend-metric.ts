import { FIGURE_IDS, FIGURES, isSentByUsers } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import type { Better } from "../targets/metrics.ts";
import type { CostKind } from "./cost.ts";

/** Costs in a trend, by what a million is of. */
export const COST_METRICS = { cost: "requests", "cost-items": "items" } as const satisfies Record<
  string,
  CostKind
>;
export type CostMetric = keyof typeof COST_METRICS;

/** What a trend can be of. */
export type TrendMetric = FigureId | CostMetric;
export const TREND_METRICS: readonly TrendMetric[] = [
  ...FIGURE_IDS,
  ...(Object.keys(COST_METRICS) as CostMetric[]),
];

/** Of all requests only: nobody pays for one label. */
export function isCost(metric: TrendMetric): metric is CostMetric {
  return Object.hasOwn(COST_METRICS, metric);
}

export function betterInTrend(metric: TrendMetric): Better {
  return isCost(metric) ? "lower" : FIGURES[metric].better;
}

/** What live traffic has of it follows from what users sent, and says nothing about the service. */
export function isSentInTrend(metric: TrendMetric): boolean {
  return isCost(metric) || isSentByUsers(metric);
}
