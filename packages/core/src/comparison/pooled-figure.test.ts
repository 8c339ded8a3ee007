import { describe, expect, it } from "vitest";
import { drawNoise } from "../testing/drawn-runs.ts";
import { seededRandom } from "../random.ts";
import { medianOf } from "../trend/scores.ts";
import { medianVariance, pooledFigure } from "./pooled-figure.ts";
import { compareFamily } from "./statistics.ts";

describe("the figure of several runs", () => {
  it("is the median over them, and unknown where a run doesn't have it", () => {
    expect(pooledFigure([40, 50, 5_000])).toBe(50);
    expect(pooledFigure([0, 0.9, 0.002, 0.001])).toBeCloseTo(0.0015);
    expect(pooledFigure([40, null])).toBeNull();
    expect(pooledFigure([])).toBeNull();
  });

  it("isn't moved by one run with an outage, and neither is any verdict", () => {
    const level = (seed: number) => Array.from({ length: 5 }, (_, at) => drawNoise({ seed: seed + at }));
    const outage = drawNoise({ seed: 30, medianMicros: 400_000, errorsIn: [...Array(20).keys()] });
    const [found = []] = compareFamily([
      { before: level(1), after: [...level(11), outage], earlier: [[]], veto: null },
    ]);
    for (const { verdict, ratio } of found) {
      expect(["regressed", "improved"]).not.toContain(verdict);
      expect(ratio === null || Math.abs(ratio - 1) < 0.05).toBe(true);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 11, 15])("varies as the median of %d normal values does", (count) => {
    const random = seededRandom(count);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const medians = Array.from({ length: 20_000 }, () => medianOf(Array.from({ length: count }, normal)));
    const variance = medians.reduce((sum, one) => sum + one ** 2, 0) / medians.length;
    expect(medianVariance(count) / variance).toBeGreaterThan(0.94);
    expect(medianVariance(count) / variance).toBeLessThan(1.06);
  });
});
