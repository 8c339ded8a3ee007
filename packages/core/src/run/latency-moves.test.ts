import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { latencyMoves } from "./latency-moves.ts";

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
