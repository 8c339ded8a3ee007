import type { ExperimentDetail, ExperimentRun } from "@headroom/services";
import { describe, expect, it } from "vitest";
import {
  prepareRunRows,
  prepareSparks,
  isProven,
  prepareStrip,
  prepareVersions,
  prepareWorkload,
} from "./prepare-experiment.ts";
import { prepareHead } from "./prepare-head.ts";

const now = new Date("2025-11-13T03:30:00Z");

const run = (changes: Partial<ExperimentRun> = {}): ExperimentRun => ({
  id: "run-4",
  number: 4,
  status: "finished",
  tool: "k6",
  verdict: "missed",
  outcome: "misses",
  startedAt: null,
  publishedAt: new Date("2025-11-15T03:30:00Z"),
  ranAt: new Date("2025-11-05T03:30:00Z"),
  requests: 12_080_700,
  expectedRequests: 15_000_000,
  errorRate: 0.001,
  throughput: 40_269,
  p95Ms: 162,
  p99Ms: 240,
  p99RangeMs: null,
  errorsAtLeast: null,
  commit: "a41f9c2d5e6f",
  branch: "main",
  environment: "shadow",
  grade: "A",
  targetsVersion: 2,
  heldThroughput: null,
  setAside: null,
  ...changes,
});

const detail = (changes: Partial<ExperimentDetail> = {}): ExperimentDetail => ({
  id: "e",
  slug: "mix",
  name: "Mix",
  service: { id: "s", slug: "shop", name: "Shop" },
  groupName: null,
  tags: [],
  owner: null,
  representsPeak: false,
  defaultBranch: null,
  stated: null,
  badge: null,
  defaultBranches: ["main", "origin/main"],
  workload: {
    requestSet: null,
    distinctRequests: 200_000,
    durationSeconds: 300,
    ratePerGenerator: 5_000,
    generators: 10,
    threadsPerGenerator: null,
    expectedRequests: 15_000_000,
  },
  version: 1,
  updatedAt: null,
  updatedBy: null,
  createdAt: now,
  targetSets: [],
  baseline: null,
  capacity: { proven: false, gap: "no-run", detail: "No runs yet." },
  doubt: null,
  runsTotal: 1,
  isReceiving: false,
  judgedByOthers: 0,
  recentRuns: [run()],
  newer: null,
  ...changes,
});

