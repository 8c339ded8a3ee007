import { expect, it } from "vitest";
import { metricStatistic } from "@headroom/contract";
import type { ComparisonStatistics } from "@headroom/contract";
import { levelRunsWords, prepareLevels } from "./prepare-levels.ts";

const statistic = (metric: string, before: number | null, after: number | null) =>
  metricStatistic.parse({
    metric,
    verdict: "regressed",
    reason: "It is beyond the noise.",
    before,
    after,
    ratio: before === null || after === null ? null : after / before,
    interval: { low: 1.18, high: 1.28 },
    smallestDetectable: 0.05,
    pValue: 0.001,
    runsToSettle: null,
    noise: null,
  });
const OTHER = { metric: "p95", before: 1, after: 2 } as const;
type Pair = ComparisonStatistics["pairs"][number];
const answer = (more: Partial<Pair>): ComparisonStatistics => ({
  pairs: [
    { before: ["a"], after: ["b"], state: "ready", judgement: null, statistics: null, trend: [], ...more },
  ],
});
const statistics = (...whole: ReturnType<typeof statistic>[]) =>
  ({
    whole,
    labels: [{ label: "GET /search", kind: "request", metrics: [statistic("p50", 20, 40)] }],
  }) as unknown as NonNullable<Pair["statistics"]>;

it("has a row for each figure that both levels have, and items only where they say more than throughput", () => {
  const whole = [
    statistic("throughput", 60, 60),
    statistic("items", 60, 60),
    statistic("p99", 107.4, 132.1),
    statistic("p99.9", null, 180),
  ];
  const found = prepareLevels(answer({ statistics: statistics(...whole) }), null, OTHER);
  const rows = found.state === "ready" ? found.rows : [];
  expect(rows.map(({ name }) => name)).toEqual(["Throughput", "p99"]);
  expect(rows[1]).toMatchObject({ state: "regressed", percent: "+23.0%", interval: "+18.0% to +28.0%" });
});

it("has the trend's own number for its change, as long as the interval holds it", () => {
  const found = (step: Parameters<typeof prepareLevels>[2]) =>
    prepareLevels(answer({ statistics: statistics(statistic("p99", 107.4, 132.6)) }), null, step);
  expect(found({ metric: "p99", before: 108, after: 132 })).toMatchObject({
    rows: [{ before: "108\u00A0ms", after: "132\u00A0ms", percent: "+22.2%", interval: "+18.0% to +28.0%" }],
  });
  const apart = found({ metric: "p99", before: 108, after: 150 });
  expect(apart).toMatchObject({ rows: [{ percent: "+23.5%" }] });
});

it("is of a label where the trend is", () => {
  const found = prepareLevels(answer({ statistics: statistics() }), "GET /search", OTHER);
  expect(found).toMatchObject({ rows: [{ name: "p50", percent: "+100%" }] });
});

it("says that runs also differ in what may explain it", () => {
  const judgement = { findings: [{ kind: "comparability" }] } as unknown as NonNullable<Pair["judgement"]>;
  const found = (more: Partial<Pair>) =>
    prepareLevels(answer({ statistics: statistics(), ...more }), null, OTHER);
  expect(found({ judgement })).toMatchObject({ doubt: expect.stringContaining("also differ") });
  expect(found({})).toMatchObject({ doubt: null });
});

it("is worked out first, and may fail", () => {
  expect(prepareLevels(undefined, null, OTHER)).toEqual({ state: "working" });
  expect(prepareLevels(answer({ state: "working" }), null, OTHER)).toEqual({ state: "working" });
  expect(prepareLevels(answer({ state: "failed" }), null, OTHER)).toEqual({ state: "failed" });
});

it("says how many runs a level has, and how many of them are pooled", () => {
  const ids = ["a", "b"];
  expect(levelRunsWords({ ids, total: 2, from: 1, to: 3 })).toBe("2 runs, 1 to 3");
  expect(levelRunsWords({ ids, total: 50, from: 49, to: 50 })).toBe("2 of 50 runs, 49 to 50");
  expect(levelRunsWords({ ids: ["a"], total: 1, from: 4, to: 4 })).toBe("run 4");
});
