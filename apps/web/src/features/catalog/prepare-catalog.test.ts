import type {
  CatalogEntry,
  CatalogLatest,
  CatalogPage,
  CatalogRun,
  ExperimentLine,
} from "@headroom/services";
import { describe, expect, it } from "vitest";
import { nightlyChange } from "../delta/testing/nightly-change.ts";
import { catalogSentence } from "./catalog-sentence.ts";
import { prepareCatalog } from "./prepare-catalog.ts";
import { readCatalogQuery } from "./search-params.ts";

const now = new Date("2025-11-13T03:30:00Z");
const view = readCatalogQuery({});

const run = (changes: Partial<CatalogRun> = {}): CatalogRun => ({
  id: "run-42",
  number: 42,
  status: "finished",
  tool: "jmeter",
  startedAt: new Date("2025-11-05T03:10:00Z"),
  publishedAt: new Date("2025-11-15T03:30:00Z"),
  ranAt: new Date("2025-11-05T03:30:00Z"),
  verdict: "missed",
  outcome: "misses",
  someLabels: false,
  requests: 36_242_100,
  errorRate: 0,
  throughput: 40_269,
  p50Ms: 34,
  p95Ms: 162,
  p99Ms: 240,
  p99RangeMs: null,
  errorsAtLeast: null,
  ...changes,
});

const latest: CatalogLatest = {
  targets: [
    { metric: "throughput", comparator: ">=", threshold: 50_000, unit: "/s", verdict: "missed" },
    { metric: "p99", comparator: "<=", threshold: 200, unit: "ms", verdict: "missed" },
  ],
  requests: 36_242_100,
  expectedRequests: null,
  grade: "A",
  commit: "a41f9c2d5e6f",
  environment: "shadow",
};

const entry = (id: string, recentRuns: CatalogRun[], changes: Partial<CatalogEntry> = {}): CatalogEntry => ({
  id,
  slug: id,
  name: id,
  groupName: null,
  tags: [],
  owner: null,
  representsPeak: false,
  expectedRequests: null,
  testedCapacity: null,
  constantLoad: null,
  service: { id: "s1", slug: "recommendation", name: "Recommendation service" },
  runsTotal: recentRuns.length,
  latest: recentRuns.length === 0 ? null : { ...latest, expectedRequests: changes.expectedRequests ?? null },
  recentRuns,
  newer: null,
  changes: [],
  ...changes,
});

const none = {
  misses: 0,
  regressed: 0,
  unsure: 0,
  holds: 0,
  "no-change": 0,
  "not-judged": 0,
  pending: 0,
  open: 0,
};
const line = (values: (number | null)[], more: Partial<ExperimentLine> = {}): ExperimentLine => ({
  id: "a",
  name: "a",
  owner: null,
  representsPeak: false,
  interval: null,
  service: { id: "s1", slug: "recommendation", name: "Recommendation service" },
  state: "misses",
  run: null,
  target: null,
  changes: [],
  since: null,
  metric: "p95",
  limit: { threshold: 0.2, unit: "s" },
  spark: values.map((value, at) => ({ id: `run-${at + 1}`, value })),
  ...more,
});
const pageOf = (
  experiments: CatalogEntry[],
  total = experiments.length,
  lines: ExperimentLine[] = [],
): CatalogPage & { lines: ExperimentLine[] } => ({
  lines,
  experiments,
  total,
  counts: { ...none, misses: total },
  groups: [],
});
const rows = (experiments: CatalogEntry[], total?: number, query = view) =>
  prepareCatalog({ page: pageOf(experiments, total), query, now }).groups.flatMap((group) => group.rows);

