import { describe, expect, it } from "vitest";
import { applyDelta, deltaBetween } from "./view-delta.ts";

const points = (count: number) => Array.from({ length: count }, (_, at) => ({ at, value: at * 2 }));

describe("what differs between two views", () => {
  it("gives the second one from the first", () => {
    const before = { now: "a", points: points(100), same: [1, 2], gone: { x: 1 } as object | null };
    const after = {
      now: "b",
      points: [...points(99), { at: 99, value: 7 }, { at: 100, value: 8 }],
      same: [1, 2],
      gone: null,
    };
    const delta = deltaBetween(before, after);
    expect(delta.fields).toEqual({ now: "b", gone: null });
    expect(delta.tails["points"]).toMatchObject({ from: 99 });
    expect(applyDelta<typeof before>(before, JSON.parse(JSON.stringify(delta)) as typeof delta)).toEqual(
      after,
    );
  });

  it("takes lists that became shorter, or that have little in common, as a whole", () => {
    const before = { points: points(100), other: points(100) };
    const after = { points: points(40), other: points(100).toReversed() };
    const delta = deltaBetween(before, after);
    expect(Object.keys(delta.fields)).toEqual(["other"]);
    expect(delta.tails["points"]).toEqual({ from: 40, items: [] });
    expect(applyDelta(before, delta)).toEqual(after);
  });
});
