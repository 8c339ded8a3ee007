import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SECOND_MICROS } from "../time.ts";
import { countedOfExponential } from "./counted.ts";
import { advance } from "./source-state.ts";
import type { LostBetween, Reading, SourceState } from "./source-state.ts";

const NOT_FROM_ZERO = { fromZero: false };

function run(readings: readonly Reading[], rules = NOT_FROM_ZERO) {
  let state: SourceState | null = null;
  const lost: LostBetween[] = [];
  const unusable: number[] = [];
  const added = readings.map((reading) => {
    const next = advance(state, reading, rules);
    state = next.state;
    lost.push(...next.lost);
    unusable.push(next.unusable);
    return next.added;
  });
  return { added, all: added.flat(), lost, unusable };
}

const counter = (at: number, count: number, start: number | null = null): Reading => {
  const startMicros = start === null ? null : start * SECOND_MICROS;
  return { atMicros: at * SECOND_MICROS, startMicros, counted: { count, sumMicros: null, buckets: null } };
};
const part = (at: number, values: Record<string, number>): Reading => {
  const { count = null, sum = null, ...bounds } = values;
  const atMost = Object.entries(bounds).map(([bound, below]) => [Number(bound), below] as const);
  return { atMicros: at * SECOND_MICROS, startMicros: null, count, sumMicros: sum, atMost };
};

describe("a counter", () => {
  it("counts what it adds from its second value on", () => {
    expect(run([counter(10, 100), counter(25, 130), counter(40, 130)]).all).toEqual([
      {
        count: 30,
        sumMicros: null,
        buckets: null,
        fromMicros: 10 * SECOND_MICROS,
        toMicros: 25 * SECOND_MICROS,
      },
      {
        count: 0,
        sumMicros: null,
        buckets: null,
        fromMicros: 25 * SECOND_MICROS,
        toMicros: 40 * SECOND_MICROS,
      },
    ]);
  });

  it("counts once whatever is repeated or arrives late", () => {
    const { all } = run([
      counter(10, 100),
      counter(25, 130),
      counter(10, 100),
      counter(25, 130),
      counter(20, 115),
    ]);
    expect(all.map(({ count }) => count)).toEqual([30]);
  });

  it("counts from zero after a restart", () => {
    const { all } = run([counter(10, 100), counter(25, 7)]);
    expect(all).toMatchObject([{ count: 7, fromMicros: 10 * SECOND_MICROS }]);
  });

  it("counts from its start if it says so, even if it has overtaken the value before", () => {
    const { all } = run([counter(10, 100, 1), counter(25, 130, 12)]);
    expect(all).toMatchObject([
      { count: 100, fromMicros: 1 * SECOND_MICROS },
      { count: 130, fromMicros: 12 * SECOND_MICROS },
    ]);
  });

  it("counts from the value before if it began again at the moment of the reading", () => {
    expect(run([counter(10, 100), counter(25, 130, 25)]).all).toMatchObject([
      { count: 130, fromMicros: 10 * SECOND_MICROS },
    ]);
  });

  it("starts over after a long silence, and with a first value from long ago", () => {
    expect(run([counter(10, 100), counter(1_000, 900), counter(1_010, 905)]).all).toMatchObject([
      { count: 5 },
    ]);
    expect(run([counter(5_000, 100, 10)]).all).toEqual([]);
  });

  it("says how much it doesn't count because of a silence, and between which moments", () => {
    const { lost } = run([counter(10, 100), counter(1_000, 900), counter(1_010, 905)]);
    expect(lost).toEqual([
      { fromMicros: 10 * SECOND_MICROS, toMicros: 1_000 * SECOND_MICROS, count: 800, atLeast: false },
    ]);
    // Nothing happened in this silence.
    expect(run([counter(10, 100), counter(1_000, 100)]).lost).toEqual([]);
    // It began again meanwhile: there may have been more before that.
    expect(run([counter(10, 100), counter(1_000, 40)]).lost).toMatchObject([{ count: 40, atLeast: true }]);
    // Nobody knows what happened before it was first heard.
    expect(run([counter(5_000, 100, 10)]).lost).toEqual([]);
  });

  it("can have counted for years, but no source counts so much in an interval", () => {
    const { all, lost } = run([counter(10, 1e14), counter(25, 1e14 + 7), counter(40, 2e14)]);
    expect(all).toMatchObject([{ count: 7 }]);
    expect(lost).toMatchObject([{ count: 1e14 - 7, fromMicros: 25 * SECOND_MICROS }]);
  });

  it("counts its first value if it starts with what it measures", () => {
    const { all } = run([counter(10, 100), counter(2_000, 40), counter(2_005, 50)], { fromZero: true });
    expect(all.map(({ count, fromMicros }) => [count, fromMicros / SECOND_MICROS])).toEqual([
      [100, 5],
      [40, 1_995],
      [10, 2_000],
    ]);
  });
});

