import { expect, it } from "vitest";
import { achievedOfOffered, offeredLoad, shapeOfRest } from "./offered-load.ts";

const none = { ratePerGenerator: null, generators: null };
const planned = { ratePerGenerator: 1_250, generators: 40 };
const run = {
  loadModel: "open",
  workload: none,
  offeredRate: null,
  users: null,
  throughput: 14_010,
  achieved: null,
  heldBack: false,
} as const;

it.each([
  ["its gauge says, whatever completed", { workload: planned, offeredRate: { mean: 9_000 } }, 9_000],
  ["its experiment plans, however little of it completed", { workload: planned, achieved: 0.28 }, 50_000],
  ["an open load completed that was taken", {}, 14_010],
  ["it completed, where that is more than was planned", { workload: planned, throughput: 120_000 }, 120_000],
  ["nobody knows, of an open load that fell short", { achieved: 0.6 }, null],
  ["nobody knows, of a generator that held requests back", { heldBack: true }, null],
  ["nobody knows, of a closed load: what completed is a result", { loadModel: "closed" } as const, null],
  ["nobody knows, of a load of unknown kind", { loadModel: "unknown" } as const, null],
])("a run was offered what %s", (_, change, rate) => {
  expect(offeredLoad({ ...run, ...change })).toEqual({ rate, users: null });
});

it("users are an offered load, too", () => {
  const input = { ...run, loadModel: "closed", users: { mean: 100 } } as const;
  expect(offeredLoad(input)).toEqual({ rate: null, users: 100 });
});

it("a run achieved its share of the measured offer, or else of the plan", () => {
  const share = { achieved: null, throughput: 5_344, offeredRate: { mean: 9_000 } };
  expect(achievedOfOffered(share)).toBeCloseTo(0.594, 3);
  expect(achievedOfOffered({ ...share, achieved: 0.28, offeredRate: null })).toBe(0.28);
  expect(achievedOfOffered({ ...share, throughput: null })).toBeNull();
});

it("a load that stays within a tenth is constant, with or without a steady phase", () => {
  const gauge = (min: number, max: number) => ({ unit: null, mean: (min + max) / 2, min, max });
  const shape = (min: number, max: number) => shapeOfRest({ offeredRate: gauge(min, max), users: null }).kind;
  expect([shape(9_000, 9_000), shape(8_800, 9_200), shape(5_000, 9_000)]).toEqual([
    "constant",
    "constant",
    "unsteady",
  ]);
  expect(shapeOfRest({ offeredRate: null, users: null }).kind).toBe("unsteady");
});
