import { describe, expect, it } from "vitest";
import { drawnVariance, findDependence, longRunVariance } from "./block-length.ts";
import { seededRandom } from "../random.ts";

function autoregressive(correlation: number, seed: number, length = 400): Float64Array {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let state = normal();
  return Float64Array.from({ length }, () => (state = correlation * state + normal()));
}

const lengths = (correlation: number) =>
  Array.from(
    { length: 25 },
    (_, at) => findDependence(autoregressive(correlation, at + 1)).blockLength,
  ).toSorted((a, b) => a - b);

describe("the block length", () => {
  it("is short for noise and longer the farther a series depends on itself", () => {
    const [none, some, much] = [0, 0.5, 0.9].map((correlation) => lengths(correlation)[12] ?? 0);
    expect(none).toBeLessThanOrEqual(4);
    expect(some).toBeGreaterThan(none ?? 0);
    expect(much).toBeGreaterThan(some ?? 0);
  });

  it("leaves enough blocks to draw from, even of a series that only rises", () => {
    const rising = Float64Array.from({ length: 80 }, (_, at) => at);
    expect(findDependence(rising).blockLength).toBeLessThanOrEqual(10);
  });

  it("is one slice where nothing varies", () => {
    expect(findDependence(new Float64Array(50).fill(3)).blockLength).toBe(1);
  });

  it("says what short blocks miss", () => {
    const dependence = findDependence(autoregressive(0.9, 3));
    expect(longRunVariance(dependence) / drawnVariance(dependence, 1)).toBeGreaterThan(2);
    const independent = findDependence(autoregressive(0, 3));
    expect(longRunVariance(independent) / drawnVariance(independent, 1)).toBeLessThan(1.6);
  });
});
