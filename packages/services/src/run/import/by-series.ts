import { ALL_REQUESTS } from "@headroom/core";
import type { SeriesFailure, SeriesSlowRequest, SeriesTotal } from "@headroom/db";
import type { WrittenSamples } from "./write-samples.ts";

interface BySeries {
  /** One at a time, so that the totals of very many labels aren't all decoded at once. */
  totals: Iterable<SeriesTotal>;
  failures: SeriesFailure[];
  slowest: SeriesSlowRequest[];
}

/** What a part reports about its labels, by the series that represent them in its run. */
export function bySeries({ totals, seriesIds }: WrittenSamples): BySeries {
  const seriesOf = (label: number): number => {
    const seriesId = seriesIds.get(label);
    if (seriesId === undefined) throw new Error(`label ${label} has no series`);
    return seriesId;
  };
  const known = new Set(totals.labels.map(({ label }) => label)).add(ALL_REQUESTS);
  return {
    totals: totalsBySeries(totals, seriesOf),
    failures: totals.failures
      .filter(({ label }) => known.has(label))
      .map(({ label, ...failure }) => ({ seriesId: seriesOf(label), ...failure })),
    slowest: totals.slowest.map(({ label, completedAtMicros, ...request }) => ({
      seriesId: seriesOf(label),
      offsetMicros: completedAtMicros - (totals.span?.originMicros ?? 0),
      ...request,
    })),
  };
}

function* totalsBySeries(
  totals: WrittenSamples["totals"],
  seriesOf: (label: number) => number,
): Generator<SeriesTotal> {
  const { all, allFinestStepSeconds, labels } = totals;
  yield { seriesId: seriesOf(ALL_REQUESTS), total: all, finestStepSeconds: allFinestStepSeconds };
  for (const { label, total, finestStepSeconds } of labels) {
    yield { seriesId: seriesOf(label), total, finestStepSeconds };
  }
}
