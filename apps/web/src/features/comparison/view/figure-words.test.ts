import { expect, it } from "vitest";
import type { MetricRow } from "@headroom/contract";
import { changeOf } from "@headroom/core";
import { changeWords, intervalWords, knownTexts, risesOf } from "./figure-words.ts";

it.each([
  ["throughput", 14_010, 40_269, { times: "2.87x more", percent: "+187%" }],
  ["throughput", 16_831, 258_640, { times: "15.4x more", percent: "+1,440%" }],
  ["throughput", 120_835, 317_474, { times: "2.63x more", percent: "+163%" }],
  ["throughput", 40_269, 14_010, { times: "2.87x less", percent: "−65.2%" }],
  ["p99", 1_400, 240, { times: "5.83x faster", percent: "−82.9%" }],
  ["p99", 240, 1_400, { times: "5.83x slower", percent: "+483%" }],
  ["p99", 200, 200, { times: "same", percent: "" }],
  ["p99", 1_000, 1_004, { times: "same", percent: "+0.4%" }],
  ["error-rate", 0.001, 0.003, { times: "3.00x higher", percent: "+200%" }],
  ["error-rate", 0.003, 0.001, { times: "3.00x lower", percent: "−66.7%" }],
  ["error-rate", 0.003, 0, { times: "to none", percent: "−100%" }],
] as const)("%s from %d to %d is %j", (metric, before, after, words) => {
  expect(changeWords(metric, changeOf(metric, before, after))).toEqual(words);
});

it("says what came from nothing, and nothing of what is not known", () => {
  expect(changeWords("error-rate", changeOf("error-rate", 0, 0.002))?.times).toBe("from 0 to 0.20%");
  expect(changeWords("error-rate", changeOf("error-rate", 0, 0))?.times).toBe("same");
  expect(changeWords("p99", changeOf("p99", null, 240))).toBeNull();
});

it("intervals have both ends in words, and an open one says so", () => {
  expect(intervalWords("throughput", { low: 2.79, high: 2.95 })).toBe("2.79–2.95x");
  expect(intervalWords("throughput", { low: 0.78, high: 0.82 })).toBe("−22.0% to −18.0%");
  expect(intervalWords("throughput", { low: 0.99, high: 1.01 })).toBe("−1.0% to +1.0%");
  expect(intervalWords("p99", { low: 0.165, high: 0.178 })).toBe("−83.5% to −82.2%");
  expect(intervalWords("error-rate", { low: 1.2, high: null })).toBe("1.20x or more");
});

it("the figures of a row have the digits that their changes take, and a range where no value is exact", () => {
  const row = (
    values: (number | null)[],
    ranges: MetricRow["ranges"] = values.map(() => null),
  ): MetricRow => ({
    metric: "p99",
    unit: "ms",
    better: "lower",
    values,
    ranges,
    changes: values.map((value, at) => (at === 0 ? null : changeOf("p99", values[0] ?? null, value))),
    targets: values.map(() => null),
  });
  expect(knownTexts(row([1_400, 240]))).toEqual(["1,400", "240"]);
  expect(knownTexts(row([42.04, 48.36, null]))).toEqual(["42.04", "48.36", null]);
  expect(knownTexts(row([100, null], [null, { low: 100, high: 103 }]))).toEqual(["100", "100–103"]);
});

it("reads from the percentage whether a figure went up", () => {
  expect([risesOf("+30%"), risesOf("−4%"), risesOf(""), risesOf(null)]).toEqual([
    true,
    false,
    undefined,
    undefined,
  ]);
});
