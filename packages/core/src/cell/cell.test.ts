import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyCell, mergeAllCells, mergeCells, successfulOnly, withoutOutcome } from "./cell.ts";
import type { Cell, Distribution } from "./cell.ts";
import { decodeDistribution, encodeDistribution } from "./cell-codec.ts";
import { quantileInterval } from "./interval.ts";
import { HeadroomError } from "../problem.ts";
import { summarize } from "./summary.ts";
import { rankOf } from "../sketch/rank.ts";
import { Sketch } from "../sketch/sketch.ts";

type Sample = { micros: number; failed: boolean };
const sample = fc.record({ micros: fc.integer({ min: 1, max: 5_000_000 }), failed: fc.boolean() });
const samples = fc.array(sample, { maxLength: 80 });
const BOUNDS = [1_000, 10_000, 100_000, 1_000_000];

function sketchCell(drawn: Sample[]): Cell {
  const failed = drawn.filter((one) => one.failed).map(({ micros }) => micros);
  return cellOf(drawn, {
    kind: "sketch",
    all: Sketch.of(drawn.map(({ micros }) => micros)),
    failed: failed.length === 0 ? null : Sketch.of(failed),
  });
}

function bucketCell(drawn: Sample[], upperBoundsMicros: number[]): Cell {
  const counts = new Array<number>(upperBoundsMicros.length + 1).fill(0);
  for (const { micros } of drawn) {
    const at = upperBoundsMicros.findIndex((bound) => micros <= bound);
    const slot = at < 0 ? upperBoundsMicros.length : at;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return cellOf(drawn, { kind: "buckets", upperBoundsMicros, counts });
}

function quotedCell(drawn: Sample[]): Cell {
  const sorted = drawn.map(({ micros }) => micros).toSorted((a, b) => a - b);
  const at = (percent: number) => sorted[rankOf(percent / 100, sorted.length) - 1] ?? 0;
  return cellOf(drawn, {
    kind: "quoted",
    micros: drawn.length === 0 ? {} : { p50: at(50), p99: at(99), "p99.9": at(99.9) },
  });
}

function cellOf(drawn: Sample[], distribution: Distribution): Cell {
  const micros = drawn.map((one) => one.micros);
  return {
    requests: drawn.length,
    errors: drawn.filter(({ failed }) => failed).length,
    items: drawn.length * 3,
    bytes: drawn.length * 100,
    sumMicros: micros.reduce((sum, value) => sum + value, 0),
    minMicros: micros.length === 0 ? null : Math.min(...micros),
    maxMicros: micros.length === 0 ? null : Math.max(...micros),
    distribution,
  };
}

const comparable = (cell: Cell) => ({ ...cell, distribution: encodeDistribution(cell.distribution) });
const anyCell = fc.oneof(
  samples.map(sketchCell),
  samples.map((drawn) => bucketCell(drawn, BOUNDS)),
  samples.map((drawn) => bucketCell(drawn, [500, 10_000, 1_000_000])),
  samples.map((drawn) => bucketCell(drawn, [2_000, 6_000_000, 7_000_000])),
  samples.map(quotedCell),
  samples.map((drawn) => ({
    ...cellOf(drawn, { kind: "none" }),
    sumMicros: null,
    minMicros: null,
    maxMicros: null,
  })),
  fc.constant(emptyCell()),
);

describe("merging cells", () => {
  it("is commutative and associative over every kind, with cells without requests as identity", () => {
    fc.assert(
      fc.property(anyCell, anyCell, anyCell, (a, b, c) => {
        fc.pre(a.requests * b.requests * c.requests > 0);
        expect(comparable(mergeCells(a, b))).toEqual(comparable(mergeCells(b, a)));
        const left = comparable(mergeCells(mergeCells(a, b), c));
        expect(left).toEqual(comparable(mergeCells(a, mergeCells(b, c))));
        expect(left).toEqual(comparable(mergeAllCells([a, emptyCell(), b, c])));
        expect(comparable(mergeCells(a, emptyCell()))).toEqual(comparable(a));
      }),
    );
  });

  it("of any partition of samples equals the cell of all", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(sample, fc.nat(5)), { minLength: 1, maxLength: 200 }), (placed) => {
        const parts = [0, 1, 2, 3, 4, 5].map((part) =>
          sketchCell(placed.filter(([, p]) => p === part).map(([s]) => s)),
        );
        expect(comparable(mergeAllCells(parts))).toEqual(comparable(sketchCell(placed.map(([s]) => s))));
      }),
    );
  });

  it("changes neither cell, nor the first of many", () => {
    const a = sketchCell([{ micros: 5, failed: true }]);
    const b = sketchCell([{ micros: 9, failed: true }]);
    const before = comparable(a);
    mergeCells(a, b);
    mergeAllCells([a, b, b]);
    expect(comparable(a)).toEqual(before);
  });

  it("never makes up a distribution of kinds that do not merge", () => {
    const drawn = [{ micros: 5_000, failed: false }];
    expect(mergeCells(sketchCell(drawn), bucketCell(drawn, BOUNDS)).distribution).toEqual({ kind: "none" });
    const slower = [{ micros: 6_000, failed: false }];
    expect(mergeCells(quotedCell(drawn), quotedCell(slower)).distribution).toEqual({ kind: "none" });
  });

  it("has the percentiles that both quote, because then they are those of all", () => {
    const drawn = [{ micros: 5_000, failed: false }];
    const { distribution } = quotedCell(drawn);
    expect(mergeCells(quotedCell(drawn), quotedCell(drawn)).distribution).toEqual(distribution);
    expect(mergeAllCells([quotedCell(drawn), quotedCell(drawn)]).distribution).toEqual(distribution);
    const more = { kind: "quoted" as const, micros: { p50: 5_000 } };
    expect(mergeCells(quotedCell(drawn), { ...quotedCell(drawn), distribution: more }).distribution).toEqual({
      kind: "none",
    });
  });

  it("keeps the bounds that both have", () => {
    const drawn = [700, 5_000, 50_000, 2_000_000].map((micros) => ({ micros, failed: false }));
    const merged = mergeCells(bucketCell(drawn, BOUNDS), bucketCell(drawn, [10_000, 1_000_000]));
    expect(merged.distribution).toEqual({
      kind: "buckets",
      upperBoundsMicros: [10_000, 1_000_000],
      counts: [4, 2, 2],
    });
  });

  it("keeps no percentile that a source stated for one of them, but alone it is stored and read", () => {
    const drawn = [700, 5_000, 50_000].map((micros) => ({ micros, failed: false }));
    const plain = bucketCell(drawn, BOUNDS);
    if (plain.distribution.kind !== "buckets") throw new Error("no buckets");
    const distribution = { ...plain.distribution, listedMicros: { p50: 5_000, "p99.375": 50_000 } };
    const listing = { ...plain, distribution };
    expect(decodeDistribution(encodeDistribution(distribution))).toEqual(distribution);
    expect(decodeDistribution(encodeDistribution(plain.distribution))).toEqual(plain.distribution);
    const window = { durationSeconds: null };
    expect(summarize(mergeCells(listing, emptyCell()), window).latencyMs).toMatchObject({
      p50: 5,
      p99: null,
    });
    expect(summarize(mergeCells(listing, listing), window).latencyMs.p50).toBeNull();
  });

  it("keeps the bounds of one where the other has nothing", () => {
    const buckets = (upperBoundsMicros: number[], counts: number[]): Cell => {
      const requests = counts.reduce((sum, count) => sum + count, 0);
      return { ...emptyCell(), requests, distribution: { kind: "buckets", upperBoundsMicros, counts } };
    };
    const merged = mergeCells(buckets([64, 128], [0, 5, 0]), buckets([100, 128, 256, 300], [0, 0, 3, 4, 0]));
    expect(merged.distribution).toEqual({
      kind: "buckets",
      upperBoundsMicros: [64, 128, 256, 300],
      counts: [0, 5, 3, 4, 0],
    });
  });
});

