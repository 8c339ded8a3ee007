import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { latencyMoves, windowsAtUsers } from "./users-windows.ts";

const ramp = Array.from({ length: 100 }, (_, at) => ({ offsetSeconds: at * 10, users: at * 10 }));

describe("when about so many users were active", () => {
  it("is a short stretch of a ramp", () => {
    expect(windowsAtUsers(ramp, 10, 600)).toEqual([{ fromSeconds: 570, toSeconds: 640 }]);
  });

  it("is every stretch in which they were, gaps apart", () => {
    const points = [600, 610, 590, 400, 600].map((users, at) => ({ offsetSeconds: at, users }));
    expect(windowsAtUsers(points, 1, 600)).toEqual([
      { fromSeconds: 0, toSeconds: 3 },
      { fromSeconds: 4, toSeconds: 5 },
    ]);
  });

  it("goes on between two moments that were measured, unless they lie more than a minute apart", () => {
    const points = [0, 15, 30, 91, 106].map((offsetSeconds) => ({ offsetSeconds, users: 600 }));
    expect(windowsAtUsers(points, 1, 600)).toEqual([
      { fromSeconds: 0, toSeconds: 31 },
      { fromSeconds: 91, toSeconds: 107 },
    ]);
    const dip = [600, 300, 600].map((users, at) => ({ offsetSeconds: at * 15, users }));
    expect(windowsAtUsers(dip, 1, 600)).toHaveLength(2);
  });

  it("is never where they were not", () => {
    expect(windowsAtUsers(ramp, 10, 2_000)).toEqual([]);
  });
});

describe("latency while about so many users are active", () => {
  const slices = (millis: (at: number) => number) =>
    Array.from({ length: 30 }, (_, at) => {
      const all = Sketch.of(
        Array.from({ length: 50 }, (_one, nth) => millis(at) * 1_000 * (1 + (nth % 10) / 100)),
      );
      return { ...emptyCell(), requests: 50, distribution: { kind: "sketch" as const, all, failed: null } };
    });

  it("moves if its beginning and end differ by a quarter, either way", () => {
    expect(latencyMoves(slices((at) => 350 * (1_500 / 350) ** (at / 29)))).toBe(true);
    expect(latencyMoves(slices((at) => 400 - 5 * at))).toBe(true);
  });

  it("doesn't move if it stays, is a little uneven, or isn't known", () => {
    expect(latencyMoves(slices(() => 350))).toBe(false);
    expect(latencyMoves(slices((at) => 350 + 20 * (at % 2)))).toBe(false);
    expect(latencyMoves(null)).toBe(false);
    expect(latencyMoves([null, null, null])).toBe(false);
    expect(latencyMoves(Array.from({ length: 9 }, () => ({ ...emptyCell(), requests: 5 })))).toBe(false);
  });
});
