import { mergeAllCells } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceRunLabels } from "../cells/run-labels.ts";
import type { RunLabelRow } from "../cells/run-labels.ts";
import { cellOf, plain, seedExperiment, seedRun } from "../testing/run.ts";
import type { SeededExperiment, SeededPart, SeededSamples } from "../testing/run.ts";
import { createTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { readCatalog } from "./catalog/catalog.ts";
import { readLabels } from "./run/labels.ts";
import type { LabelsInput } from "./run/labels.ts";
import { readRun } from "./run/run.ts";
import { readTimeline } from "./cells/timeline.ts";
import { readTotals } from "./run/totals.ts";
import { readWindow } from "./cells/window.ts";

// Twenty-five minutes of three samples a second, with a silence in the middle and a label kept in minutes only.
const SECONDS = 1_500;
const SILENCE = { from: 700, to: 760 };
const latencies = (second: number, label: number) =>
  [1, 2, 3].map((nth) => 1_000 + ((second * 7_919 + label * 104_729 + nth * 31) % 50_000));

function samplesOf(label: number): Record<number, number[]> {
  const seconds: Record<number, number[]> = {};
  for (let second = 0; second < SECONDS; second++) {
    if (second < SILENCE.from || second >= SILENCE.to) seconds[second] = latencies(second, label);
  }
  return seconds;
}

const samples: SeededSamples = { "GET /": samplesOf(1), "POST /cart": samplesOf(2) };

let test: TestDatabase;
let experiment: SeededExperiment;
let fine: SeededPart;
let coarse: SeededPart;
const read = <T>(work: (tx: WorkspaceTx) => Promise<T>) => test.db.inWorkspace(fine.workspaceId, work);

beforeAll(async () => {
  test = await createTestDatabase();
  experiment = await seedExperiment(test.db);
  const options = { durationSeconds: SECONDS };
  fine = await seedRun(test.db, experiment, samples, options);
  coarse = await seedRun(test.db, experiment, samples, { ...options, number: 2, finestStepSeconds: 60 });
});
afterAll(() => test.drop());

function direct(label: string | null, from: number, to: number): number[] {
  const wanted = label === null ? Object.values(samples) : [samples[label] ?? {}];
  return wanted.flatMap((seconds) =>
    Object.entries(seconds).flatMap(([second, micros]) =>
      Number(second) >= from && Number(second) < to ? micros : [],
    ),
  );
}

const kind = "request" as const;

describe("a window", () => {
  it.each([
    [0, SECONDS],
    [0, 600],
    [1, 2],
    [595, 1_237],
    [17, 1_499],
    [699, 761],
  ])("merged from %i s to %i s equals the sketch of its samples", async (fromSeconds, toSeconds) => {
    for (const name of [null, "GET /"]) {
      const label = name === null ? null : { name, kind };
      const window = await read((tx) => readWindow(tx, { runId: fine.runId, label, fromSeconds, toSeconds }));
      expect(window).toMatchObject({ fromSeconds, toSeconds });
      expect(plain(window?.cell)).toEqual(plain(cellOf(direct(name, fromSeconds, toSeconds))));
    }
  });

  it("of a label kept in minutes says which whole minutes it is", async () => {
    const input = { runId: coarse.runId, label: { name: "GET /", kind }, fromSeconds: 65, toSeconds: 310 };
    const window = await read((tx) => readWindow(tx, input));
    expect(window).toMatchObject({ fromSeconds: 120, toSeconds: 300 });
    expect(plain(window?.cell)).toEqual(plain(cellOf(direct("GET /", 120, 300))));
  });

  it("of silence holds nothing", async () => {
    const input = { runId: fine.runId, fromSeconds: SILENCE.from, toSeconds: SILENCE.to };
    expect((await read((tx) => readWindow(tx, input)))?.cell.requests).toBe(0);
  });
});

describe("a timeline", () => {
  it("draws the run in points of equal width, each the sketch of its samples", async () => {
    const timeline = await read((tx) => readTimeline(tx, { runId: fine.runId }));
    expect(timeline).toMatchObject({
      pointSeconds: 3,
      fromSeconds: 0,
      toSeconds: SECONDS,
      finestStepSeconds: 1,
    });
    expect(timeline?.origin).toEqual(fine.origin);
    expect(timeline?.points).toHaveLength((SECONDS - 60) / 3 + 1);
    for (const { offsetSeconds, stepSeconds, cell } of timeline?.points ?? []) {
      expect(plain(cell)).toEqual(plain(cellOf(direct(null, offsetSeconds, offsetSeconds + stepSeconds))));
    }
  });

  it("leaves a gap where nothing completed", async () => {
    const input = { runId: fine.runId, fromSeconds: 690, toSeconds: 770 };
    const timeline = await read((tx) => readTimeline(tx, input));
    const seconds = timeline?.points.map((point) => point.offsetSeconds);
    expect(seconds).toEqual([...range(690, SILENCE.from), ...range(SILENCE.to, 770)]);
  });

  it("draws a label kept in minutes in minutes", async () => {
    const label = { name: "POST /cart", kind };
    const timeline = await read((tx) => readTimeline(tx, { runId: coarse.runId, label }));
    expect(timeline).toMatchObject({ pointSeconds: 60, finestStepSeconds: 60 });
    expect(plain(timeline?.points[3]?.cell)).toEqual(plain(cellOf(direct("POST /cart", 180, 240))));
  });

  it("keeps to the points it is given, whole and in a stretch", async () => {
    const input = { runId: fine.runId, maxPoints: 50 };
    const timeline = await read((tx) => readTimeline(tx, input));
    expect(timeline?.pointSeconds).toBe(30);
    const stretch = await read((tx) => readTimeline(tx, { ...input, fromSeconds: 100, toSeconds: 130 }));
    expect(stretch?.points.map((point) => point.offsetSeconds)).toEqual(range(100, 130));
  });

  it("of a stretch outside the run is empty, and of no such label null", async () => {
    const outside = { runId: fine.runId, fromSeconds: 9_000, toSeconds: 9_100 };
    expect((await read((tx) => readTimeline(tx, outside)))?.points).toEqual([]);
    const label = { name: "GET /nothing", kind };
    expect(await read((tx) => readTimeline(tx, { runId: fine.runId, label }))).toBeNull();
  });
});

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

it("the totals of a run are the exact merge of its published parts", async () => {
  const totals = await read((tx) => readTotals(tx, coarse.runId));
  expect(totals.map(({ name, finestStepSeconds }) => [name, finestStepSeconds])).toEqual([
    ["(all)", 1],
    ["GET /", 60],
    ["POST /cart", 60],
  ]);
  expect(plain(totals[1]?.total)).toEqual(plain(cellOf(direct("GET /", 0, SECONDS))));
  expect(plain(mergeAllCells(totals.slice(1).map(({ total }) => total)))).toEqual(plain(totals[0]?.total));
});

describe("a run of two generators", () => {
  const second: SeededSamples = { "GET /": { [-2]: [400], 0: [9_000], 1_400: [70_000] }, other: { 3: [5] } };
  let run: SeededPart;
  const readOwn = <T>(work: (tx: WorkspaceTx) => Promise<T>) => test.db.inWorkspace(run.workspaceId, work);
  const both = (label: string, from: number, to: number) => [
    ...direct(label, from, to),
    ...Object.entries(second[label] ?? {}).flatMap(([at, micros]) =>
      Number(at) >= from && Number(at) < to ? micros : [],
    ),
  ];

  beforeAll(async () => {
    const own = await seedExperiment(test.db);
    const options = { durationSeconds: SECONDS };
    run = await seedRun(test.db, own, samples, { ...options, generator: "one" });
    const joining = { ...options, generator: "two", runOf: run, finestStepSeconds: 10 };
    await seedRun(test.db, own, second, joining);
  });

  it("is read as one, in the steps that both have", async () => {
    const label = { name: "GET /", kind };
    const timeline = await readOwn((tx) => readTimeline(tx, { runId: run.runId, label, toSeconds: 100 }));
    expect(timeline).toMatchObject({ finestStepSeconds: 10, pointSeconds: 10 });
    expect(plain(timeline?.points[0]?.cell)).toEqual(plain(cellOf(both("GET /", 0, 10))));
    const window = await readOwn((tx) =>
      readWindow(tx, { runId: run.runId, label, fromSeconds: -10, toSeconds: SECONDS }),
    );
    expect(plain(window?.cell)).toEqual(plain(cellOf(both("GET /", -10, SECONDS))));
  });

  it("has the totals of both", async () => {
    const totals = await readOwn((tx) => readTotals(tx, run.runId));
    const found = totals.find(({ name }) => name === "GET /");
    expect(plain(found?.total)).toEqual(plain(cellOf(both("GET /", -10, SECONDS))));
    expect(found?.finestStepSeconds).toBe(10);
    expect(totals.map(({ name }) => name)).toEqual(["(all)", "GET /", "POST /cart", "other"]);
    const named = await readOwn((tx) => readTotals(tx, run.runId, ["GET /", "no such label"]));
    expect(named).toEqual(totals.filter(({ name }) => name === "GET /"));
  });

  it("has the totals of any number of labels, each once and in order, in however many pages", async () => {
    const labels = Array.from({ length: 1_203 }, (_, at) => `GET /${at}`);
    const many = await seedRun(
      test.db,
      run,
      Object.fromEntries(labels.map((label, at) => [label, { 0: [1_000 + at] }])),
      { number: 3, durationSeconds: SECONDS },
    );
    const totals = await readOwn((tx) => readTotals(tx, many.runId));
    expect(totals.map(({ name }) => name).toSorted()).toEqual(["(all)", ...labels].toSorted());
    const ids = totals.map(({ seriesId }) => seriesId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it("is without the part that was replaced", async () => {
    const three = await seedRun(test.db, run, samples, { number: 2, durationSeconds: SECONDS });
    await readOwn(({ prisma }) =>
      prisma.part.update({ where: { id: three.partId }, data: { state: "replaced" } }),
    );
    expect(await readOwn((tx) => readTotals(tx, three.runId))).toEqual([]);
    expect(await readOwn((tx) => readTimeline(tx, { runId: three.runId }))).toBeNull();
  });
});

describe("labels", () => {
  const row = (name: string, rank: number, p99Micros: number | null): RunLabelRow => ({
    seriesId: fine.seriesIds.get(name) ?? -1,
    rank,
    requests: 100 - rank,
    errors: rank,
    items: 100,
    bytes: 0,
    throughput: null,
    minMicros: 1,
    meanMicros: 2.5,
    p50Micros: 2,
    p90Micros: 3,
    p95Micros: 3,
    p99Micros,
    p999Micros: 5,
    maxMicros: 6,
    finestStepSeconds: 1,
  });
  const names = async (input: Omit<LabelsInput, "runId">) => {
    const page = await read((tx) => readLabels(tx, { runId: fine.runId, ...input }));
    return [page.labels.map(({ label }) => label), page.total];
  };

  beforeAll(async () => {
    await read(async (tx) => {
      const rows = [row("GET /", 2, 900), row("POST /cart", 1, 500), row("(all)", 3, null)];
      await replaceRunLabels(tx, fine.runId, rows.slice(1));
      await replaceRunLabels(tx, fine.runId, rows);
    });
  });

  it("come busiest first, or by a column in either direction with absent figures last", async () => {
    expect(await names({})).toEqual([["POST /cart", "GET /", "(all)"], 3]);
    expect(await names({ sort: "p99", direction: "desc" })).toEqual([["GET /", "POST /cart", "(all)"], 3]);
    expect(await names({ sort: "p99", direction: "asc" })).toEqual([["POST /cart", "GET /", "(all)"], 3]);
    expect(await names({ sort: "errorRate", direction: "desc" })).toEqual([
      ["(all)", "GET /", "POST /cart"],
      3,
    ]);
  });

  it("come in pages that join", async () => {
    expect(await names({ limit: 2 })).toEqual([["POST /cart", "GET /"], 3]);
    expect(await names({ limit: 2, skip: 2 })).toEqual([["(all)"], 3]);
    expect(await names({ limit: 2, skip: 4 })).toEqual([[], 3]);
  });

  it("are searched by any part of the name, taken literally", async () => {
    expect(await names({ search: "CART" })).toEqual([["POST /cart"], 1]);
    expect(await names({ search: "%" })).toEqual([[], 0]);
    expect(await names({ kind: "transaction" })).toEqual([[], 0]);
  });

  it("carry their figures", async () => {
    const page = await read((tx) => readLabels(tx, { runId: fine.runId, limit: 1 }));
    expect(page.labels[0]).toEqual({ label: "POST /cart", kind: "request", ...row("POST /cart", 1, 500) });
  });
});

describe("the catalog", () => {
  it("shows an experiment with its newest runs and their figures", async () => {
    const { experiments, total } = await read((tx) => readCatalog(tx));
    expect(total).toBe(1);
    expect(experiments[0]).toMatchObject({
      name: "Mix",
      tags: ["peak"],
      runsTotal: 2,
      service: { slug: "checkout", name: "Checkout" },
    });
    expect(experiments[0]?.recentRuns.map((run) => run.number)).toEqual([2, 1]);
    expect(experiments[0]?.recentRuns[0]).toEqual({
      id: coarse.runId,
      number: 2,
      status: "finished",
      tool: null,
      verdict: "met",
      outcome: null,
      someLabels: false,
      startedAt: coarse.origin,
      publishedAt: new Date(coarse.importedAt.getTime() + 1_000),
      ranAt: coarse.origin,
      requests: 3,
      errorRate: 0,
      throughput: 2.5,
      p50Ms: 1,
      p95Ms: 2,
      p99Ms: 3,
      p99RangeMs: null,
      errorsAtLeast: null,
    });
  });

  it("shows one without runs, and finds by name and service", async () => {
    const other = await seedExperiment(test.db);
    const inOther = (input: Parameters<typeof readCatalog>[1]) =>
      test.db.inWorkspace(other.workspaceId, (tx) => readCatalog(tx, input));
    expect((await inOther({})).experiments[0]).toMatchObject({ runsTotal: 0, recentRuns: [] });
    expect((await inOther({ search: "mIx" })).total).toBe(1);
    expect((await inOther({ search: "basket" })).total).toBe(0);
    expect((await inOther({ serviceSlug: "search" })).total).toBe(0);
  });
});

it("a run comes with its service, experiment and published parts, and not before it is published", async () => {
  const found = await read((tx) => readRun(tx, fine.runId));
  expect(found).toMatchObject({
    run: { id: fine.runId, number: 1, verdict: "met" },
    service: { slug: "checkout" },
    experiment: { slug: "mix" },
    verdicts: [],
    parts: [{ id: fine.partId, state: "published" }],
  });
  const hidden = await seedRun(test.db, experiment, { a: { 0: [1] } }, { number: 3, publish: false });
  expect(await read((tx) => readRun(tx, hidden.runId))).toBeNull();
});
