import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Sketch } from "../sketch/sketch.ts";
import { emptyCell, mergeAllCells } from "./cell.ts";
import type { Cell } from "./cell.ts";
import { encodeDistribution } from "./cell-codec.ts";
import { divideCell } from "./divide-cell.ts";
import { portions } from "../sketch/portions.ts";

const lengths = fc.array(fc.double({ min: 0.001, max: 600, noNaN: true }), { minLength: 1, maxLength: 9 });
const samples = fc.array(
  fc.record({ micros: fc.integer({ min: 1, max: 5_000_000 }), failed: fc.boolean() }),
  { minLength: 1, maxLength: 300 },
);
const BOUNDS = [1_000, 10_000, 100_000, 1_000_000];
type Drawn = { micros: number; failed: boolean }[];

function cellOf(drawn: Drawn, distribution: Cell["distribution"]): Cell {
  const micros = drawn.map((one) => one.micros);
  return {
    requests: drawn.length,
    errors: drawn.filter(({ failed }) => failed).length,
    items: drawn.length * 17,
    bytes: drawn.length * 1_024 + 3,
    sumMicros: micros.reduce((sum, value) => sum + value, 0),
    minMicros: Math.min(...micros),
    maxMicros: Math.max(...micros),
    distribution,
  };
}

function sketched(drawn: Drawn): Cell {
  const failed = drawn.filter((one) => one.failed).map(({ micros }) => micros);
  const all = Sketch.of(drawn.map(({ micros }) => micros));
  return cellOf(drawn, { kind: "sketch", all, failed: failed.length === 0 ? null : Sketch.of(failed) });
}

function bucketed(drawn: Drawn, failedApart: boolean): Cell {
  const count = (some: Drawn) =>
    [...BOUNDS, Infinity].map(
      (bound, at) => some.filter(({ micros }) => micros <= bound && micros > (BOUNDS[at - 1] ?? 0)).length,
    );
  const failed = drawn.filter((one) => one.failed);
  const apart = failedApart && failed.length > 0 && failed.length < drawn.length;
  return cellOf(drawn, {
    kind: "buckets",
    upperBoundsMicros: BOUNDS,
    counts: count(drawn),
    ...(apart ? { failedCounts: count(failed) } : {}),
  });
}

const quoted = (drawn: Drawn) => cellOf(drawn, { kind: "quoted", micros: { p50: 520, p99: 1_460 } });
const plain = (drawn: Drawn) => ({ ...cellOf(drawn, { kind: "none" }), sumMicros: null, withoutOutcome: 1 });
const anyCell = samples.chain((drawn) =>
  fc.constantFrom(
    sketched(drawn),
    bucketed(drawn, true),
    bucketed(drawn, false),
    quoted(drawn),
    plain(drawn),
  ),
);
const comparable = (cell: Cell) => ({ ...cell, distribution: encodeDistribution(cell.distribution) });

describe("dividing a cell by time", () => {
  it("loses and adds nothing: merged, the parts are the cell", () => {
    fc.assert(
      fc.property(anyCell, lengths, (cell, parts) => {
        expect(comparable(mergeAllCells(divideCell(cell, parts)))).toEqual(comparable(cell));
      }),
    );
  });

  it("gives each part whole counts that fit each other", () => {
    fc.assert(
      fc.property(anyCell, lengths, (cell, parts) => {
        const whole = parts.reduce((sum, length) => sum + length, 0);
        for (const [at, part] of divideCell(cell, parts).entries()) {
          const { requests, errors, items, bytes, distribution } = part;
          for (const count of [requests, errors, items, bytes])
            expect(Number.isSafeInteger(count)).toBe(true);
          expect(errors).toBeGreaterThanOrEqual(0);
          expect(errors).toBeLessThanOrEqual(requests);
          expect(Math.abs(requests - (cell.requests * (parts[at] ?? 0)) / whole)).toBeLessThan(
            2 * parts.length,
          );
          if (distribution.kind === "sketch") {
            expect(distribution.all.count).toBe(requests);
            expect(distribution.failed?.count ?? 0).toBe(errors);
          }
          if (distribution.kind === "buckets") {
            expect(distribution.counts.reduce((sum, count) => sum + count, 0)).toBe(requests);
            const failed = distribution.failedCounts ?? [];
            expect(failed.every((count, bucket) => count <= (distribution.counts[bucket] ?? 0))).toBe(true);
            if (failed.length > 0) expect(failed.reduce((sum, count) => sum + count, 0)).toBe(errors);
          }
        }
      }),
    );
  });

  it("doesn't divide the tool's own percentiles", () => {
    const parts = divideCell(quoted([{ micros: 520, failed: false }]), [600, 600, 600]);
    expect(parts.map(({ distribution }) => distribution)).toEqual(
      [0, 1, 2].map(() => ({ kind: "quoted", micros: { p50: 520, p99: 1_460 } })),
    );
  });

  it("keeps the percentiles of a load that stays the same", () => {
    const drawn = Array.from({ length: 9_000 }, (_, at) => ({ micros: 1_000 + at, failed: false }));
    for (const { requests, distribution } of divideCell(sketched(drawn), [600, 600, 600])) {
      expect(requests).toBe(3_000);
      const p99 = distribution.kind === "sketch" ? distribution.all.quantile(0.99) : null;
      expect(Math.abs((p99 ?? 0) - 9_910)).toBeLessThan(100);
    }
  });

  it("has no trouble with nothing, and with a count that few parts can have", () => {
    expect(divideCell(emptyCell(), [1, 1])).toEqual([emptyCell(), emptyCell()]);
    const rare = divideCell({ ...emptyCell(), requests: 1, items: 5, bytes: 9 }, [1, 1, 1]);
    expect(rare.filter(({ requests }) => requests > 0)).toMatchObject([{ items: 5, bytes: 9 }]);
    expect(portions(7, [0, 0])).toEqual([0, 0]);
  });
});
