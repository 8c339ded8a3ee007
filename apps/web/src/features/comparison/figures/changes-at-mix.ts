import type { MetricRow, RunComparison } from "@headroom/contract";
import { changeOf, figureText } from "@headroom/core";
import { metricName, withMetricUnit } from "../view/figure-words.ts";
import { capital } from "../view/prepare-runs.ts";
import { wholeStatistic } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

/**
 * Where the plan sent another mix of labels, the change is the one at the reference's mix, as its interval and its verdict are. The
 * values stay those that the runs measured.
 */
export function changesAtMix(
  rows: readonly MetricRow[],
  runIds: readonly (string | null)[],
  statistics: StatisticsByRun,
): MetricRow[] {
  return rows.map((row) => ({
    ...row,
    changes: row.changes.map((change, at) => {
      const found = change === null ? null : wholeStatistic(statistics, runIds[at] ?? "", row.metric);
      return found?.atMix === true ? changeOf(row.metric, found.before, found.after) : change;
    }),
  }));
}

export function comparisonAtMix(comparison: RunComparison, statistics: StatisticsByRun): RunComparison {
  const runIds = comparison.runs.map(({ id }) => id);
  return { ...comparison, whole: changesAtMix(comparison.whole, runIds, statistics) };
}

/** Beside a change: the figures that it is between stay those measured. */
export function markedAtMix<T extends { percent: string }>(
  words: T | null,
  statistic: { atMix?: boolean | undefined } | null,
  reference: string,
): T | null {
  if (words === null || statistic?.atMix !== true) return words;
  return { ...words, percent: `${words.percent} at ${reference}'s mix`.trim() };
}

/** What a run measured itself, where its change is the one at another mix. */
export function ownFigureWords(
  { metric, values, changes }: MetricRow,
  at: number,
  { before, after }: { before: string; after: string },
): string {
  const [own, compared] = [values[at] ?? null, changes[at]?.after ?? null];
  if (own === null || compared === null || figureText(metric, own) === figureText(metric, compared))
    return "";
  const name = metricName(metric);
  const measured = withMetricUnit(metric, figureText(metric, own));
  return `${name} is compared at ${before}'s mix of labels. ${capital(after)} was sent another mix, and its own ${name} is ${measured}.`;
}