describe("the page of an experiment", () => {
  it("opens with the verdict of its latest run", () => {
    expect(prepareHead(detail())).toMatchObject({
      state: "misses",
      lead: "Mix does not hold.",
      rest: "Run 4: 40,269\u00a0req/s, p99 240\u00a0ms.",
    });
    expect(prepareHead(detail({ recentRuns: [run({ outcome: null })] })).lead).toBe("Mix is being judged.");
    expect(prepareHead(detail({ recentRuns: [run({ outcome: "regressed" })] }))).toMatchObject({
      state: "regressed",
      lead: "Mix regressed.",
    });
    const since = {
      id: "t1",
      version: 1,
      source: "edit" as const,
      createdAt: now,
      createdBy: "Ada",
      runs: 0,
      branch: null,
      texts: ["p99 <= 200 ms"],
    };
    const ofBranch = run({ branch: "faster", targetsVersion: 4 });
    const own = { ...since, source: "upload" as const, version: 4, branch: "faster" };
    expect(prepareHead(detail({ recentRuns: [ofBranch], targetSets: [since, own] }))).toMatchObject({
      lead: "Mix does not hold on branch faster.",
      rest: expect.stringMatching(/ Judged by that branch's targets\.$/),
    });
    const newer = { id: "r9", number: 9, branch: "faster", outcome: "holds" as const };
    expect(prepareHead(detail({ newer }))).toMatchObject({
      state: "misses",
      lead: "Mix does not hold.",
      rest: expect.stringMatching(/ Run 9 is newer, but doesn't count: it is of branch faster\.$/),
    });
    const baselineOf = (isReceiving: boolean) =>
      prepareHead(detail({ baseline: { id: "b", number: 3, isReceiving } })).meta.filter(
        ({ name }) => name === "Baseline",
      );
    expect(baselineOf(false)).toEqual([]);
    expect(baselineOf(true)[0]?.value).toMatch(/^run 3 is in progress again/);
    expect(prepareHead(detail({ recentRuns: [] }))).toMatchObject({
      state: "open",
      lead: "Mix has no runs yet.",
    });
    expect(prepareHead(detail({ recentRuns: [], isReceiving: true }))).toMatchObject({
      state: "open",
      lead: "Mix has no complete run yet.",
      rest: "Its first run is still in progress.",
    });
  });

  it("shows what was proved and when, or what is missing", () => {
    const proven = detail({
      capacity: {
        proven: true,
        throughput: 52_399.4,
        run: { id: "r2", number: 2, ranAt: new Date("2025-10-03T03:30:00Z") },
      },
    });
    expect(prepareStrip(proven, now)[0]).toMatchObject({
      value: "52,399",
      caption: "held for 5m in run 2, 41d ago",
      href: "/runs/r2",
    });
    expect(isProven(proven)).toBe(true);
    const ended = { ...proven, doubt: { ended: true, words: "Run 3 missed p99 <= 200 ms (240 ms)." } };
    expect(prepareStrip(ended, now)[0]).toMatchObject({
      value: "52,399",
      caption: "held for 5m in run 2, 41d ago. Run 3 missed p99 <= 200 ms (240 ms).",
    });
    expect(isProven(ended)).toBe(false);
    expect(isProven({ ...proven, doubt: { ended: false, words: "Proven 8 days ago." } })).toBe(true);
    expect(prepareStrip(detail(), now)[0]).toMatchObject({ value: "-", caption: "No runs yet." });
  });

  it("has the attributes of the workload and what the latest run came to, absent ones absent", () => {
    expect(prepareWorkload(detail()).map(({ value }) => value)).toEqual([
      null,
      "200,000",
      "5m",
      "5,000 req/s",
      "10",
      null,
      "50,000 req/s",
      "15,000,000",
      "12,080,700 (80.5%, run 4)",
    ]);
    const actualOf = (changes: Partial<ExperimentDetail>) => prepareWorkload(detail(changes)).at(-1)?.value;
    expect(actualOf({ recentRuns: [] })).toBeNull();
    expect(actualOf({ recentRuns: [run({ requests: null })] })).toBeNull();
    expect(actualOf({ recentRuns: [run({ expectedRequests: 30_000_000 })] })).toBe(
      "12,080,700 (40.3% of its 30,000,000, run 4)",
    );
    expect(actualOf({ recentRuns: [run({ expectedRequests: null })] })).toBe("12,080,700 (run 4)");
  });

  it("has no attributes if nobody said any", () => {
    const { workload } = detail();
    const nothing = {
      ...workload,
      distinctRequests: null,
      durationSeconds: null,
      ratePerGenerator: null,
      generators: null,
      expectedRequests: null,
    };
    expect(prepareWorkload(detail({ workload: nothing }))).toEqual([]);
  });

  it("says by whom and for how many runs a version of the targets was", () => {
    const set = { id: "t", version: 2, createdAt: now, branch: null, texts: ["p99 <= 1 s"], runs: 1 };
    const versions = prepareVersions([
      { ...set, source: "edit", createdBy: "Ana" },
      { ...set, source: "upload", createdBy: null, runs: 0 },
      { ...set, source: "edit", createdBy: null },
      { ...set, source: "upload", createdBy: null, branch: "faster" },
    ]);
    expect(versions.map(({ who, runs }) => [who, runs])).toEqual([
      ["by Ana", "1 run judged by it"],
      ["from an upload", "no runs judged by it"],
      ["by a token or a former member", "1 run judged by it"],
      ["from branch faster", "1 run judged by it"],
    ]);
  });

  it("draws the last runs, oldest first, and nothing that no run has", () => {
    const sparks = prepareSparks([run({ throughput: null }), run({ p99Ms: 900, throughput: null })]);
    expect(sparks.map(({ key }) => key)).toEqual(["p99", "errors"]);
    expect(sparks[0]).toMatchObject({ values: [900, 240], latest: "240 ms" });
  });

  it("shows ranges and lower bounds as such", () => {
    const known = run({ p99Ms: null, p99RangeMs: { low: 100, high: null }, errorsAtLeast: true });
    const given = { presentVersion: 3, baselineId: null, now };
    expect(prepareRunRows({ runs: [known], ...given })[0]).toMatchObject({
      p99: "≥\u00a0100",
      errors: "≥\u00a00.10",
    });
    expect(prepareSparks([known, run()]).map(({ latest }) => latest)).toEqual([
      "≥\u00a0100 ms",
      "40,269 req/s",
      "≥\u00a00.10%",
    ]);
    expect(prepareHead(detail({ recentRuns: [known] })).rest).toContain("p99 ≥\u00a0100\u00a0ms");
  });

  it("marks the baseline, and runs that other targets judged", () => {
    const rows = prepareRunRows({
      runs: [run({ targetsVersion: 3 }), run({ id: "run-3" }), run({ id: "run-2", targetsVersion: null })],
      presentVersion: 3,
      baselineId: "run-3",
      now,
    });
    expect(rows[0]).toMatchObject({ commit: "a41f9c2", branch: "main" });
    expect(rows.map(({ judgedBy, isBaseline }) => [judgedBy, isBaseline])).toEqual([
      [null, false],
      ["judged by version 2", true],
      ["judged without targets", false],
    ]);
  });
});
