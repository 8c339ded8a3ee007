import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankOf } from "./rank.ts";
import { Sketch } from "./sketch.ts";
import { gridOfSteps, highestOf, lowestOf, OVERFLOW, STORED_BUCKETS, bucketOf } from "./sketch-grid.ts";

const gamma = 1.005 / 0.995;
const hour = 3_600_000_000;
const micros = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 3_000_000 }),
  fc.integer({ min: 0, max: hour }),
  fc.constantFrom(0, 1, hour - 1, hour, hour * 2, hour * 1000),
);
const values = fc.array(micros, { maxLength: 200 });

const shares = [0, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];

describe("the grid", () => {
  it("puts every whole microsecond where the logarithm puts it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: hour }), (value) => {
        const bucket = bucketOf(value);
        const exact = Math.log(value) / Math.log(gamma);
        expect(bucket - 1).toBeLessThanOrEqual(exact + 1e-6);
        expect(bucket).toBeGreaterThan(exact - 1e-6);
      }),
      { numRuns: 5_000 },
    );
  });

  it("changes bucket exactly at each border", () => {
    for (let bucket = 1; bucket < OVERFLOW; bucket++) {
      const first = lowestOf(bucket);
      if (lowestOf(bucket + 1) === first) continue;
      expect(bucketOf(first)).toBe(bucket);
      expect(bucketOf(first - 1)).toBeLessThan(bucket);
      expect(bucketOf(highestOf(bucket))).toBe(bucket);
    }
    expect(bucketOf(highestOf(OVERFLOW - 1) + 1)).toBe(OVERFLOW);
    expect(bucketOf(hour)).toBe(OVERFLOW - 1);
    expect(OVERFLOW).toBe(STORED_BUCKETS - 1);
  });
});

describe("on the tool's own grid", () => {
  const onGrid = (drawn: readonly number[], gridMicros: number) =>
    Sketch.decode(Sketch.of(drawn).encode(), gridMicros);

  it("is exact where a bucket holds one whole millisecond: below 100 ms always", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1 }), (millis) => {
        const sketch = onGrid(
          millis.map((value) => value * 1_000),
          1_000,
        );
        const sorted = millis.toSorted((a, b) => a - b);
        for (const q of shares) {
          expect(sketch.quantile(q)).toBe((sorted[rankOf(q, millis.length) - 1] ?? NaN) * 1_000);
        }
      }),
    );
  });

  it("stays within the bound where a bucket holds several", () => {
    const drawn = Array.from({ length: 1_000 }, (_, at) => (at + 200) * 1_000);
    const bounds = onGrid(drawn, 1_000).quantileBounds(0.5) ?? { low: 0, high: 0 };
    expect([bounds.low % 1_000, bounds.high % 1_000]).toEqual([0, 0]);
    expect(bounds.low).toBeLessThan(bounds.high);
    const middle = onGrid(drawn, 1_000).quantile(0.5) ?? NaN;
    expect(Math.abs(middle - 699_000) / 699_000).toBeLessThanOrEqual(0.005);
  });

  it("goes by what the values are, not by what the source says of them", () => {
    const sketch = onGrid([1_000, 14_700, 14_800, 30_000], 1_000);
    expect(sketch.gridMicros).toBe(1);
    expect(sketch.quantile(0.5)).toBe(Sketch.of([1_000, 14_700, 14_800, 30_000]).quantile(0.5));
  });

  it("merges to the coarsest grid that has all values, in any order", () => {
    const [fine, coarse] = [onGrid([1_500, 8_700, 99_900], 100), onGrid([2_000, 15_000, 90_000], 1_000)];
    for (const merged of [fine.clone().merge(coarse), coarse.clone().merge(fine)]) {
      expect(merged.gridMicros).toBe(100);
      expect(merged.quantile(0.5)).toBe(8_700);
    }
    expect(coarse.clone().merge(new Sketch()).gridMicros).toBe(1_000);
    expect(gridOfSteps([1_000, 100])).toBe(100);
    expect(gridOfSteps([1_000, 0.5])).toBe(1);
    expect(gridOfSteps([])).toBe(1);
  });

  it("stays with what is left when a part is taken away", () => {
    const all = onGrid([1_000, 15_000, 15_000, 15_000, 40_000, 99_000], 1_000);
    const { sketch } = all.without(onGrid([1_000, 99_000], 1_000));
    expect([sketch.min, sketch.quantile(0.5), sketch.max]).toEqual([15_000, 15_000, 40_000]);
  });
});

