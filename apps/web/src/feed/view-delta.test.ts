import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDelta, deltaBetween } from "./view-delta.ts";

const points = (count: number) => Array.from({ length: count }, (_, at) => ({ at, value: at * 2 }));
const sent = <Of>(value: Of) => JSON.parse(JSON.stringify(value)) as Of;

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
    expect(delta.set).toEqual([
      [["now"], "b"],
      [["gone"], null],
    ]);
    expect(delta.tails).toMatchObject([[["points"], 99, { length: 2 }]]);
    expect(applyDelta<typeof before>(before, sent(delta))).toEqual(after);
  });

  it("has only what follows in lists that are inside of others", () => {
    const gauge = (name: string, count: number) => ({ name, points: points(count) });
    const before = {
      gauges: [gauge("cpu", 50), gauge("lag", 20)],
      mix: { labels: ["/a"], points: points(30) },
    };
    const after = {
      gauges: [gauge("cpu", 51), gauge("lag", 20)],
      mix: { labels: ["/a"], points: points(31) },
    };
    const delta = deltaBetween(before, after);
    expect(delta).toEqual({
      set: [],
      tails: [
        [["gauges", 0, "points"], 50, [{ at: 50, value: 100 }]],
        [["mix", "points"], 30, [{ at: 30, value: 60 }]],
      ],
    });
    expect(applyDelta(before, delta)).toEqual(after);
  });

  it("takes lists that became shorter as a whole where they have little in common", () => {
    const before = { points: points(100), other: points(5) };
    const after = { points: points(40), other: points(3) };
    const delta = deltaBetween(before, after);
    expect(delta).toEqual({ set: [[["other"], points(3)]], tails: [[["points"], 40, []]] });
    expect(applyDelta(before, delta)).toEqual(after);
  });

  it("is right for any two views", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const view = fc.record({ a: value, b: value, list: fc.array(fc.nat(3), { maxLength: 30 }) });
    fc.assert(
      fc.property(view, view, (before, after) => {
        const [from, to] = [sent(before), sent(after)];
        expect(applyDelta(from, sent(deltaBetween(from, to)))).toEqual(to);
      }),
    );
  });
});