describe("requests without a known outcome", () => {
  const cellWith = (requests: number, errors: number, unknown: number): Cell => {
    return { ...emptyCell(), requests, errors, ...withoutOutcome(unknown) };
  };
  const errorsOf = (cell: Cell) => summarize(cell, { durationSeconds: 1 }).errors;

  it("add up however cells are merged", () => {
    const cells = [cellWith(5, 0, 5), cellWith(3, 1, 0), cellWith(4, 0, 2)];
    const [a, b, c] = cells as [Cell, Cell, Cell];
    expect(mergeAllCells(cells)).toMatchObject({ requests: 12, errors: 1, withoutOutcome: 7 });
    expect(mergeCells(mergeCells(c, a), b)).toEqual(mergeAllCells(cells));
    expect("withoutOutcome" in mergeCells(b, b)).toBe(false);
  });

  it("make errors unknown, or a lower bound where some are known, and are no successes", () => {
    expect(errorsOf(cellWith(5, 0, 5))).toBeNull();
    expect(errorsOf(cellWith(8, 1, 5))).toBe(1);
    expect(errorsOf(emptyCell())).toBe(0);
    expect(successfulOnly(cellWith(5, 0, 1))).toBeNull();
  });
});

describe("successful only", () => {
  it("is exactly the requests that did not fail", () => {
    fc.assert(
      fc.property(samples, (drawn) => {
        const kept = sketchCell(drawn.filter(({ failed }) => !failed));
        const got = successfulOnly(sketchCell(drawn));
        if (got?.distribution.kind !== "sketch" || kept.distribution.kind !== "sketch")
          throw new Error("no sketch");
        expect([got.requests, got.errors, got.items]).toEqual([kept.requests, 0, null]);
        expect(got.distribution.all.bucketsForDrawing()).toEqual(kept.distribution.all.bucketsForDrawing());
        if (kept.requests > 0) expect(got.sumMicros).toBe(kept.sumMicros);
        if (got.extremes === "exact" && kept.requests > 0) {
          expect([got.minMicros, got.maxMicros]).toEqual([kept.minMicros, kept.maxMicros]);
        }
      }),
    );
  });

  it("is unknown where the failed are not known apart", () => {
    expect(successfulOnly(bucketCell([{ micros: 5, failed: true }], BOUNDS))).toBeNull();
    expect(successfulOnly(bucketCell([{ micros: 5, failed: false }], BOUNDS))?.requests).toBe(1);
  });
});

