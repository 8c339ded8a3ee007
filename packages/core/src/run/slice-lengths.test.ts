import { describe, expect, it } from "vitest";
import { hiddenWords, sliceRangeWords, spreadOfSlices } from "./slice-lengths.ts";

const exactly = (millis: number) => ({ lowMicros: millis * 1_000, highMicros: millis * 1_000 });
const between = (low: number, high: number | null) => ({
  lowMicros: low * 1_000,
  highMicros: high === null ? null : high * 1_000,
});
const length = (sliceSeconds: number, least: number, most: number, slices = 24) => ({
  sliceSeconds,
  slices,
  least: exactly(least),
  most: exactly(most),
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

describe("where a source has only ranges", () => {
  const short = { sliceSeconds: 60, slices: 720, least: between(2.9, 3), most: between(30, 50) };
  const long = { sliceSeconds: 1_800, slices: 24, least: between(2.9, 3), most: between(3, 3.2) };

  it("says the ranges", () => {
    expect(hiddenWords([short, long])).toBe(
      "p99 ranges from 2.90\u20133.00 to 30\u201350 ms in slices of 1m, and from 2.90\u20133.00 to 3.00\u20133.20 ms in slices of 30m: the longer slices hide the worst minute.",
    );
    expect(
      hiddenWords([
        { ...short, most: between(50, null) },
        { ...long, most: between(2.9, 3) },
      ]),
    ).toBe(
      "p99 ranges from 2.90\u20133.00 to over 50 ms in slices of 1m, and is 2.90\u20133.00 ms in slices of 30m: the longer slices hide the worst minute.",
    );
    expect(sliceRangeWords(short)).toBe("2.90\u20133.00 to 30\u201350");
    expect(sliceRangeWords({ ...short, most: short.least })).toBe("2.90\u20133.00");
    expect(sliceRangeWords(length(60, 1.66, 42))).toBe("1.66\u201342");
  });

  it("claims nothing that isn't certain", () => {
    expect(hiddenWords([{ ...short, most: between(3.2, 50) }, long])).toBeNull();
    expect(hiddenWords([short, { ...long, most: between(3.2, null) }])).toBeNull();
  });

  it("finds the lowest and the highest", () => {
    const [low, high, open] = [between(1, 2), between(5, 10), between(10, null)];
    expect(spreadOfSlices([high, low])).toEqual({ least: low, most: high });
    expect(spreadOfSlices([open, high, low])).toEqual({ least: low, most: open });
    expect(spreadOfSlices([])).toBeNull();
  });
});
