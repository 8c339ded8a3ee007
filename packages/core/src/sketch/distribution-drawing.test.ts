import fc from "fast-check";
import { expect, it } from "vitest";
import { curveOf, histogramOf } from "./distribution-drawing.ts";
import { Sketch } from "./sketch.ts";

const micros = fc.array(fc.integer({ min: 0, max: 4_000_000_000 }), { minLength: 1, maxLength: 400 });

it("a histogram counts every request once, in rising bars that do not overlap, and no more of them than wanted", () => {
  fc.assert(
    fc.property(micros, (values) => {
      const bars = histogramOf(Sketch.of(values), 40);
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      for (const [at, bar] of bars.entries()) {
        expect(bar.toMicros).toBeGreaterThan(bar.fromMicros);
        if (at > 0) expect(bar.fromMicros).toBeGreaterThanOrEqual(bars[at - 1]?.toMicros ?? 0);
      }
      expect(bars.length).toBeLessThanOrEqual(42);
    }),
  );
});

it("a percentile curve rises from the smallest to the largest, and every point is the sketch's own percentile", () => {
  fc.assert(
    fc.property(micros, (values) => {
      const sketch = Sketch.of(values);
      const curve = curveOf(sketch);
      expect(curve[0]?.percent).toBe(0);
      expect(curve[0]?.micros).toBe(sketch.min);
      expect(curve.at(-1)).toEqual({ percent: 100, micros: sketch.max });
      for (const [at, { percent, micros: value }] of curve.entries()) {
        expect(value).toBe(sketch.quantile(percent / 100));
        if (at > 0) expect(percent).toBeGreaterThan(curve[at - 1]?.percent ?? 0);
      }
    }),
  );
});

it("percentiles with names are points of the curve", () => {
  const percents = curveOf(Sketch.of(Array.from({ length: 10_000 }, (_, at) => at))).map(
    ({ percent }) => percent,
  );
  for (const named of [50, 90, 95, 99, 99.9, 99.99]) expect(percents).toContain(named);
});

it("a curve ends where single requests do", () => {
  const curve = curveOf(Sketch.of(Array.from({ length: 1_000 }, (_, at) => at + 1)));
  expect(curve.at(-2)?.percent).toBeGreaterThan(99.8);
  expect(curve.length).toBeLessThan(64);
  expect(curveOf(new Sketch())).toEqual([]);
});
