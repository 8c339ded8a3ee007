import { expect, it } from "vitest";
import type { TrendRun } from "@headroom/db";
import { orderRuns } from "./order-runs.ts";
import { trendTargets } from "./trend-targets.ts";

const run = (number: number, more: Partial<TrendRun> = {}): TrendRun => ({
  ...{ id: `run-${number}`, number, at: new Date(number), commit: null, branch: null, environment: null },
  ...{ version: null, verdict: null, status: "finished" as const, value: number, range: null },
  ...more,
});
const numbers = ({ runs }: { runs: readonly TrendRun[] }) => runs.map(({ number }) => number);

it("runs of one commit are grouped, and commits ordered by their first run", () => {
  const runs = [run(1, { commit: "b" }), run(2, { commit: "a" }), run(3, { commit: "b" }), run(4)];
  const ordered = orderRuns(runs, "commit");
  expect(numbers(ordered)).toEqual([1, 3, 2]);
  expect(ordered.unplaced).toBe(1);
});

it("versions count as people count", () => {
  const runs = [run(1, { version: "v1.10" }), run(2, { version: "v1.9" }), run(3, { version: "v1.9.1" })];
  expect(numbers(orderRuns(runs, "version"))).toEqual([2, 3, 1]);
});

it("targets of this figure become lines in its unit, and no others", () => {
  const texts = [
    "p99 <= 1 s",
    'p99 of "GET /search" <= 80 ms',
    "p99 <= baseline + 10%",
    "p99 <= 1 s at 600 users",
    "items >= 6000/min",
    "error rate <= 0.1%",
  ];
  const values = (metric: "p99" | "items" | "error-rate", label: string | null = null) =>
    trendTargets(texts, { metric, label, baseline: 200 }).map(({ value }) => Number(value.toFixed(6)));
  expect(values("p99")).toEqual([1_000, 220]);
  expect(values("p99", "GET /search")).toEqual([80]);
  expect(values("items")).toEqual([100]);
  expect(values("error-rate")).toEqual([0.001]);
});
