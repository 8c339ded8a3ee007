import { expect, it } from "vitest";
import { belowEarlier, belowEarlierInWords } from "./below-earlier.ts";

const at = (hour: number) => Date.UTC(2022, 10, 25, hour, 25) / 1_000;
const day = { startsAt: new Date("2022-11-25T05:00:00Z"), timeZone: "America/New_York" };
const points: [number, number][] = [
  [at(14), 400],
  [at(15), 600],
  [at(16), 868],
];
const earlier = [
  { id: "n", name: "2020", growthLow: 1, growthHigh: 1, points: [] },
  { id: "e", name: "2021", growthLow: 1.9, growthHigh: 2.1, points },
];
const words = (typed: number, shown: Parameters<typeof belowEarlier>[0]["shown"]) => {
  const below = belowEarlier({ typed, earlier, shown });
  return below === null ? null : belowEarlierInWords(typed, below, day);
};

it("says that an expected peak is below what an earlier day and the growth come to, and what that rises above", () => {
  const below =
    "The expected peak of 1,000 req/s is below what 2021 and the expected growth come to, 1,649–1,823 req/s.";
  expect(words(1_000, { throughput: 1_200, state: "proven" })).toBe(
    `${below} That band rises above the proven 1,200 req/s between 10:00 and 11:00.`,
  );
  expect(words(1_000, { throughput: 1_800, state: "accepted" })).toBe(
    `${below} That band rises above the measured 1,800 req/s between 11:00 and 12:00.`,
  );
  expect(words(1_000, { throughput: 40_000, state: "proven" })).toBe(below);
  expect(words(1_000, null)).toBe(below);
});

it("leaves an expected peak within the band alone, and one that no earlier day is known for", () => {
  expect(words(1_650, null)).toBeNull();
  expect(belowEarlier({ typed: 1, earlier: earlier.slice(0, 1), shown: null })).toBeNull();
});
