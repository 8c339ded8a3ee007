import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareHistogram } from "./prepare-histogram.ts";

const bar = (fromMicros: number, toMicros: number, count: number) => ({ fromMicros, toMicros, count });

describe("histogram", () => {
  it("shows shares of all requests", () => {
    const { bars, y } = prepareHistogram({ bars: [bar(1000, 2000, 3), bar(2000, 4000, 1)] });
    expect(bars.map(({ share, text }) => [share, text])).toEqual([
      [0.75, "1.00–2.00 ms"],
      [0.25, "2.00–4.00 ms"],
    ]);
    expect(y.domain[1]).toBeGreaterThanOrEqual(0.75);
  });
  it("gives a bucket that begins at zero the left end of the axis", () => {
    const { bars, x } = prepareHistogram({ bars: [bar(0, 1000, 5), bar(1000, 2000, 5)] });
    expect(bars[0]?.from).toBe(x?.domain[0]);
  });
  it("keeps marks inside the axis", () => {
    const { x, marks } = prepareHistogram({
      bars: [bar(1000, 2000, 3)],
      marks: [{ value: 200, text: "target" }],
    });
    expect(x?.domain[1]).toBeGreaterThan(200);
    expect(marks).toHaveLength(1);
  });
  it("has no axis without requests", () =>
    expect(prepareHistogram({ bars: [bar(0, 10, 0)] })).toMatchObject({ x: null, bars: [] }));
  it("draws every bar inside its axes, and all shares are one", () => {
    const anyBar = fc
      .tuple(fc.integer({ min: 0, max: 3_600_000_000 }), fc.integer({ min: 1, max: 1e9 }))
      .map(([from, count]) => bar(from, from + Math.max(1, Math.round(from * 0.01)), count));
    fc.assert(
      fc.property(fc.array(anyBar, { minLength: 1, maxLength: 40 }), (all) => {
        const bars = all.sort((a, b) => a.fromMicros - b.fromMicros);
        const model = prepareHistogram({ bars });
        const [low, high] = model.x?.domain ?? [0, 0];
        for (const { from, to } of model.bars) {
          expect(from).toBeGreaterThanOrEqual(low);
          expect(to).toBeLessThanOrEqual(high * 1.0001);
        }
        expect(model.bars.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
      }),
    );
  });
});
