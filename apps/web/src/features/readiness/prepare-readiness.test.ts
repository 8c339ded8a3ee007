import { describe, expect, it } from "vitest";
import type { ReadinessReport } from "@headroom/contract";
import { countdownText, evidenceOf, figuresOf, isBeingJudged, reasonsBeside } from "./prepare-readiness.ts";

const run = {
  id: "r",
  number: 7,
  ranAt: "2022-11-05T00:00:00.000Z",
  environment: "staging",
  commit: null,
  verdict: "missed" as const,
  outcome: "misses" as const,
  throughput: 40_269,
  p99Ms: 240,
  p99RangeMs: null,
  errorRate: 0,
  grade: "D" as const,
  simulated: false,
};
const distinct: ReadinessReport["experiments"][number] = {
  experiment: { id: "a", name: "Distinct" },
  state: "accepted",
  throughput: 40_269,
  calibration: null,
  openMisses: [],
  run: { id: "r", number: 7, ranAt: run.ranAt, environment: "staging" },
  elsewhere: true,
  misses: [{ target: "p99 <= 200 ms", value: 240, unit: "ms" }],
  acceptedUntil: "2022-12-05T00:00:00.000Z",
  freshness: {
    state: "ageing",
    days: 41,
    deploys: 37,
    endsAt: "2022-11-17T00:00:00.000Z",
    words: "41 days and 37 deploys ago",
  },
  detail: null,
  group: null,
  owner: null,
  targets: ["p99 <= 200 ms"],
  before: { ...run, number: 6, throughput: 14_010, p99Ms: 1_400 },
  newest: run,
  missesAccepted: true,
};
const report = {
  phase: "before",
  now: "2022-11-13T14:00:00.000Z",
  verdict: "at-risk",
  peakDay: { startsAt: "2022-11-25T14:00:00.000Z" },
  capacity: 40_269,
  required: 14_703,
  times: 4.108,
  experiments: [distinct],
  expected: { kind: "typed", throughput: 9_802, source: "Forecast" },
  policy: { factor: 1.5, proofDays: 45, proofDeploys: 50, peakEnvironment: "production" },
} as unknown as ReadinessReport;
const figures = (change: Partial<ReadinessReport> = {}) =>
  Object.fromEntries(
    figuresOf({ ...report, ...change }).map(({ key, value, unit, caption }) => [
      key,
      `${value ?? ""} ${unit}: ${typeof caption === "string" ? caption : ""}`,
    ]),
  );

describe("the figures of a readiness report", () => {
  it("say what the capacity missed, where it ran, and how much is required", () => {
    expect(figures()).toEqual({
      "Expected peak": "9,802 req/s: Forecast",
      "Tested capacity": "40,269 req/s: Distinct, on staging, missed p99 ≤ 200 ms (240 ms), accepted",
      Headroom: "4.11x : 1.5x is required, 14,703 req/s",
      "Oldest result": "41 days: counts for 45 days",
    });
  });

  it("never show a figure where there is no proof", () => {
    const experiments = [{ ...distinct, state: "unproven" as const, throughput: null, freshness: null }];
    const shown = figures({ capacity: null, times: null, required: null, expected: null, experiments });
    expect(shown).toMatchObject({
      "Expected peak": "Not known : nobody has said how high it will be",
      "Tested capacity": "No proof : Distinct has no proof that counts",
      Headroom: "Unproven : 1.5x is required",
      "Oldest proof": "None : counts for 45 days",
    });
  });
});

it("evidence is the newest run after the one before", () => {
  expect(evidenceOf(report)).toMatchObject([
    {
      throughput: { before: "14,010", after: "40,269" },
      p99: { before: "1,400", after: "240" },
      proof: { words: "41 days and 37 deploys ago, on staging", ink: "text-unsure" },
      state: "misses",
      accepted: true,
      run: { number: 7 },
    },
  ]);
  const never = {
    ...distinct,
    newest: null,
    before: null,
    freshness: null,
    detail: "It has never been run.",
  };
  expect(
    evidenceOf({ ...report, experiments: [{ ...never, state: "unproven", elsewhere: false }] }),
  ).toMatchObject([
    {
      state: "none",
      proof: { words: "It has never been run.", ink: "text-bad" },
      throughput: { after: null },
    },
  ]);
});

it("evidence that regressed isn't shown as green, though it meets its targets", () => {
  const stateOf = (outcome: "regressed" | null) =>
    evidenceOf({ experiments: [{ ...distinct, newest: { ...run, verdict: "met", outcome } }] })[0]?.state;
  expect([stateOf("regressed"), stateOf(null)]).toEqual(["regressed", "pending"]);
  const shown = { experiments: [distinct], rehearsals: [] };
  const rehearsal = { ...run, experiment: distinct.experiment, outcome: null };
  expect([isBeingJudged(shown), isBeingJudged({ ...shown, rehearsals: [rehearsal] })]).toEqual([false, true]);
});

it("counts down to the day", () => {
  expect(countdownText(report)).toBe("in 12 days");
  expect(countdownText({ ...report, now: "2022-11-25T09:30:00.000Z" })).toBe("in 4 hours");
  expect(countdownText({ ...report, now: "2022-11-25T13:30:00.000Z" })).toBe("in less than an hour");
  expect(countdownText({ ...report, phase: "during" })).toBe("running now");
  expect(countdownText({ ...report, phase: "after" })).toBe("over");
});

it("lists the reasons that the sentence doesn't say already", () => {
  const short = { rule: "short", level: "not-ready", experiment: null, words: "Tests fall short.", step: "" };
  const place = { ...short, rule: "elsewhere", level: "at-risk", words: "was proven on staging." };
  const elsewhere = { ...place, experiment: { id: "a", name: "Distinct" } };
  const reasons = [short, elsewhere] as ReadinessReport["reasons"];
  expect(reasonsBeside({ sentence: "Tests fall short.", reasons })).toEqual([elsewhere]);
  expect(reasonsBeside({ sentence: "Distinct was proven on staging.", reasons })).toEqual([short]);
  expect(reasonsBeside({ sentence: "2 of 3 experiments have no proof.", reasons })).toEqual(reasons);
});
