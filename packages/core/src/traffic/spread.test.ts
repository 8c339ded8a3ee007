import * as fc from "fast-check";
import { expect, it } from "vitest";
import { mergeAllCells } from "../cell/cell.ts";
import { SECOND_MICROS } from "../time.ts";
import { spread } from "./spread.ts";

it("divides evenly over the seconds between two readings, parts of seconds included", () => {
  const cells = spread(
    {
      count: 40,
      sumMicros: 400,
      buckets: null,
      fromMicros: 10.5 * SECOND_MICROS,
      toMicros: 12.5 * SECOND_MICROS,
    },
    false,
    0.5,
  );
  expect(cells.map(({ second, cell }) => [second, cell.requests, cell.sumMicros])).toEqual([
    [10, 10, 100],
    [11, 20, 200],
    [12, 10, 100],
  ]);
});

it("a reading at the end of a second belongs to that second", () => {
  const between = {
    count: 3,
    sumMicros: null,
    buckets: null,
    fromMicros: 10 * SECOND_MICROS,
    toMicros: 11 * SECOND_MICROS,
  };
  expect(spread(between, true, 0)).toMatchObject([{ second: 10, cell: { requests: 3, errors: 3 } }]);
});

it("loses and doubles nothing", () => {
  const counts = fc.array(fc.nat(50), { minLength: 1, maxLength: 6 });
  const from = fc.integer({ min: 0, max: 5 * SECOND_MICROS });
  const phase = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(counts, from, fc.nat(400 * SECOND_MICROS), phase, (drawn, fromMicros, length, at) => {
      const count = drawn.reduce((sum, one) => sum + one, 0);
      const upperBoundsMicros = drawn.slice(1).map((_, index) => (index + 1) * 100);
      const buckets = upperBoundsMicros.length === 0 ? null : { upperBoundsMicros, counts: drawn };
      const between = { count, sumMicros: count * 7, buckets, fromMicros, toMicros: fromMicros + length };
      const cells = spread(between, false, at);
      const whole = mergeAllCells(cells.map(({ cell }) => cell));
      expect(whole.requests).toBe(count);
      if (count === 0) return;
      expect(whole.sumMicros).toBeCloseTo(count * 7, 5);
      expect(whole.distribution).toEqual(
        buckets === null ? { kind: "none" } : { kind: "buckets", ...buckets },
      );
    }),
  );
});

it("rare requests of many sources don't pile up in one second", () => {
  const seconds = new Map<number, number>();
  for (let source = 0; source < 1_000; source++) {
    const between = { count: 1, sumMicros: null, buckets: null, fromMicros: 0, toMicros: 10 * SECOND_MICROS };
    for (const { second } of spread(between, false, (source * 0.618) % 1))
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  expect([...seconds.values()].every((times) => times > 80 && times < 120)).toBe(true);
});
