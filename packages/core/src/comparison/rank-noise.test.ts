import { expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";
import { resampleRun } from "./resample-run.ts";
import { sliceRun } from "./sliced-run.ts";

/** 100 slices of 30 requests around 20 ms, a share of which takes 20 times as long. */
function noiseOfP99(slowShare: number) {
  const random = seededRandom(5);
  const cells = Array.from({ length: 100 }, () => {
    const all = new Sketch();
    for (let at = 0; at < 30; at++)
      all.add(20_000 * (0.9 + 0.2 * random()) * (random() < slowShare ? 20 : 1));
    return {
      ...emptyCell(),
      requests: 30,
      items: 30,
      distribution: { kind: "sketch" as const, all, failed: null },
    };
  });
  const sliced = sliceRun(cells, { sliceSeconds: 3 });
  if (sliced === null) throw new Error("these cells have sketches");
  const { value, within } = resampleRun(sliced).estimates.p99;
  return { p99: value ?? 0, within: within ?? 0 };
}

it("a p99 just below the slow requests could as well be one of them", () => {
  const { p99, within } = noiseOfP99(0.008);
  expect(p99).toBeLessThan(30);
  expect(within).toBeGreaterThan(0.5);
});

it("a p99 among fast requests alone has their noise", () => {
  expect(noiseOfP99(0).within).toBeLessThan(0.01);
});
