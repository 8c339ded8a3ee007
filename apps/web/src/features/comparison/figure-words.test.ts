import { expect, it } from "vitest";
import { changeOf } from "@headroom/core";
import { changeWords, figureText, intervalWords } from "./figure-words.ts";

it.each([
  ["throughput", 14_010, 40_269, { times: "2.87x", percent: "+187%" }],
  ["throughput", 16_831, 258_640, { times: "15.4x", percent: "+1,437%" }],
  ["throughput", 120_835, 317_474, { times: "2.63x", percent: "+163%" }],
  ["p99", 1_400, 240, { times: "5.83x faster", percent: "−82.9%" }],
  ["p99", 240, 1_400, { times: "5.83x slower", percent: "+483%" }],
  ["p99", 200, 200, { times: "1.00x", percent: "0.0%" }],
  ["error-rate", 0.001, 0.003, { times: "3.00x", percent: "+200%" }],
] as const)("%s from %d to %d is %j", (metric, before, after, words) => {
  expect(changeWords(metric, changeOf(metric, before, after))).toEqual(words);
});

it("says what came from nothing, and nothing of what is not known", () => {
  expect(changeWords("error-rate", changeOf("error-rate", 0, 0.002))?.times).toBe("from 0 to 0.20%");
  expect(changeWords("p99", changeOf("p99", null, 240))).toBeNull();
});

it("intervals have both ends in words, and an open one says so", () => {
  expect(intervalWords("throughput", { low: 2.79, high: 2.95 })).toBe("2.79–2.95x");
  expect(intervalWords("p99", { low: 0.165, high: 0.178 })).toBe("−83.5% to −82.2%");
  expect(intervalWords("error-rate", { low: 1.2, high: null })).toBe("1.20x or more");
});

it("figures are in the unit of their metric", () => {
  expect([
    figureText("p99", 1400),
    figureText("error-rate", 0.0123),
    figureText("throughput", 40269),
  ]).toEqual(["1,400", "1.23", "40,269"]);
});
