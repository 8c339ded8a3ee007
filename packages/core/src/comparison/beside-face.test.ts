import { expect, it } from "vitest";
import { besideFace } from "./beside-face.ts";
import { record } from "./resample-run.ts";
import type { RunNoise } from "./resample-run.ts";
import type { EarlierRun } from "./sides.ts";

const FACE: RunNoise = {
  estimates: record(() => ({ value: 20.4, shown: 20, within: 0.01, doubt: null, freedom: 9 })),
  requests: 1_000,
  errors: 3,
  errorDispersion: 1,
  sliceSeconds: 3,
  blockSeconds: 3,
};

function earlier(p50: number, at: number): EarlierRun {
  const latencyMs = { p50, p90: p50, p95: p50, p99: p50, "p99.9": p50 };
  return {
    id: `${at}`,
    figures: { throughput: 10, itemsThroughput: 10, errorRate: 0, latencyMs },
    requests: 900,
    errors: 1,
  };
}

const valuesOf = (...p50: number[]) =>
  besideFace(FACE, p50.map(earlier)).map(({ estimates }) => estimates.p50.value);

it("runs that show the same rounded figure are taken to be rounded as far", () => {
  expect(valuesOf(20, 20, 20, 20, 21)).toEqual([20.4, 20.4, 20.4, 20.4, (21 * 20.4) / 20]);
});

it("where figures vary, rounding averages out", () => {
  expect(valuesOf(20, 21, 19, 20, 21)).toEqual([20, 21, 19, 20, 21]);
});

it("keeps the figures of each run, and takes the rest from the newest one", () => {
  const [run] = besideFace(FACE, [earlier(25, 0)]);
  expect(run).toMatchObject({ requests: 900, errors: 1, blockSeconds: 3 });
  expect(run?.estimates.p50).toMatchObject({ shown: 25, within: 0.01, freedom: 9 });
});
