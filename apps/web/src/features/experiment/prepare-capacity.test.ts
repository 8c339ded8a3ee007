import { expect, it } from "vitest";
import type { ExperimentCapacityAnswer, UslAnswer } from "@headroom/contract";
import { prepareCapacityOverRuns } from "./prepare-capacity.ts";

const about = (value: number) => ({ value, low: value * 0.98, high: value * 1.02 });
const usl: UslAnswer = {
  lambda: about(10),
  sigma: about(0.02),
  kappa: about(0.0004),
  rSquared: 0.9984,
  deviation: 0.01,
  measured: { from: 2, to: 48, observations: 7 },
  limit: 72,
  proportional: false,
  doubt: null,
  peak: { load: about(50), throughput: 169, measured: false },
  curve: [{ load: 2, ...about(20) }],
};
const run = { id: "r", number: 3, ranAt: "2026-10-01T08:00:00.000Z", commit: null, users: 2, throughput: 20 };
const capacity: ExperimentCapacityAnswer = {
  experiment: { id: "e", slug: "steps", name: "Steps" },
  service: { slug: "shop", name: "Shop" },
  environment: null,
  branch: null,
  environments: [],
  branches: [],
  simulated: false,
  older: false,
  runs: [{ ...run, p99Ms: 58 }],
  leftOut: [],
  commits: 0,
  usl,
};
const show = (change: Partial<ExperimentCapacityAnswer> = {}) =>
  prepareCapacityOverRuns({ ...capacity, ...change });
const lead = (change: Partial<UslAnswer>) => show({ usl: { ...usl, ...change } }).lead;

it("says where throughput is highest, and how well the law fits", () => {
  const seven = Array.from({ length: 7 }, () => ({ ...run, p99Ms: 58 }));
  expect(show({ runs: seven })).toMatchObject({
    lead: "Throughput is highest at 50 users (49–51): 169 req/s.",
    rest: "2.00% contention, R² 0.998, from the steady phases of 7 runs.",
    notes: ["The law assumes that users think for the same time under any load."],
  });
  expect(show().rows).toMatchObject([{ number: 3, users: "2", throughput: "20.0", p99: "58" }]);
  expect(show().chart?.measured[0]?.points).toEqual([{ load: 2, value: 20, name: "Run 3" }]);
});

it("claims no more than the fit can", () => {
  expect(lead({ peak: null })).toBe("Throughput has no peak up to 72 users. Nothing is said beyond that.");
  expect(lead({ proportional: true })).toContain("in proportion to the users, up to the 48 that were tried");
  expect(lead({ doubt: "Throughput doesn't follow the scalability law." })).toContain("doesn't follow");
  expect(show({ runs: [], usl: { problem: "Only 0 loads were measured." } })).toMatchObject({
    lead: "No scalability law yet.",
    rest: "Only 0 loads were measured.",
    chart: null,
  });
});

it("says what the runs have in common, and what is left out", () => {
  const { notes } = show({
    simulated: true,
    commits: 4,
    older: true,
    leftOut: [
      { gap: "failed", runs: 1 },
      { gap: "no-users", runs: 3 },
    ],
  });
  expect(notes[0]).toContain("A simulator sent the requests");
  expect(notes[1]).toContain("of 4 commits");
  expect(notes.slice(-3)).toEqual([
    "1 run is left out: at least 5% of the requests failed, and a broken service follows no law.",
    "3 runs are left out: no gauge “users” in the steady phase.",
    "Only the newest 200 runs of the experiment were looked at.",
  ]);
});
