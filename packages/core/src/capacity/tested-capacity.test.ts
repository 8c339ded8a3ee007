import { describe, expect, it } from "vitest";
import type { AcceptedRisk, TargetResult } from "./accepted-risk.ts";
import { coversMiss, isActive, risksBehind } from "./accepted-risk.ts";
import { experimentProof, missesInWords, testedCapacityOf } from "./tested-capacity.ts";
import type { ExperimentEvidence, JudgedRun } from "./tested-capacity.ts";

const day = (number: number) => new Date(Date.UTC(2022, 9, number));
const LATENCY = "p99 <= 200 ms";
const result = (value: number, change: Partial<TargetResult> = {}): TargetResult => ({
  text: LATENCY,
  comparator: "<=",
  threshold: 200,
  unit: "ms",
  value,
  range: null,
  verdict: value <= 200 ? "met" : "missed",
  ...change,
});
const judged = (number: number, value: number, change: Partial<JudgedRun> = {}): JudgedRun => ({
  id: `run-${number}`,
  number,
  ranAt: day(number),
  environment: null,
  otherBranch: null,
  collapse: null,
  verdict: value <= 200 ? "met" : "missed",
  gap: value <= 200 ? null : "never-met",
  detail: null,
  throughput: 40_269,
  results: [result(value)],
  ...change,
});
const risk = (run: number, value: number, change: Partial<AcceptedRisk> = {}): AcceptedRisk => ({
  id: `risk-${run}`,
  runId: `run-${run}`,
  target: LATENCY,
  comparator: "<=" as const,
  threshold: 200,
  unit: "ms",
  value,
  reason: "far above the peak",
  acceptedBy: "Ada",
  acceptedAt: day(run),
  until: day(60),
  ...change,
});
const held = (number: number, throughput: number, environment: string | null = null) => {
  const run = { id: `run-${number}`, number, ranAt: day(number), environment };
  return { ...run, otherBranch: null, collapse: null, throughput };
};
const proof = (change: Partial<ExperimentEvidence> = {}) =>
  experimentProof(
    {
      id: "a",
      name: "Mix",
      hasLimit: true,
      held: [],
      heldOnce: null,
      newest: null,
      judged: null,
      risks: [],
      riskRuns: [],
      ...change,
    },
    "production",
  );

describe("an accepted risk", () => {
  it("covers the same miss and smaller ones, and no larger one", () => {
    expect(coversMiss(risk(1, 240), result(240))).toBe(true);
    expect(coversMiss(risk(1, 240), result(210))).toBe(true);
    expect(coversMiss(risk(1, 240), result(241))).toBe(false);
    expect(coversMiss(risk(1, 240), result(240, { text: "p95 <= 200 ms" }))).toBe(false);
    expect(coversMiss(risk(1, 240), result(240, { value: null }))).toBe(false);
    const known = (low: number, high: number | null) => result(240, { value: null, range: { low, high } });
    expect(coversMiss(risk(1, 240), known(228, 240))).toBe(true);
    expect(coversMiss(risk(1, 240), known(228, 241))).toBe(false);
    expect(coversMiss(risk(1, 240), known(228, null))).toBe(false);
    expect(missesInWords([known(228, 240)])).toBe("p99 <= 200 ms (228–240 ms)");
    const least = risk(1, 40_000, { comparator: ">=", target: "throughput >= 50,000/s" });
    expect(coversMiss(least, result(41_000, { text: "throughput >= 50,000/s" }))).toBe(true);
    expect(coversMiss(least, result(39_000, { text: "throughput >= 50,000/s" }))).toBe(false);
  });

  it("has to be there for every miss of a run", () => {
    const errors = result(2, { text: "error rate <= 0.1%", unit: "%" });
    expect(risksBehind([result(240), { ...errors, verdict: "missed" }], [risk(1, 240)])).toBeNull();
    expect(risksBehind([result(240)], [risk(1, 240)])).toHaveLength(1);
    expect(risksBehind([result(100)], [])).toEqual([]);
  });

  it("ends on its own", () => {
    expect(isActive({ until: day(10) }, new Date(day(10).getTime() - 1))).toBe(true);
    expect(isActive({ until: day(10) }, day(10))).toBe(false);
  });
});

