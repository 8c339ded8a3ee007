import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fittingTicks, prepareIntervals } from "./prepare-intervals.ts";
import type { IntervalRow } from "./prepare-intervals.ts";

const row = (changes: Partial<IntervalRow>): IntervalRow => ({
  key: "k",
  name: "campaign",
  ratio: 2,
  low: 1.9,
  high: 2.1,
  smallestChange: 0.05,
  better: "higher",
  state: "improved",
  ...changes,
});
const prepare = (...rows: readonly IntervalRow[]) =>
  prepareIntervals({ groups: [{ key: "g", title: "throughput", rows }] });
const first = (changes: Partial<IntervalRow>) => prepare(row(changes)).groups[0]?.rows[0];

describe("intervals of a change", () => {
  it("lie on the right when better, whatever the figure", () => {
    expect(first({})).toMatchObject({ at: 2, from: 1.9, to: 2.1, text: "2.00x" });
    const faster = first({ ratio: 0.25, low: 0.2, high: 0.5, better: "lower" });
    expect(faster).toMatchObject({ at: 4, from: 2, to: 5, text: "4.00x lower" });
  });
  it("call a ratio that rounds to one neither lower nor higher", () => {
    expect(first({ ratio: 0.9999, better: "lower" })?.text).toBe("1.00x");
    expect(first({ ratio: 1.0001, better: "lower" })?.text).toBe("1.00x");
    expect(first({ ratio: 1.01, better: "lower" })?.text).toBe("1.01x higher");
  });
  it("show the smallest change as far on both sides", () => {
    const [low, high] = first({ smallestChange: 0.25 })?.block ?? [0, 0];
    expect(low * high).toBeCloseTo(1);
  });
  it("draw nothing where the ratio is unknown", () =>
    expect(first({ ratio: null, low: null, high: null, smallestChange: null })).toMatchObject({
      at: null,
      from: null,
      block: null,
      text: "unknown",
    }));
  it("keep their own words", () => expect(first({ text: "2.00x faster" })?.text).toBe("2.00x faster"));
  it("name only the ratios that have room, and always no change", () => {
    const { axis } = prepare(row({ low: 0.5, high: 40 }));
    const x = (value: number) => Math.log(value) * 60;
    const kept = fittingTicks(axis.ticks, x, 40).map(({ value }) => value);
    expect(kept).toContain(1);
    kept
      .slice(1)
      .forEach((value, index) => expect(x(value) - x(kept[index] ?? 0)).toBeGreaterThanOrEqual(40));
  });
  it("always have no change on the axis, and everything inside", () => {
    const positive = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(positive, { minLength: 1, maxLength: 6 }), (ratios) => {
        const { axis, groups } = prepare(
          ...ratios.map((ratio) => row({ ratio, low: ratio * 0.9, high: ratio * 1.2 })),
        );
        expect(axis.ticks.map(({ value }) => value)).toContain(1);
        for (const { from, to } of groups[0]?.rows ?? []) {
          expect(from).toBeGreaterThanOrEqual(axis.domain[0]);
          expect(to).toBeLessThanOrEqual(axis.domain[1]);
        }
      }),
    );
  });
});