describe("the interval of a quantile over mixed kinds", () => {
  it("holds the exact value", () => {
    const kinds = [sketchCell, quotedCell, (drawn: Sample[]) => bucketCell(drawn, BOUNDS)];
    fc.assert(
      fc.property(samples, samples, samples, fc.constantFrom(0.01, 0.5, 0.9, 0.95, 0.99, 1), (a, b, c, q) => {
        const cells = [a, b, c].map((drawn, at) => (kinds[at] ?? sketchCell)(drawn));
        const sorted = [...a, ...b, ...c].map(({ micros }) => micros).toSorted((x, y) => x - y);
        const interval = quantileInterval(cells, q);
        expect(interval === null).toBe(sorted.length === 0);
        if (interval === null) return;
        const exact = sorted[rankOf(q, sorted.length) - 1] ?? NaN;
        expect(interval.lowMicros).toBeLessThanOrEqual(exact);
        expect(interval.highMicros ?? Infinity).toBeGreaterThanOrEqual(exact);
      }),
    );
  });

  it("has no upper end where nothing bounds it", () => {
    const unknown = {
      ...cellOf([{ micros: 5, failed: false }], { kind: "none" }),
      minMicros: null,
      maxMicros: null,
    };
    expect(quantileInterval([unknown], 0.5)).toEqual({ lowMicros: 0, highMicros: null });
  });
});

describe("the stored form of a distribution", () => {
  it("gives back what was stored", () => {
    fc.assert(
      fc.property(anyCell, ({ distribution }) => {
        const encoded = encodeDistribution(distribution);
        expect(encodeDistribution(decodeDistribution(encoded))).toEqual(encoded);
      }),
    );
  });

  it("refuses unknown kinds and invalid bytes", () => {
    const bytes = new TextEncoder().encode('{"p99":"fast"}');
    const refused = (kind: number, all: Uint8Array | null) => () =>
      decodeDistribution({ kind, all, failed: null });
    expect(refused(9, bytes)).toThrow(HeadroomError);
    for (const kind of [1, 2, 3]) {
      expect(refused(kind, null)).toThrow(HeadroomError);
      expect(refused(kind, bytes)).toThrow(HeadroomError);
      expect(refused(kind, new Uint8Array(0))).toThrow(HeadroomError);
    }
    expect(refused(3, new TextEncoder().encode("[1]"))).toThrow(HeadroomError);
  });
});
