import { expect, it } from "vitest";
import type { DayPoints } from "./frozen-day.ts";
import { replaces } from "./replaces.ts";

const iso = (second: number) => new Date(second * 1_000).toISOString();
/** A request a second from second to second, in points of this length. */
function read(from: number, to: number, pointSeconds = 60): DayPoints {
  const points = Array.from({ length: (to - from) / pointSeconds }, (_, index) => {
    return {
      at: iso(from + index * pointSeconds),
      throughput: 1,
      p99Ms: null,
      p99Range: null,
      errorRate: null,
    };
  });
  const total = { requests: to - from, errors: null, peak: null };
  return { pointSeconds, source: "live", points, total, simulated: null };
}
const frozen = (from: number, to: number, own = read(from, to)) => {
  return { own, from: new Date(from * 1_000), to: new Date(to * 1_000) };
};
const day = (from: number, to: number) => ({
  startsAt: new Date(from * 1_000),
  endsAt: new Date(to * 1_000),
});

it("of the same times, only more requests replace what was frozen", () => {
  const before = frozen(0, 6_000);
  expect(replaces(read(0, 6_000, 600), before, day(0, 6_000))).toBe(false);
  expect(replaces(read(600, 6_000), before, day(0, 6_000))).toBe(false);
  expect(replaces(read(0, 6_600), before, day(0, 6_000))).toBe(true);
});

it("other times are read again as long as the traffic of both is there, however coarse", () => {
  const before = frozen(0, 6_000);
  expect(replaces(read(1_200, 7_200), before, day(1_200, 7_200))).toBe(true);
  expect(replaces(read(1_200, 7_200, 600), before, day(1_200, 7_200))).toBe(true);
  expect(replaces(read(3_000, 7_200), before, day(1_200, 7_200))).toBe(false);
  expect(replaces(read(0, 0), before, day(1_200, 7_200))).toBe(false);
  // Times that have nothing in common with what was frozen.
  expect(replaces(read(9_000, 9_600), before, day(9_000, 12_000))).toBe(true);
  expect(replaces(read(0, 0), before, day(9_000, 12_000))).toBe(false);
  expect(replaces(read(0, 0), frozen(0, 6_000, read(0, 0)), day(9_000, 12_000))).toBe(true);
});