describe("a row of the catalog", () => {
  it("compares a value with its target in any unit", () => {
    const targets: CatalogLatest["targets"] = [
      { metric: "throughput", comparator: ">=", threshold: 3_000_000, unit: "/min", verdict: "missed" },
      { metric: "p99", comparator: "<=", threshold: 0.2, unit: "s", verdict: "missed" },
    ];
    const [row] = rows([entry("a", [run()], { latest: { ...latest, targets } })]);
    expect(row?.throughput?.against).toMatchObject({ distance: "0.81x", wanted: "≥ 3,000,000 req/min" });
    expect(row?.p99?.against).toMatchObject({ distance: "+40 ms", wanted: "≤ 0.2 s" });
  });

  it("shows the judged values against their targets", () => {
    const [row] = rows([entry("a", [run()], { expectedRequests: 45_000_000 })]);
    expect(row?.throughput).toMatchObject({
      value: "40,269",
      against: { distance: "0.81x", verdict: "missed" },
    });
    expect(row?.p99).toMatchObject({
      value: "240",
      grade: "A",
      against: { distance: "+40 ms", wanted: "≤ 200 ms" },
    });
    expect(row?.delta).toBeNull();
    expect(row?.last).toMatchObject({ number: 42, age: "8d ago", commit: "a41f9c2" });
    expect(row).toMatchObject({ href: "/experiments/a", about: "1 run · shadow" });
  });
  it("says what changed", () => {
    const changes = [nightlyChange({ run: { id: "run-42", number: 42 } })];
    const [row] = rows([entry("a", [run()], { changes })]);
    expect(row?.delta).toMatchObject({ text: "p99 +23%", since: "since run 42", href: "/runs/run-42" });
  });
  it("draws the figure that the experiment is known by, with its target and its change", () => {
    const sparkOf = (given: ExperimentLine) =>
      prepareCatalog({ page: pageOf([entry("a", [run()])], 1, [given]), query: view, now }).groups[0]?.rows[0]
        ?.spark;
    expect(sparkOf(line([900, 240]))).toMatchObject({
      name: "p95",
      values: [900, 240],
      target: 200,
      change: null,
    });
    const changes = [nightlyChange({ metric: "p95", run: { id: "run-2", number: 2 } })];
    expect(sparkOf(line([900, 240], { changes }))?.change).toEqual({ at: 1, tone: "worse" });
    // A single dot says nothing.
    expect(sparkOf(line([null, 240]))).toBeNull();
  });
  it("leaves tags to the filters", () => {
    const [row] = rows([entry("a", [run()], { tags: ["nightly"], owner: "Search team" })]);
    expect(row?.about).toBe("1 run · shadow · Search team");
  });
  it("has no rail without a target", () => {
    const [row] = rows([entry("a", [run()], { latest: { ...latest, targets: [] } })]);
    expect(row?.throughput?.against).toBeNull();
    expect(row?.p99?.against).toBeNull();
  });
  it("names a newer run of a branch that doesn't count", () => {
    const newer = { id: "r9", number: 9, branch: "faster", outcome: "misses" as const };
    expect(rows([entry("a", [run()], { newer })])[0]).toMatchObject({
      state: "misses",
      newer: { href: "/runs/r9", number: 9, branch: "faster" },
    });
  });
  it("is open without runs", () => {
    expect(rows([entry("a", [])])[0]).toMatchObject({
      state: "open",
      last: null,
      spark: null,
    });
  });
  it("shows a range where no single value is known, and nothing that follows from one", () => {
    const [row] = rows([entry("a", [run({ p99Ms: null, p99RangeMs: { low: 100, high: 103 } })])]);
    expect(row?.p99).toMatchObject({ value: "100–103", against: null });
  });
  it("keeps absent values absent", () => {
    const [slow] = rows([entry("a", [run({ p99Ms: 38_847 })])]);
    expect(slow?.p99).toMatchObject({ value: "38.8", unit: "s" });
    const quoted = rows([entry("a", [run({ throughput: null, p99Ms: null })])]);
    expect(quoted[0]).toMatchObject({ throughput: null, p99: null, delta: null });
  });
});

describe("the catalog", () => {
  const two = [entry("a", [run()]), entry("b", [run()], { groupName: "Bigtable" }), entry("c", [])];

  it("is grouped in the order of services; otherwise each row names its service and group", () => {
    const titles = (total: number, query = view) =>
      prepareCatalog({ page: pageOf(two, total), query, now }).groups.map(({ title }) => title?.group);
    const groups: CatalogPage["groups"] = [
      {
        service: two[1]?.service ?? { id: "", slug: "", name: "" },
        group: "Bigtable",
        counts: { ...none, holds: 1, misses: 1 },
        heldPerSecond: { low: 120_835, high: 120_835 },
      },
    ];
    const shown = prepareCatalog({ page: { ...pageOf(two, 3), groups }, query: view, now }).groups;
    expect(shown.map(({ title }) => title?.sentence)).toEqual([
      "",
      "1 of 2 holds, at 120,835 req/s. 1 misses.",
    ]);
    expect(titles(3)).toEqual([null, "Bigtable"]);
    expect(titles(51)).toEqual([null, "Bigtable"]);
    expect(titles(3, { ...view, sort: "p99" })).toEqual([undefined]);
    expect(rows(two, 3, { ...view, sort: "latest" })[1]?.about).toBe(
      "Recommendation service · Bigtable · 1 run · shadow",
    );
  });

  it("is empty only without filters", () => {
    const model = (query = view) => prepareCatalog({ page: { ...pageOf([]), counts: none }, query, now });
    expect(model()).toMatchObject({ empty: true, groups: [] });
    expect(model({ ...view, tag: "x" })).toMatchObject({
      empty: false,
      sentence: { lead: "No experiments match." },
    });
  });
});

describe("the sentence of the catalog", () => {
  it("counts what holds, then the rest", () =>
    expect(
      catalogSentence({ ...none, holds: 2, misses: 1, regressed: 1, "not-judged": 1, open: 2 }, false),
    ).toEqual({
      lead: "2 of 7 experiments hold.",
      rest: "1 misses, 1 regressed, 1 not judged, 2 not tested.",
    }));
  it("has nothing to add when all hold", () =>
    expect(catalogSentence({ ...none, holds: 2 }, false)).toEqual({
      lead: "2 of 2 experiments hold.",
      rest: "",
    }));
  it("has a sentence of its own for a single experiment", () => {
    expect(catalogSentence({ ...none, misses: 1 }, false).lead).toBe(
      "The only experiment misses its targets.",
    );
    expect(catalogSentence({ ...none, "not-judged": 1 }, true).lead).toBe("The only match isn't judged.");
  });
});
