import type { ExperimentDetail, ExperimentRun } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { nightlyChange } from "../delta/testing/nightly-change.ts";
import { capacityWords, prepareRunRows, prepareVersions, prepareWorkload } from "./prepare-experiment.ts";
import { PLAIN_ROWS } from "./testing/plain-rows.ts";
import { prepareTargetCells } from "./prepare-target-cells.ts";
import { prepareHead } from "./prepare-head.ts";
import { rowMetricOf, usualMetric } from "./row-metric.ts";

const now = new Date("2025-11-13T03:30:00Z");

const run = (changes: Partial<ExperimentRun> = {}): ExperimentRun => ({
  id: "run-4",
  number: 4,
  status: "finished",
  tool: "k6",
  verdict: "missed",
  outcome: "misses",
  someLabels: false,
  startedAt: null,
  publishedAt: new Date("2025-11-15T03:30:00Z"),
  ranAt: new Date("2025-11-05T03:30:00Z"),
  requests: 12_080_700,
  judgedRequests: 12_080_700,
  expectedRequests: 15_000_000,
  errorRate: 0.001,
  throughput: 40_269,
  latencyMs: { mean: 31, p50: 20, p95: 162, p99: 240 },
  latencyRangesMs: {},
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
  simulated: false,
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
  changes: [],
  latestTargets: [],
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

const plain = { ...PLAIN_ROWS, presentVersion: 3 };

describe("the page of an experiment", () => {
  it("opens with the verdict of its latest run", () => {
    expect(prepareHead(detail(), now)).toMatchObject({
      state: "misses",
      lead: "Mix misses its targets.",
      rest: "Run 4: 40,269\u00a0req/s, p99 240\u00a0ms.",
    });
    expect(prepareHead(detail({ recentRuns: [run({ outcome: null })] }), now).lead).toBe(
      "Mix is being judged.",
    );
    expect(prepareHead(detail({ recentRuns: [run({ outcome: "regressed" })] }), now)).toMatchObject({
      state: "regressed",
      lead: "Mix regressed.",
    });
    const atLoad = {
      text: "p95 <= 1 s at 600 users",
      metric: "p95",
      label: null,
      comparator: "<=",
      threshold: 1,
      unit: "s",
      value: 11.7,
      verdict: "missed" as const,
    };
    expect(prepareHead(detail({ latestTargets: [atLoad] }), now).rest).toBe(
      "Run 4: 40,269\u00a0req/s, p95 11.7\u00a0s at 600 users.",
    );
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
    expect(prepareHead(detail({ recentRuns: [ofBranch], targetSets: [since, own] }), now)).toMatchObject({
      lead: "Mix misses its targets on branch faster.",
      rest: expect.stringMatching(/ Judged by that branch's targets\.$/),
    });
    const newer = { id: "r9", number: 9, branch: "faster", outcome: "holds" as const };
    expect(prepareHead(detail({ newer }), now)).toMatchObject({
      state: "misses",
      lead: "Mix misses its targets.",
      rest: expect.stringMatching(/ Run 9 is newer, but doesn't count: it is of branch faster\.$/),
    });
    const baselineOf = (isReceiving: boolean) =>
      prepareHead(detail({ baseline: { id: "b", number: 3, isReceiving } }), now).meta.filter(
        ({ name }) => name === "Baseline",
      );
    expect(baselineOf(false)).toEqual([]);
    expect(baselineOf(true)[0]?.value).toMatch(/^run 3 is in progress again/);
    expect(prepareHead(detail({ recentRuns: [] }), now)).toMatchObject({
      state: "open",
      lead: "Mix has no runs yet.",
    });
    const long = prepareHead(detail({ name: "Checkout ".repeat(22), recentRuns: [] }), now);
    expect(long.lead).toMatch(/^.{50,59}… has no runs yet\.$/);
    expect(prepareHead(detail({ recentRuns: [], isReceiving: true }), now)).toMatchObject({
      state: "open",
      lead: "Mix has no complete run yet.",
      rest: "Its first run is still in progress.",
    });
  });

  it("says when, where and of which branch its latest run was, and of what matters only what is so", () => {
    const { meta } = prepareHead(
      detail({ recentRuns: [run({ branch: "main", environment: "staging" })] }),
      now,
    );
    expect(meta.slice(0, 3)).toMatchObject([
      { name: "Run 4", value: expect.stringMatching(/ ago$/) },
      { name: "Branch", value: "main" },
      { name: "Environment", value: "staging" },
    ]);
    const peak = (representsPeak: boolean) =>
      prepareHead(detail({ representsPeak }), now).meta.some(({ value }) => value === "Represents the peak");
    expect([peak(true), peak(false)]).toEqual([true, false]);
  });

  it("shows what was held and when, or what is missing", () => {
    const proven = detail({
      capacity: {
        proven: true,
        throughput: 52_399.4,
        run: { id: "r2", number: 2, ranAt: new Date("2025-10-03T03:30:00Z") },
      },
    });
    expect(capacityWords(proven, now)).toBe("52,399 req/s held for 5m in run 2, 41d ago.");
    const ended = { ...proven, doubt: { ended: true, words: "Run 3 missed p99 <= 200 ms (240 ms)." } };
    expect(capacityWords(ended, now)).toBe(
      "52,399 req/s held for 5m in run 2, 41d ago. Run 3 missed p99 ≤ 200 ms (240 ms).",
    );
    expect(capacityWords(detail(), now)).toBe("No runs yet.");
  });

  it("leads with what changed, and says whether that is what misses", () => {
    const target = { text: "p99 <= 120 ms", metric: "p99", label: null, comparator: "<=", threshold: 120 };
    const missed = { ...target, unit: "ms", value: 131, verdict: "missed" as const };
    const head = (changes: ReturnType<typeof nightlyChange>[], more: Partial<ExperimentDetail> = {}) =>
      prepareHead(detail({ changes, latestTargets: [missed], ...more }), now);
    expect(head([nightlyChange()]).lead).toBe(
      "p99 is 23% slower since run 32 (14 runs). It misses its 120 ms target.",
    );
    expect(head([nightlyChange({ metric: "p50" })]).lead).toBe(
      "P50 is 23% slower since run 32 (14 runs). It misses its targets.".replace("P50", "p50"),
    );
    const better = nightlyChange({ state: "better", before: 131.8, after: 106.9 });
    const holding = { recentRuns: [run({ outcome: "holds" })], latestTargets: [] };
    expect(head([better], holding).lead).toBe("p99 is 19% faster since run 32 (14 runs). It holds.");
    // What somebody accepted is no news, and neither is it of a branch.
    expect(head([nightlyChange({ state: "accepted" })], holding).lead).toBe("Mix holds.");
    const ofBranch = { recentRuns: [run({ branch: "faster" })] };
    expect(head([nightlyChange()], ofBranch).lead).toBe("Mix misses its targets on branch faster.");
  });

  it("says that nothing changed only where changes are looked for", () => {
    const deltaOf = (runs: number) =>
      prepareHead(detail({ changes: [], recentRuns: Array(runs).fill(run({ latencyMs: { p99: 30 } })) }), now)
        .delta;
    expect([deltaOf(2), deltaOf(8)]).toEqual([undefined, null]);
    const unknown = { changes: [], recentRuns: Array(8).fill(run({ latencyMs: {} })) };
    expect(prepareHead(detail(unknown), now).delta).toBeUndefined();
  });

  it("counts failed requests of the judged window, as the page of the run does", () => {
    const target = { text: "error rate <= 0.5%", metric: "error rate", label: null, comparator: "<=" };
    const judged = {
      ...target,
      threshold: 0.5,
      unit: "%",
      value: (9 / 16_814) * 100,
      verdict: "met" as const,
    };
    const [cell] = prepareTargetCells({
      targetSets: [{ texts: [target.text] }] as unknown as ExperimentDetail["targetSets"],
      latestTargets: [judged],
      recentRuns: [run({ requests: 18_009, judgedRequests: 16_814 })],
    });
    expect(cell?.caption).toContain(", about 9 of 16,814 requests");
  });

  it("has no verdicts of targets of a run that isn't judged", () => {
    const texts = ["p99 <= 120 ms", "p99 <= baseline + 10%"];
    const target = { label: null, metric: "p99", comparator: "<=", threshold: 120, unit: "ms", value: 110 };
    const cells = (outcome: ExperimentRun["outcome"]) =>
      prepareTargetCells({
        targetSets: [{ texts }] as unknown as ExperimentDetail["targetSets"],
        latestTargets: [
          { ...target, text: texts[0] ?? "", verdict: "unsure" },
          { ...target, text: texts[1] ?? "", verdict: "no-baseline" },
        ],
        recentRuns: [run({ outcome })],
      }).map(({ verdict }) => verdict);
    expect(cells("not-judged")).toEqual(["not-judged", "no-baseline"]);
    expect(cells("unsure")).toEqual(["unsure", "no-baseline"]);
  });

  it("shows first what changed, or what a target is about", () => {
    const p95 = { text: "p95 <= 1 s", metric: "p95", label: null, comparator: "<=", threshold: 1, unit: "s" };
    const targets = [{ ...p95, value: 0.9, verdict: "met" as const }];
    const of = (
      changes: ReturnType<typeof nightlyChange>[],
      latestTargets = targets,
      recentRuns: ExperimentRun[] = [],
    ) => {
      const given = { changes, latestTargets, recentRuns };
      return [usualMetric(given), rowMetricOf(given)];
    };
    expect(of([])).toEqual(["p95", "p95"]);
    expect(of([], [])).toEqual(["p99", "p99"]);
    expect(of([], [{ ...p95, metric: "mean", value: 0.9, verdict: "met" }])).toEqual(["mean", "mean"]);
    // Published results often have nothing but a mean.
    expect(of([], [], [run({ latencyMs: { mean: 30, p99: null } })])).toEqual(["mean", "mean"]);
    expect(of([nightlyChange()])).toEqual(["p99", "p99"]);
    expect(of([nightlyChange({ metric: "error-rate" })])).toEqual(["error-rate", "p95"]);
    expect(of([nightlyChange({ label: "GET /" })])).toEqual(["p95", "p95"]);
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
      [null, "1 run judged by it"],
      ["from branch faster", "1 run judged by it"],
    ]);
    const many = { ...set, source: "edit" as const, createdBy: null, runs: 46 };
    const setAside = [run({ targetsVersion: 2 }), run({ targetsVersion: 1 })];
    expect(prepareVersions([many], setAside)[0]?.runs).toBe("46 runs judged by it, 1 set aside");
  });

  it("sets a run against the level before a change, and one of a branch against the present one", () => {
    const rows = prepareRunRows({
      ...plain,
      runs: [
        run({ number: 46, latencyMs: { p99: 131.8 } }),
        run({ number: 42, branch: "fix", latencyMs: { p99: 117.3 } }),
        run({ number: 31, latencyMs: { p99: 101 } }),
        // The present level wasn't there yet.
        run({ number: 28, branch: "fix", latencyMs: { p99: 146 } }),
        run({
          number: 33,
          latencyMs: { p99: 158 },
          setAside: { reason: "Noise", at: "2025-11-05T03:10:00Z" },
        }),
      ],
      changes: [nightlyChange()],
    });
    expect(rows.map(({ against }) => against)).toEqual([
      { size: "+23%", rises: true, tone: "worse", of: "of 107 ms" },
      { size: "−11%", rises: false, tone: null, of: "of 132 ms, present level" },
      null,
      null,
      null,
    ]);
    expect(prepareRunRows({ ...plain, runs: [run()] })[0]?.against).toBeNull();
  });

  it("shows ranges and lower bounds as such", () => {
    const known = run({
      latencyMs: { p99: null },
      latencyRangesMs: { p99: { low: 100, high: null } },
      errorsAtLeast: true,
    });
    expect(prepareRunRows({ runs: [known], ...plain })[0]).toMatchObject({
      figure: "≥\u00a0100",
      errors: "≥\u00a00.10",
    });
    expect(prepareHead(detail({ recentRuns: [known] }), now).rest).toContain("p99 ≥\u00a0100\u00a0ms");
  });

  it("marks the baseline, and runs that other targets judged", () => {
    const rows = prepareRunRows({
      ...plain,
      runs: [run({ targetsVersion: 3 }), run({ id: "run-3" }), run({ id: "run-2", targetsVersion: null })],
      baselineId: "run-3",
    });
    const [ofBranch] = prepareRunRows({ ...plain, runs: [run({ branch: "faster" })] });
    expect(ofBranch).toMatchObject({ otherBranch: "faster" });
    expect(rows[0]).toMatchObject({ commit: "a41f9c2", otherBranch: null });
    expect(rows.map(({ judgedBy, isBaseline }) => [judgedBy, isBaseline])).toEqual([
      [null, false],
      ["judged by version 2", true],
      ["judged without targets", false],
    ]);
  });
});