const sizes = [1, 2, 3, 10, 83, 1_000, 17_200];

/** A fixed seed: the grid must fail the same way twice. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

const normal = (next: () => number) => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
const capped = (value: number) => Math.min(hour, Math.max(1, Math.round(value)));

const distributions: Record<string, (next: () => number) => number> = {
  "all 0 us": () => 0,
  "all 1 us": () => 1,
  "all 101 us": () => 101,
  "all 1 h": () => hour,
  "all 2 h": () => 2 * hour,
  "1 us and 1 h": (next) => (next() < 0.5 ? 1 : hour),
  "0 us and 9 ms": (next) => (next() < 0.9 ? 0 : 9_000),
  "uniform to 200 us": (next) => Math.floor(next() * 200),
  "uniform to 1 h": (next) => Math.floor(next() * hour),
  lognormal: (next) => capped(20_000 * Math.exp(0.5 * normal(next))),
  "wide lognormal": (next) => capped(5_000 * Math.exp(2.5 * normal(next))),
  pareto: (next) => capped(1_000 * (1 - next()) ** (-1 / 0.8)),
  "stall among fast": (next) => (next() < 0.97 ? capped(1_500 * (1 + next())) : capped(30_000_000 * next())),
};

describe("quantiles", () => {
  for (const [name, draw] of Object.entries(distributions)) {
    it(`are within 0.5% of exact nearest rank: ${name}`, () => {
      for (const size of sizes) {
        const next = seeded(size * 31 + name.length);
        const drawn = Array.from({ length: size }, () => draw(next));
        const sketch = Sketch.of(drawn);
        const sorted = drawn.toSorted((a, b) => a - b);
        for (const q of shares) {
          const exact = sorted[rankOf(q, size) - 1] ?? NaN;
          const got = sketch.quantile(q) ?? NaN;
          const bounds = sketch.quantileBounds(q);
          expect(Math.abs(got - exact), `${size} q${q}: ${got} for ${exact}`).toBeLessThanOrEqual(
            exact * 0.005,
          );
          expect(bounds?.low).toBeLessThanOrEqual(exact);
          expect(bounds?.high).toBeGreaterThanOrEqual(exact);
        }
      }
    });
  }

  it("takes the nearest rank where a share is a whole rank in decimals", () => {
    expect(rankOf(0.07, 100)).toBe(7);
    expect(rankOf(0.99, 100)).toBe(99);
    expect(rankOf(0.991, 100)).toBe(100);
    expect(rankOf(0, 100)).toBe(1);
  });

  it("of nothing is nothing", () => {
    const empty = new Sketch();
    expect([empty.quantile(0.5), empty.min, empty.max, empty.count, empty.sum]).toEqual([
      null,
      null,
      null,
      0,
      0,
    ]);
  });

  it("beyond an hour are a range, and the longest is exact", () => {
    const sketch = Sketch.of([1, hour * 2, hour * 3, hour * 4]);
    expect(sketch.quantile(0.5)).toBeNull();
    expect(sketch.quantileBounds(0.5)?.low).toBeLessThanOrEqual(hour * 2);
    expect(sketch.quantileBounds(0.5)?.high).toBe(hour * 4);
    expect(sketch.quantile(1)).toBe(hour * 4);
  });
});

describe("merging", () => {
  const bytes = (sketch: Sketch) => [...sketch.encode()];

  it("is commutative and associative, with the empty sketch as identity", () => {
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        const left = Sketch.of(a).merge(Sketch.of(b)).merge(Sketch.of(c));
        const right = Sketch.of(a).merge(Sketch.of(c).merge(Sketch.of(b)));
        expect(bytes(left)).toEqual(bytes(right));
        expect(bytes(new Sketch().merge(left))).toEqual(bytes(left));
        expect(bytes(left.clone().merge(new Sketch()))).toEqual(bytes(left));
      }),
    );
  });

  it("of any partition equals one sketch of all, to the byte", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(micros, fc.nat(9)), { maxLength: 400 }), (placed) => {
        const parts = Array.from({ length: 10 }, (_, at) =>
          Sketch.of(placed.filter(([, p]) => p === at).map(([v]) => v)),
        );
        const merged = parts.reduce((whole, part) => whole.merge(part), new Sketch());
        expect(bytes(merged)).toEqual(bytes(Sketch.of(placed.map(([v]) => v))));
      }),
    );
  });

  it("leaves the other as it was and survives merging with itself", () => {
    const some = Sketch.of([5, 5, 900]);
    const before = bytes(some);
    new Sketch().merge(some).add(7);
    expect(bytes(some)).toEqual(before);
    expect(bytes(some.merge(some))).toEqual(bytes(Sketch.of([5, 5, 900, 5, 5, 900])));
  });

  it("counts past 32 bits", () => {
    const many = new Sketch();
    many.add(1_000, 4_000_000_000);
    many.merge(many.clone());
    many.add(1_000);
    expect(many.count).toBe(8_000_000_001);
    expect(many.countAbove(900)).toBe(8_000_000_001);
    expect(Sketch.decode(many.encode()).count).toBe(8_000_000_001);
  });

  it("adding several times equals adding one by one", () => {
    fc.assert(
      fc.property(values, micros, fc.integer({ min: 1, max: 60 }), (others, value, times) => {
        const atOnce = Sketch.of(others);
        atOnce.add(value, times);
        expect(bytes(atOnce)).toEqual(bytes(Sketch.of([...others, ...new Array<number>(times).fill(value)])));
      }),
    );
  });
});

describe("taking a part away", () => {
  const used = (sketch: Sketch) => sketch.bucketsForDrawing().map(({ from, count }) => [from, count]);

  it("leaves the buckets of the rest exactly, and extremes that hold theirs", () => {
    fc.assert(
      fc.property(values, values, (kept, taken) => {
        const { sketch, extremes } = Sketch.of([...kept, ...taken]).without(Sketch.of(taken));
        const rest = Sketch.of(kept);
        expect(used(sketch)).toEqual(used(rest));
        expect([sketch.count, sketch.sum]).toEqual([rest.count, rest.sum]);
        if (kept.length === 0) return;
        expect(sketch.min ?? NaN).toBeLessThanOrEqual(rest.min ?? NaN);
        expect(sketch.max ?? NaN).toBeGreaterThanOrEqual(rest.max ?? NaN);
        if (extremes === "exact") expect([sketch.min, sketch.max]).toEqual([rest.min, rest.max]);
        expect(Sketch.decode(sketch.encode()).encode()).toEqual(sketch.encode());
      }),
    );
  });

  it("refuses a part that is not one", () => {
    expect(() => Sketch.of([5]).without(Sketch.of([5, 5]))).toThrow(RangeError);
    expect(() => Sketch.of([5, 6]).without(Sketch.of([900]))).toThrow(RangeError);
  });
});

it("like another is empty, whatever room it has", () => {
  fc.assert(
    fc.property(values, values, values, (before, drawn, more) => {
      const sketch = new Sketch();
      sketch.expectLike(Sketch.of(before));
      expect([sketch.count, sketch.min, sketch.quantile(0.5)]).toEqual([0, null, null]);
      expect(sketch.encode()).toEqual(new Sketch().encode());
      for (const value of drawn) sketch.add(value);
      expect(sketch.encode()).toEqual(Sketch.of(drawn).encode());
      expect(sketch.merge(Sketch.of(more)).encode()).toEqual(Sketch.of([...drawn, ...more]).encode());
    }),
  );
});
