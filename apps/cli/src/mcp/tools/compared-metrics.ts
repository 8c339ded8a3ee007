import { z } from "zod";
import { comparisonVerdict, figureId } from "@headroom/contract";
import type { MetricStatistic, PairStatistics } from "@headroom/contract";
import { FIGURES } from "@headroom/core";
import { changePercent, changeText, intervalPercent } from "../changes.ts";
import { inShownUnit, percentOf, shownUnit } from "../figures.ts";

const MAX_LABEL_CHANGES = 30;
const CHANGED = new Set<MetricStatistic["verdict"]>(["improved", "regressed", "differs"]);

export const metricChange = z.strictObject({
  metric: figureId,
  label: z.string().nullable().describe("Null: all requests."),
  unit: z.string().describe("Of before and after."),
  better: z.enum(["higher", "lower"]),
  verdict: comparisonVerdict,
  reason: z.string(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  changePercent: z.number().nullable(),
  interval95Percent: intervalPercent,
  smallestDetectablePercent: z.number().nullable().describe("A smaller change could not have been seen."),
  pValue: z.number().nullable(),
  runsToSettle: z.number().nullable().describe("Runs on each side that would settle it."),
});

interface ComparedMetric {
  /** Null: all requests. */
  label: string | null;
  statistic: MetricStatistic;
}

/** First all requests, then the labels that changed, largest changes first. */
export function comparedMetrics({ whole, labels }: PairStatistics): ComparedMetric[] {
  const ofLabels = labels.flatMap(({ label, metrics }) => metrics.map((statistic) => ({ label, statistic })));
  return [
    ...whole.map((statistic) => ({ label: null, statistic })),
    ...ofLabels
      .filter(({ statistic }) => CHANGED.has(statistic.verdict))
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .slice(0, MAX_LABEL_CHANGES),
  ];
}

/** Twice as much is as large a change as half. */
function sizeOf({ statistic: { ratio } }: ComparedMetric): number {
  return ratio === null || ratio <= 0 ? Infinity : Math.abs(Math.log(ratio));
}

export function metricData({ label, statistic }: ComparedMetric): z.input<typeof metricChange> {
  const { metric, verdict, reason, before, after, smallestDetectable, pValue, runsToSettle } = statistic;
  return {
    metric,
    label,
    verdict,
    reason,
    pValue,
    runsToSettle,
    unit: shownUnit(metric, FIGURES[metric].unit),
    better: FIGURES[metric].better,
    before: before === null ? null : inShownUnit(metric, before),
    after: after === null ? null : inShownUnit(metric, after),
    ...changePercent(statistic),
    smallestDetectablePercent: smallestDetectable === null ? null : percentOf(smallestDetectable),
  };
}

export function metricLine({ label, statistic }: ComparedMetric): string {
  return `${statistic.verdict}: ${changeText({ ...statistic, label })}. ${statistic.reason}`;
}