describe("a classic histogram", () => {
  it("counts once the buckets that it had are there again, in whatever requests they arrive", () => {
    const { added } = run([
      part(10, { 100: 4, 200: 6, count: 9, sum: 1_000 }),
      part(25, { 100: 5, count: 12 }),
      part(25, { 200: 8, sum: 1_500 }),
    ]);
    expect(added.map(({ length }) => length)).toEqual([0, 0, 1]);
    expect(added[2]).toMatchObject([
      { count: 3, sumMicros: 500, buckets: { upperBoundsMicros: [100, 200], counts: [1, 1, 1] } },
    ]);
  });

  it("counts each moment whose parts arrive after those of later ones", () => {
    const { all } = run([
      part(10, { 100: 1, 200: 2 }),
      part(25, { 100: 3, 200: 4 }),
      part(40, { 100: 5, 200: 7 }),
      part(10, { count: 3 }),
      part(25, { count: 6 }),
      part(40, { count: 9 }),
    ]);
    expect(all.map(({ count, buckets }) => [count, buckets?.counts])).toEqual([
      [3, [2, 0, 1]],
      [3, [2, 1, 0]],
    ]);
  });

  it("goes on without a part that never came, and loses nothing of what it counted", () => {
    const { all } = run([
      part(10, { 100: 4, count: 9 }),
      part(25, { 100: 5 }),
      part(40, { 100: 6, count: 14 }),
    ]);
    expect(all).toMatchObject([{ count: 5, fromMicros: 10 * SECOND_MICROS, toMicros: 40 * SECOND_MICROS }]);
  });

  it("takes new bounds once the old ones have not come back for a while", () => {
    const before = [part(10, { 100: 4, 200: 6, count: 9 }), part(25, { 100: 4, 200: 6, count: 9 })];
    const after = Array.from({ length: 10 }, (_, at) => part(40 + at * 15, { 150: at, count: at + 3 }));
    const { all } = run([...before, ...after]);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(12);
    expect(all.at(-1)?.buckets?.upperBoundsMicros).toEqual([150]);
  });

  it("reports buckets that fall once they are there, and counts their requests with the next moment", () => {
    const { added, unusable } = run([
      part(10, { 100: 4, 200: 6, count: 9 }),
      part(25, { 100: 9 }),
      part(25, { 200: 8, count: 12 }),
      part(40, { 100: 7 }),
      part(40, { 200: 9, count: 14 }),
    ]);
    expect(unusable).toEqual([0, 0, 1, 0, 0]);
    expect(added.flat()).toMatchObject([
      { count: 5, fromMicros: 10 * SECOND_MICROS, toMicros: 40 * SECOND_MICROS },
    ]);
  });

  it("reports moments that nobody counts because they have no bucket for all values", () => {
    const moments = Array.from({ length: 12 }, (_, at) => part(10 + at * 15, { 100: at, 200: at * 2 }));
    const { all, unusable } = run(moments);
    expect([all.length, unusable.reduce((sum, one) => sum + one, 0)]).toEqual([0, 4]);
  });

  it("reports nothing of a part that never came", () => {
    const moments = Array.from({ length: 40 }, (_, at) => {
      const whole = { 100: at, 200: at * 2 };
      return part(10 + at * 15, at % 4 === 3 ? whole : { ...whole, count: at * 3 });
    });
    const { all, unusable } = run(moments);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(38 * 3);
    expect(new Set(unusable)).toEqual(new Set([0]));
  });
});

