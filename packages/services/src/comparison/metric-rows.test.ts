import { expect, it } from "vitest";
import type { ComparableFigures } from "@headroom/core";
import { toMetricRows } from "./metric-rows.ts";

const figures = (p99: number | null, more: Partial<ComparableFigures> = {}): ComparableFigures => ({
  throughput: 100,
  itemsThroughput: null,
  errorRate: 0.01,
  latencyMs: { p50: 10, p90: 20, p95: 30, p99, "p99.9": null },
  ...more,
});
const rowOf = (metric: string, ...runs: readonly ComparableFigures[]) =>
  toMetricRows({
    figures: runs,
    reference: 0,
    label: null,
    runs: runs.map(() => ({ targets: [] })),
  }).find((row) => row.metric === metric);

it("an error rate that is only known to be at least so high has no change", () => {
  const least = figures(40, { errorRate: 0.02, errorsAtLeast: true });
  expect(rowOf("error-rate", figures(40), least)).toMatchObject({
    values: [0.01, 0.02],
    ranges: [null, { low: 0.02, high: null }],
    changes: [null, { times: null, direction: null, words: null }],
  });
  expect(rowOf("p50", figures(40), least)?.changes[1]).toMatchObject({ direction: "same" });
});

it("a percentile of which a range is known shows it", () => {
  const ranged = figures(null, { latencyIntervalsMs: { p99: { low: 40, high: 44 } } });
  expect(rowOf("p99", figures(40), ranged)).toMatchObject({
    values: [40, null],
    ranges: [null, { low: 40, high: 44 }],
    changes: [null, { words: null }],
  });
});
