import { expect, it } from "vitest";
import { hiddenWords } from "./slice-lengths.ts";

const length = (sliceSeconds: number, least: number, most: number, slices = 24) => ({
  sliceSeconds,
  slices,
  leastMicros: least * 1_000,
  mostMicros: most * 1_000,
});

it("says what long slices hide of short ones", () => {
  const lengths = [length(60, 1.66, 42), length(600, 1.71, 17), length(1_800, 1.89, 2.22)];
  expect(hiddenWords(lengths)).toBe(
    "p99 ranges from 1.66 to 42 ms in slices of 1m, and from 1.89 to 2.22 ms in slices of 30m: the longer slices hide the worst minute.",
  );
  expect(hiddenWords([length(10, 90, 900), ...lengths])).toMatch(/hide the worst 10 seconds\.$/);
  expect(hiddenWords(lengths.toReversed())).toBe(hiddenWords(lengths));
});

it.each([
  ["a p99 that is about the same in all of them", [length(60, 1.9, 2.4), length(1_800, 1.9, 2.2)]],
  ["an outage as long as the long slices", [length(60, 2, 900), length(1_800, 2, 800)]],
  ["one length", [length(1_800, 1.9, 42)]],
  ["a single long slice and the short ones in it", [length(60, 2, 90), length(1_800, 3, 3, 1)]],
  ["nothing", []],
])("is silent about %s", (_, lengths) => {
  expect(hiddenWords(lengths)).toBeNull();
});
