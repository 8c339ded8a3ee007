import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SECOND_MICROS } from "../time.ts";
import { placeFirst } from "./target-state.ts";
import type { FirstReading, Step, TargetState } from "./target-state.ts";

/** A scrape every 15 seconds. */
const step = (at: number): Step => ({ fromMicros: (at - 15) * SECOND_MICROS, toMicros: at * SECOND_MICROS });
const steps = (from: number, to: number) =>
  Array.from({ length: (to - from) / 15 }, (_, at) => step(from + (at + 1) * 15));
const errors = (at: number, count: number): FirstReading => ({
  key: `500 at ${at}`,
  rule: "r",
  label: "/a",
  failed: true,
  atMicros: at * SECOND_MICROS,
  counted: { count, sumMicros: null, buckets: null },
});

function run(rounds: readonly { steps?: Step[]; first?: FirstReading[] }[]) {
  let state: TargetState | null = null;
  return rounds.flatMap(({ steps: moved = [], first = [] }) => {
    const next = placeFirst(state, { steps: moved, first, mostWaiting: 1_000 });
    state = next.state;
    return next.placed.map(({ counted: { count, fromMicros, toMicros } }) => [
      count,
      fromMicros / SECOND_MICROS,
      toMicros / SECOND_MICROS,
    ]);
  });
}

describe("the first reading of a series", () => {
  it("counts since the target's previous moment, if other series were read at both", () => {
    expect(run([{ steps: steps(0, 600) }, { steps: [step(615)], first: [errors(615, 3_000)] }])).toEqual([
      [3_000, 600, 615],
    ]);
  });

  it("counts whether the other series arrive before it or after it", () => {
    const before = { steps: steps(0, 600) };
    const [others, own] = [{ steps: [step(615)] }, { first: [errors(615, 3_000)] }];
    expect(run([before, own, others])).toEqual(run([before, others, own]));
  });

  it("counts in a body of many scrapes, and in one that follows with the rest of their series", () => {
    const before = { steps: steps(0, 600) };
    const [others, own] = [{ steps: steps(600, 1_800) }, { first: [errors(615, 300)] }];
    expect(run([before, { ...others, ...own }])).toEqual([[300, 600, 615]]);
    expect(run([before, others, own])).toEqual([[300, 600, 615]]);
    // Parts of a body that are counted apart.
    const halves = [{ steps: steps(600, 1_200) }, { steps: steps(1_200, 1_800) }];
    expect(run([before, ...halves, own])).toEqual([[300, 600, 615]]);
  });

  it("counts since the moment right before, if some series of the target are read less often", () => {
    const rare = { fromMicros: 540 * SECOND_MICROS, toMicros: 600 * SECOND_MICROS };
    expect(run([{ steps: [...steps(0, 585), rare, step(600)] }, { first: [errors(600, 7)] }])).toEqual([
      [7, 585, 600],
    ]);
  });

  it("counts nothing with the first reading of the target: that may be of days", () => {
    expect(run([{ first: [errors(0, 1e7)] }, { steps: steps(0, 600) }])).toEqual([]);
  });

  it("counts nothing where no other series goes on: they have other names now", () => {
    const renamed = [errors(615, 1e7), { ...errors(615, 2e7), key: "other" }];
    expect(run([{ steps: steps(0, 600) }, { first: renamed }, { steps: steps(615, 900) }])).toEqual([]);
  });

  it("counts nothing while the target is new, or has just come back: others may be seen later", () => {
    expect(run([{ steps: steps(0, 60) }, { first: [errors(60, 1e7)] }])).toEqual([]);
    const back = [...steps(0, 600), ...steps(4_000, 4_060)];
    expect(run([{ steps: back }, { first: [errors(4_060, 1e7)] }])).toEqual([]);
    expect(
      run([{ steps: steps(0, 600) }, { steps: steps(4_000, 4_060) }, { first: [errors(4_060, 9)] }]),
    ).toEqual([]);
  });

  it("counts nothing for a moment that nobody else was read at", () => {
    expect(
      run([{ steps: steps(0, 600) }, { first: [errors(607, 40)] }, { steps: steps(600, 1_200) }]),
    ).toEqual([]);
  });

  const many = Array.from({ length: 500 }, (_, at) => ({ ...errors(615, 1), key: String(at) }));

  it("counts for each of many that begin at once", () => {
    expect(run([{ steps: steps(0, 600) }, { first: many }, { steps: [step(615)] }])).toHaveLength(500);
  });

  it("is remembered only as long as it can be placed", () => {
    const { state } = placeFirst(null, { steps: steps(0, 600), first: many, mostWaiting: 500 });
    expect([state.steps.length, state.waiting.length]).toEqual([1, 500]);
    const uneven = Array.from({ length: 50 }, (_, at) => ({ ...step(at * 16), toMicros: at * 16e6 + at }));
    expect(placeFirst(null, { steps: uneven, first: [], mostWaiting: 500 }).state.steps).toHaveLength(8);
    const later = { steps: steps(600, 615 + 315), first: [], mostWaiting: 500 };
    expect(placeFirst(state, later).state.waiting).toEqual([]);
  });

  it("isn't remembered of a target that is new: that one can't be placed", () => {
    const { state } = placeFirst(null, { steps: [], first: many, mostWaiting: 500 });
    expect(state.waiting).toEqual([]);
    const next = { steps: steps(600, 630), first: [errors(645, 7)], mostWaiting: 500 };
    expect(placeFirst(state, next).state.waiting).toEqual([]);
  });

  it("says so where more begin at once than can wait", () => {
    const seen = { steps: steps(0, 600), first: many };
    expect(placeFirst(null, { ...seen, mostWaiting: 500 }).isFull).toBe(false);
    const { state, isFull } = placeFirst(null, { ...seen, mostWaiting: 499 });
    expect([state.waiting.length, isFull]).toEqual([499, true]);
  });

  it("counts the same in any order of what arrives together", () => {
    const arriving = [...steps(0, 600).map((one) => ({ steps: [one] })), { first: [errors(600, 7)] }];
    fc.assert(
      fc.property(fc.shuffledSubarray(arriving.slice(-6), { minLength: 6 }), (last) => {
        expect(run([...arriving.slice(0, -6), ...last])).toEqual([[7, 585, 600]]);
      }),
    );
  });
});