describe("a histogram with a bucket that falls while its count rises, such as one that is merged from several", () => {
  /** 100 requests a second for days; every second reading has lost one request of a bucket. */
  const merged = (at: number): Reading => {
    const count = 1e8 + at * 100;
    const lost = at % 30 === 0 ? 1 : 0;
    const buckets = {
      upperBoundsMicros: [100, 200],
      counts: [count / 2, 10 - lost * 5, count / 2 - 10 + lost * 5],
    };
    return {
      atMicros: at * SECOND_MICROS,
      startMicros: null,
      counted: { count, sumMicros: count * 90, buckets },
    };
  };
  const moments = Array.from({ length: 20 }, (_, at) => merged(at * 15));

  it("counts only what its count has risen by, without latencies where the buckets don't say", () => {
    const { all } = run(moments);
    expect(new Set(all.map(({ count, sumMicros }) => [count, sumMicros].join()))).toEqual(
      new Set(["1500,135000"]),
    );
    expect(all.filter(({ buckets }) => buckets === null)).toHaveLength(9);
  });

  it("counts the same from its series", () => {
    const { all } = run([
      part(10, { 100: 400, 200: 600, count: 900 }),
      part(25, { 100: 500, 200: 590, count: 1_000 }),
      part(40, { 100: 550, 200: 650, count: 1_100 }),
    ]);
    expect(all.map(({ count, buckets }) => [count, buckets?.counts])).toEqual([
      [100, undefined],
      [100, [50, 10, 40]],
    ]);
  });

  it("began again if its start says so", () => {
    const [before, after] = [merged(15), { ...merged(30), startMicros: 20 * SECOND_MICROS }];
    expect(run([before, after]).all).toMatchObject([{ count: 1e8 + 3_000 }]);
  });

  it("may have begun again in a silence: then there was at least that", () => {
    expect(run([merged(15), merged(1_020)]).lost).toMatchObject([{ count: 100_500, atLeast: true }]);
  });
});

it("an exponential histogram is compared at the coarser scale", () => {
  const reading = (at: number, scale: number, offset: number, counts: number[]): Reading => {
    const count = counts.reduce((sum, one) => sum + one, 0);
    const empty = { sum: null, min: null, max: null, zeroThreshold: 0, zeroCount: 0 };
    const value = {
      ...empty,
      count,
      scale,
      positive: { offset, counts },
      negative: { offset: 0, counts: [] },
    };
    return { atMicros: at * SECOND_MICROS, startMicros: null, counted: countedOfExponential(value, 1_000) };
  };
  // Scale 1 has two buckets where scale 0 has one: (2, 2.8], (2.8, 4], (4, 5.7], (5.7, 8].
  const { all } = run([reading(10, 1, 2, [1, 2, 3, 4]), reading(25, 0, 1, [5, 9])]);
  expect(all).toMatchObject([
    { count: 4, buckets: { upperBoundsMicros: [2_000, 4_000, 8_000], counts: [0, 2, 2, 0] } },
  ]);
});

it("any order of repeats and restarts counts what the source counted between its readings", () => {
  const steps = fc.array(fc.record({ more: fc.nat(1_000), restart: fc.boolean(), repeats: fc.nat(2) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(steps, (drawn) => {
      let [total, at, expected] = [0, 0, 0];
      const readings: Reading[] = [counter(0, 0, null)];
      for (const { more, restart, repeats } of drawn) {
        at += 10;
        const now: number = restart ? more : total + more;
        expected += now < total ? now : now - total;
        total = now;
        for (let time = 0; time <= repeats; time++) readings.push(counter(at, total));
        readings.push(...readings.slice(0, repeats));
      }
      expect(run(readings).all.reduce((sum, { count }) => sum + count, 0)).toBe(expected);
    }),
  );
});
