import { expect, it } from "vitest";
import { storedComparison } from "./stored.ts";

const delta = { baseline: 1, value: 1, change: 0, times: 1 };
const deltas = {
  throughput: delta,
  itemsPerSecond: delta,
  errorRate: delta,
  latencyMs: { mean: delta, p50: delta, p90: delta, p95: delta, p99: delta, "p99.9": delta },
};
const stored = { baseline: { id: "b", url: "http://web/runs/b" }, ...deltas, verdict: null };
const step = { metric: "p99", before: 85, after: 102, runs: [41] };

it("reads a trend that was stored before drifts were found as one without drifts", () => {
  expect(storedComparison({ ...stored, trend: [step] })?.trend).toEqual([{ ...step, drifts: [] }]);
});

it("reads drifts as they were stored", () => {
  const drifts = [{ from: 1, to: 60 }];
  expect(storedComparison({ ...stored, trend: [{ ...step, drifts }] })?.trend).toEqual([{ ...step, drifts }]);
});

it("adds no trend to a comparison that was stored before trends were compared", () => {
  expect(storedComparison(stored)).toEqual(stored);
  expect(storedComparison(null)).toBeNull();
});
