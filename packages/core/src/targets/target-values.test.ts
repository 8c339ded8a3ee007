import { expect, it } from "vitest";
import { targetValues } from "./target-values.ts";

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
    targetValues(texts, { metric, label, baseline: 200 }).map(({ value }) => Number(value.toFixed(6)));
  expect(values("p99")).toEqual([1_000, 220]);
  expect(values("p99", "GET /search")).toEqual([80]);
  expect(values("items")).toEqual([100]);
  expect(values("error-rate")).toEqual([0.001]);
});