describe("the proof of an experiment", () => {
  it("is the most that a run held where the peak takes place, before any other place", () => {
    const runs = [held(1, 9_000, "staging"), held(2, 4_000, "Production"), held(3, 3_000)];
    expect(proof({ held: runs })).toMatchObject({ state: "proven", throughput: 4_000, elsewhere: false });
    expect(proof({ held: runs.slice(0, 1) })).toMatchObject({ throughput: 9_000, elsewhere: true });
  });

  it("is what was measured where its misses are accepted", () => {
    const run = judged(5, 240);
    const accepted = proof({ newest: run, judged: run, risks: [risk(5, 240)], riskRuns: [run] });
    expect(accepted).toMatchObject({
      state: "accepted",
      throughput: 40_269,
      misses: [{ text: LATENCY, value: 240 }],
    });
    expect(accepted.state === "accepted" && missesInWords(accepted.misses)).toBe("p99 <= 200 ms (240 ms)");
  });

  it("is gone once nobody accepts its misses any longer", () => {
    const run = judged(5, 240);
    expect(proof({ newest: run, judged: run })).toEqual({
      state: "unproven",
      experiment: { id: "a", name: "Mix" },
      gap: "never-met",
      detail: "Run 5 missed p99 <= 200 ms (240 ms).",
    });
  });

  it("doesn't stand on an accepted risk after a run that missed by more", () => {
    const run = judged(5, 240);
    const given = { risks: [risk(5, 240)], riskRuns: [run] };
    const worse = judged(6, 900);
    expect(proof({ ...given, newest: worse, judged: worse }).state).toBe("unproven");
    const better = judged(6, 220);
    expect(proof({ ...given, newest: better, judged: better }).state).toBe("accepted");
    const other = judged(6, 900, { environment: "laptop" });
    expect(proof({ ...given, newest: other, judged: other }).state).toBe("accepted");
  });

  it("can't be accepted where the run proves nothing at all", () => {
    for (const gap of ["simulated", "too-short", "no-requests"] as const) {
      const run = judged(5, 240, { gap, detail: "It proves nothing." });
      const given = { newest: run, judged: run, risks: [risk(5, 240)], riskRuns: [run] };
      expect(proof(given).state, gap).toBe("unproven");
    }
    const unsure = judged(5, 240, {
      results: [result(240), result(1, { text: "error rate <= 0.1%", verdict: "unsure" })],
    });
    expect(proof({ judged: unsure, risks: [risk(5, 240)], riskRuns: [unsure] }).state).toBe("unproven");
  });

  it("says what is missing", () => {
    const detail = (change: Partial<ExperimentEvidence>) => {
      const found = proof(change);
      return found.state === "unproven" ? `${found.gap}: ${found.detail}` : found.state;
    };
    const run = judged(7, 300);
    expect(detail({ hasLimit: false })).toContain("no-limit: ");
    expect(detail({})).toBe("no-run: It has never been run.");
    expect(detail({ newest: run })).toBe("not-judged: No run has been judged by the current targets.");
    expect(detail({ newest: run, judged: run, heldOnce: held(5, 4_000) })).toBe(
      "contradicted: Run 7 missed p99 <= 200 ms (300 ms), after run 5 had held 4,000 req/s.",
    );
    const simulated = judged(8, 300, { gap: "simulated", detail: "The run has simulated traffic." });
    expect(detail({ newest: simulated, judged: simulated })).toBe(
      "simulated: Run 8: The run has simulated traffic.",
    );
  });
});

describe("the tested capacity of a service", () => {
  const proven = (id: string, throughput: number) =>
    experimentProof(
      {
        id,
        name: id,
        hasLimit: true,
        held: [held(1, throughput)],
        heldOnce: null,
        newest: null,
        judged: null,
        risks: [],
        riskRuns: [],
      },
      "production",
    );

  it("is the lowest, never the fastest", () => {
    const capacity = testedCapacityOf([proven("cached", 317_474), proven("distinct", 40_269)]);
    expect(capacity).toMatchObject({ state: "proven", lowest: { throughput: 40_269 } });
  });

  it("is unproven while one experiment is, and says what the others held", () => {
    expect(testedCapacityOf([proven("a", 500), proof(), proven("b", 400)])).toMatchObject({
      state: "unproven",
      missing: [{ experiment: { name: "Mix" } }],
      measured: 400,
    });
    expect(testedCapacityOf([])).toEqual({ state: "unproven", missing: [], measured: null });
  });
});

it("is what production itself held if that is more, and makes nothing proven", () => {
  const proven = proof({ held: [held(1, 9_000)] });
  expect(testedCapacityOf([proven], { throughput: 12_000 })).toMatchObject({
    state: "proven",
    throughput: 12_000,
    lowest: { throughput: 9_000 },
    byProduction: true,
  });
  expect(testedCapacityOf([proven], { throughput: 8_000 })).toMatchObject({
    throughput: 9_000,
    byProduction: false,
  });
  expect(testedCapacityOf([proven, proof()], { throughput: 12_000 }).state).toBe("unproven");
});
