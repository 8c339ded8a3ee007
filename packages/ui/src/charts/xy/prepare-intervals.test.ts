import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fittingTicks, prepareIntervals } from "./prepare-intervals.ts";
import type { IntervalRow } from "./prepare-intervals.ts";

const HIGHER = { better: "higher", worse: "lower" };
const LATENCY = { better: "lower", words: { better: "faster", worse: "slower" } } as const;
const ERRORS = { better: "lower", words: { better: "lower", worse: "higher" } } as const;

const row = (changes: Partial<IntervalRow>): IntervalRow => ({
  key: "k",
  name: "campaign",
  ratio: 2,
  low: 1.9,
  high: 2.1,
  smallestChange: 0.05,
  better: "higher",
  words: HIGHER,
  state: "improved",
  ...changes,
});
const prepare = (...rows: readonly IntervalRow[]) =>
  prepareIntervals({
    heads: { row: "Run", group: "Metric" },
    groups: [{ key: "g", title: "throughput", rows }],
  });
const first = (changes: Partial<IntervalRow>) => prepare(row(changes)).groups[0]?.rows[0];

describe("intervals of a change", () => {
  it("lie on the right when better, whatever the figure", () => {
    expect(first({})).toMatchObject({ at: 2, from: 1.9, to: 2.1, text: "2.00x higher" });
    const faster = first({ ratio: 0.25, low: 0.2, high: 0.5, ...LATENCY });
    expect(faster).toMatchObject({ at: 4, from: 2, to: 5, text: "4.00x faster" });
  });
  it.each([
    ["p99", LATENCY, 1.3, "1.30x slower", "left"],
    ["p99", LATENCY, 0.5, "2.00x faster", "right"],
    ["throughput", {}, 0.8, "1.25x lower", "left"],
    ["throughput", {}, 2.87, "2.87x higher", "right"],
    ["error rate", ERRORS, 1.26, "1.26x higher", "left"],
    ["error rate", ERRORS, 0.25, "4.00x lower", "right"],
  ] as const)("draw %s %j at %d as %s, on the %s", (_metric, figure, ratio, text, side) => {
    const drawn = first({ ...figure, ratio });
    expect(drawn?.text).toBe(text);
    expect((drawn?.at ?? 1) < 1 ? "left" : "right").toBe(side);
  });
  it("never say better on the side of worse", () => {
    const figures = fc.constantFrom({ better: "higher" as const, words: HIGHER }, LATENCY, ERRORS);
    fc.assert(
      fc.property(figures, fc.double({ min: 0.01, max: 100, noNaN: true }), (figure, ratio) => {
        const drawn = first({ ...figure, ratio });
        if (drawn?.text === "same") return;
        const isRight = (drawn?.at ?? 1) > 1;
        const { better, worse } = figure.words;
        expect(drawn?.text.endsWith(` ${isRight ? better : worse}`)).toBe(true);
        expect(Number.parseFloat(drawn?.text ?? "")).toBeGreaterThan(1);
      }),
    );
  });
  it("call a ratio that rounds to one neither faster nor slower", () => {
    expect(first({ ratio: 0.9999, ...LATENCY })?.text).toBe("same");
    expect(first({ ratio: 1.0001, ...LATENCY })?.text).toBe("same");
    expect(first({ ratio: 1.01, ...LATENCY })?.text).toBe("1.01x slower");
  });
  it("name the sides as their figures do, or worse and better where figures differ", () => {
    const latency = row({ ...LATENCY, ratio: 1.5 });
    expect(prepare(latency).sides).toEqual({ left: "slower", right: "faster" });
    expect(prepare(latency, row({})).sides).toEqual({ left: "worse", right: "better" });
    const ticks = prepare(latency).axis.ticks.map(({ label, side }) => [label, side]);
    expect(ticks).toContainEqual(["1.5x", "slower"]);
    expect(ticks).toContainEqual(["same", null]);
    expect(ticks).toContainEqual(["1.1x", "faster"]);
  });
  it("say and list the same words, and keep numbers for files", () => {
    const { spoken, data, file } = prepare(
      row({ ...LATENCY, name: "p99", ratio: 1.3, low: 1.2, high: 1.4, state: "regressed" }),
    );
    expect(spoken).toBe(
      "Changes with their intervals, slower on the left, faster on the right. throughput, p99: 1.30x slower, Regressed.",
    );
    expect(data.rows).toEqual([["p99", "throughput", "1.30x slower", "1.20x slower", "1.40x slower", 0.05]]);
    expect(file.rows).toEqual([["p99", "throughput", 1.3, 1.2, 1.4, 0.05]]);
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
  it("say of what is gone that it is, and not that nothing is known", () =>
    expect(first({ ratio: 0, low: null, high: null, smallestChange: null })).toMatchObject({
      at: null,
      text: "to none",
    }));
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
