import { expect, it } from "vitest";
import { busiestStretch, silentSeconds, timesPeak } from "./day-peak.ts";

const minutes = (...requests: number[]) => requests.map((count, at) => [at * 60, count] as const);

it("the busiest stretch may begin with any point, and silences count as nothing", () => {
  const counts = minutes(5, 9, 8, 1, 9);
  expect(busiestStretch(counts, { pointSeconds: 60, seconds: 60 })).toEqual({ second: 60, requests: 9 });
  expect(busiestStretch(counts, { pointSeconds: 60, seconds: 120 })).toEqual({ second: 60, requests: 17 });
  const apart = [
    [0, 10],
    [60, 10],
    [600, 19],
  ] as const;
  expect(busiestStretch(apart, { pointSeconds: 60, seconds: 120 })).toEqual({ second: 0, requests: 20 });
  expect(busiestStretch([], { pointSeconds: 60, seconds: 60 })).toBeNull();
});

it("peaks are compared in points of the same length", () => {
  const spike = { stepSeconds: 60, points: minutes(1, 1, 1, 9, 1, 1) };
  const wide = {
    stepSeconds: 180,
    points: [
      [0, 2],
      [180, 2],
    ] as const,
  };
  // Nine in one minute is less than four in three of them.
  expect(timesPeak(spike, wide)).toEqual({ times: 11 / 6, earlierPeak: 2, pointSeconds: 180 });
  expect(timesPeak(wide, spike)?.times).toBeCloseTo(6 / 11);
  expect(timesPeak(spike, spike)).toMatchObject({ times: 1, pointSeconds: 60 });
});

it("an earlier day without traffic is no measure", () => {
  const own = { stepSeconds: 60, points: minutes(1) };
  expect(timesPeak(own, { stepSeconds: 60, points: [] })).toBeNull();
  expect(timesPeak(own, { stepSeconds: 60, points: minutes(0) })).toBeNull();
  expect(timesPeak({ stepSeconds: 60, points: [] }, own)).toBeNull();
});

it("only a silence of two minutes is a time without data, at the edges of a stretch too", () => {
  const range = { from: 0, to: 3_600, pointSeconds: 60 };
  const busy = (from: number, to: number) =>
    Array.from({ length: (to - from) / 60 }, (_, at) => [from + at * 60, 5] as const);
  expect(silentSeconds(busy(0, 3_600), range)).toBe(0);
  expect(silentSeconds([...busy(0, 600), ...busy(660, 3_600)], range)).toBe(0);
  expect(silentSeconds([...busy(-600, 600), ...busy(1_200, 3_000), ...busy(3_600, 4_000)], range)).toBe(
    1_200,
  );
  expect(silentSeconds([], range)).toBe(3_600);
});
