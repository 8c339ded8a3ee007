import { expect, it } from "vitest";
import type { ReadinessReport } from "@headroom/contract";
import { prepareHeadroomBar } from "./prepare-headroom-bar.ts";

const report = {
  expected: { kind: "typed", throughput: 10_000, source: null },
  required: 15_000,
  capacity: 52_399,
  times: 5.24,
  experiments: [],
  policy: { factor: 1.5, proofDays: 45, proofDeploys: 50, peakEnvironment: "production" },
} as unknown as ReadinessReport;
const bar = (change: Partial<ReadinessReport> = {}) => prepareHeadroomBar({ ...report, ...change });

it("puts expected, required and proven on one scale, with room beyond", () => {
  const found = bar();
  expect(found?.proven).toEqual({
    at: expect.closeTo(100 / 1.12, 5),
    text: "proven 52,399 (5.24x expected)",
    isAccepted: false,
  });
  expect(found?.required).toEqual({ at: expect.closeTo(25.56, 1), text: "required 15,000 (1.5x)" });
  expect(found?.between).toMatchObject({ isShort: false, text: "37,399 to spare" });
  expect(found?.ticks.map(({ text }) => text)).toEqual(["0", "20k", "40k"]);
  expect(found?.spoken).toBe("Expected peak 10,000 requests per second, required 15,000, proven 52,399");
});

it("shows what is missing, and no headroom, where less is proven than required", () => {
  expect(bar({ capacity: 12_000, times: 1.2 })?.between).toMatchObject({
    isShort: true,
    text: "3,000 short",
    to: expect.closeTo(100 / 1.12, 5),
  });
});

it("doesn't call proven what was measured with an accepted risk", () => {
  const experiments = [{ throughput: 52_399, state: "accepted" }] as ReadinessReport["experiments"];
  expect(bar({ experiments })?.proven).toMatchObject({
    text: "measured 52,399 (5.24x expected)",
    isAccepted: true,
  });
});

it("proves nothing where nothing is proven, and says nothing without an expected peak", () => {
  expect(bar({ capacity: null, times: null })).toMatchObject({ proven: null, between: null });
  expect(bar({ expected: null, required: null })).toBeNull();
});
