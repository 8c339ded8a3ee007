import type { CatalogEntry, CatalogRun } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { latencyTarget, throughputTarget } from "../run/run-fixtures.ts";
import { catalogSentence } from "./catalog-sentence.ts";
import { catalogRows, prepareCatalog } from "./prepare-catalog.ts";
import type { LatestRun } from "./router.ts";
import { readCatalogQuery } from "./search-params.ts";

const now = new Date("2025-11-13T03:30:00Z");
const view = readCatalogQuery({});

const run = (changes: Partial<CatalogRun> = {}): CatalogRun => ({
  id: "run-42",
  number: 42,
  status: "finished",
  tool: "jmeter",
  startedAt: new Date("2025-11-05T03:10:00Z"),
  publishedAt: new Date("2025-11-05T03:30:00Z"),
  verdict: "missed",
  requests: 36_242_100,
  errorRate: 0,
  throughput: 40_000,
  p50Ms: 34,
  p95Ms: 162,
  p99Ms: 250,
  ...changes,
});

const entry = (id: string, recentRuns: CatalogRun[], changes: Partial<CatalogEntry> = {}): CatalogEntry => ({
  id,
  slug: id,
  name: id,
  groupName: null,
  tags: [],
  owner: null,
  representsPeak: false,
  service: { id: "s1", slug: "recommendation", name: "Recommendation service" },
  runsTotal: recentRuns.length,
  recentRuns,
  ...changes,
});

const latest: LatestRun = {
  targets: [throughputTarget, latencyTarget],
  throughput: 40_269,
  p99Ms: 240,
  grade: "A",
  commit: "a41f9c2d5e6f",
  environment: "shadow",
};

function rows(experiments: CatalogEntry[], found: LatestRun | null = latest) {
  const known = new Map(found ? [["run-42", found]] : []);
  return prepareCatalog({ experiments, query: view, latest: known, now }).groups.flatMap(
    (group) => group.rows,
  );
}

describe("a row of the catalog", () => {
  it("shows the judged figures against their targets", () => {
    const [row] = rows([entry("a", [run()])]);
    expect(row?.throughput).toMatchObject({
      value: "40,269",
      against: { distance: "\u00d70.81", verdict: "missed" },
    });
    expect(row?.p99).toMatchObject({
      value: "240",
      grade: "A",
      against: { distance: "+40 ms", wanted: "≤ 200 ms" },
    });
    expect(row?.last).toMatchObject({ number: 42, age: "8 d ago", commit: "a41f9c2" });
    expect(row?.about).toBe("1 run · shadow");
  });
  it("has no rail without a target", () => {
    const [row] = rows([entry("a", [run()])], { ...latest, targets: [] });
    expect(row?.throughput?.against).toBeNull();
    expect(row?.p99?.against).toBeNull();
  });
  it("draws the oldest run first and the target with it", () => {
    const [row] = rows([entry("a", [run(), run({ id: "run-41", p99Ms: 900 })])]);
    expect(row?.spark).toMatchObject({ values: [900, 250], target: 200 });
  });
  it("says that nothing ran", () => {
    expect(rows([entry("a", [])])[0]).toMatchObject({ state: "open", href: null, last: null, spark: null });
  });
  it("keeps absent figures absent", () => {
    const quoted = rows([entry("a", [run({ throughput: null, p99Ms: null })])], null);
    expect(quoted[0]).toMatchObject({ throughput: null, p99: null, spark: null });
  });
});

describe("the catalog", () => {
  const many = Array.from({ length: 120 }, (_, index) => entry(`e${index}`, index % 2 ? [run()] : []));

  it("shows the chosen verdict, page by page", () => {
    expect(catalogRows(many, { ...view, page: 3 })).toHaveLength(20);
    expect(catalogRows(many, { ...view, verdict: "missed", page: 2 })).toHaveLength(10);
  });
  it("counts all, whatever is shown", () => {
    const model = prepareCatalog({
      experiments: many,
      query: { ...view, verdict: "met" },
      latest: new Map(),
      now,
    });
    expect(model.counts).toEqual({ all: 120, met: 0, missed: 60, unsure: 0, open: 60 });
    expect(model.groups).toEqual([]);
  });
});

describe("the sentence of the catalog", () => {
  const states = (...verdicts: (CatalogRun["verdict"] | "open")[]) =>
    verdicts.map((verdict, index) => entry(`e${index}`, verdict === "open" ? [] : [run({ verdict })]));

  it("counts what holds and says the rest", () =>
    expect(catalogSentence(states("met", "met", "missed", "unsure", null, "open", "open"))).toEqual({
      lead: "2 of 7 experiments hold.",
      rest: "1 misses, 1 is unsure, 1 has no targets, 2 have no result.",
    }));
  it("has nothing to add when all hold", () =>
    expect(catalogSentence(states("met", "met"))).toEqual({ lead: "2 of 2 experiments hold.", rest: "" }));
  it("does not count to one", () => {
    expect(catalogSentence(states("missed")).lead).toBe("The one experiment does not hold yet.");
    expect(catalogSentence(states(null)).lead).toBe("The one experiment has no targets yet.");
  });
});
