import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summarize } from "@headroom/core";
import { runAnswer, writeLiveFigures } from "@headroom/contract";
import { listCatalog } from "../../catalog/list.ts";
import { getExperiment } from "../../experiment/get.ts";
import { getTrend } from "../../trend/get.ts";
import { Importing, TEST_WEB_URL } from "../../testing/importing.ts";
import { batchOf, cellOf, cellsOf, LiveClient } from "../../testing/live.ts";
import { sampleSource, steadySamples } from "../../testing/sample-source.ts";
import { getRun } from "../record/get.ts";
import { listRunGauges } from "../read/list-gauges.ts";
import { listRunLabels } from "../read/list-labels.ts";
import { getRunTimeline } from "../read/timeline.ts";
import { getRunAnswer } from "./get-answer.ts";

let importing: Importing;
let client: LiveClient;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const samples = steadySamples({ seconds: 30, perSecond: 10, startSeconds: START });
const figures = writeLiveFigures(cellOf(samples));
const refusal = (code: string, field?: string) =>
  expect.objectContaining(field === undefined ? { code } : { code, field });
const auditOf = async (runId: string) => {
  const entries = await importing.inHome(({ prisma }) =>
    prisma.auditEntry.findMany({ where: { subjectId: runId }, orderBy: { id: "asc" } }),
  );
  return entries.map(({ action }) => action);
};
const answerOf = (runId: string) =>
  getRunAnswer({ ctx: importing.home.viewer, input: { runId, webUrl: TEST_WEB_URL } });

describe("a run that is received", () => {
  it("is there for the API, and for nobody who reads what was judged", async () => {
    const runId = await client.open({ origin: START, experiment: "Waiting" });
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    const answer = await answerOf(runId);
    expect(runAnswer.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      run: {
        status: "receiving",
        startedAt: new Date(START * 1_000).toISOString(),
        endedAt: new Date((START + 30) * 1_000).toISOString(),
      },
      summary: { requests: samples.length, errors: samples.filter(({ failed }) => failed === true).length },
      steady: null,
      verdict: null,
    });
    const { latencyMs, throughput } = summarize(cellOf(samples), { durationSeconds: 30 });
    expect(answer.summary.latencyMs).toEqual(latencyMs);
    expect(answer.summary.throughput).toBeCloseTo(throughput ?? 0, 0);
    const ctx = importing.home.viewer;
    await expect(getRun({ ctx, input: { runId, webUrl: TEST_WEB_URL } })).rejects.toThrow(
      refusal("not-found"),
    );
    await expect(listRunLabels({ ctx, input: { runId, parameters: {} } })).rejects.toThrow(
      refusal("not-found"),
    );
    await expect(getRunTimeline({ ctx, input: { runId } })).rejects.toThrow(refusal("not-found"));
    const { experiments } = await listCatalog({ ctx, input: {} });
    expect(experiments.map(({ name }) => name)).not.toContain("Waiting");
  });

  it("outlives an upload into it that failed, and takes one that did not", async () => {
    const runId = await client.open({ origin: START, run: "mixed" });
    const broken = sampleSource(samples, { accepted: 0 });
    const joined = { experiment: "Live", run: "mixed", generator: "file" };
    await expect(importing.upload(joined, broken)).rejects.toThrow(refusal("file-empty"));
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    const { answer } = await importing.upload(joined, sampleSource(samples));
    expect(answer).toMatchObject({ run: { id: runId, status: "receiving" }, summary: { requests: 300 } });
    expect(await client.finish(runId)).toMatchObject({
      run: { status: "finished" },
      summary: { requests: 600 },
    });
  });
});

describe("finishing", () => {
  it("writes who opened and who ended the run, once", async () => {
    const runId = await client.open();
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    const answer = await client.finish(runId);
    expect(await client.finish(runId)).toEqual(answer);
    expect((await auditOf(runId)).toSorted()).toEqual(["run.finish", "run.import", "run.open"]);
    expect(await answerOf(runId)).toEqual(answer);
    const left = await importing.inHome(({ prisma }) =>
      prisma.part.count({ where: { runId, kind: "live" } }),
    );
    expect(left).toBe(0);
  });

  it("many times concurrently makes one part for each writer", async () => {
    const runId = await client.open({ origin: START });
    for (const writer of ["a", "b"]) await client.send(runId, batchOf(samples, { writer, sequence: 1 }));
    const answers = await Promise.all([1, 2, 3].map(() => client.finish(runId)));
    for (const { summary } of answers) expect(summary.requests).toBe(600);
    const parts = await importing.inHome(({ prisma }) =>
      prisma.part.findMany({ where: { runId }, select: { state: true, generator: true } }),
    );
    expect(parts.toSorted((a, b) => (a.generator < b.generator ? -1 : 1))).toEqual([
      { state: "published", generator: "a" },
      { state: "published", generator: "b" },
    ]);
  });

  it("of one writer shows the run as it is while the others go on", async () => {
    const runId = await client.open({ origin: START });
    for (const writer of ["a", "b"]) await client.send(runId, batchOf(samples, { writer, sequence: 1 }));
    const first = await client.finish(runId, { ends: "writers", writers: [{ writer: "a", sequence: 1 }] });
    expect(first).toMatchObject({ run: { status: "receiving" }, summary: { requests: 300 } });
    await expect(client.send(runId, batchOf(samples, { writer: "a", sequence: 2 }))).rejects.toThrow(
      refusal("conflict", "writer"),
    );
    await client.send(runId, batchOf(samples, { writer: "b", sequence: 2 }));
    await client.send(runId, batchOf(samples, { writer: "c", sequence: 1 }));
    const last = await client.finish(runId);
    expect(last).toMatchObject({ run: { status: "finished" }, summary: { requests: 1_200 } });
    await expect(client.send(runId, batchOf(samples, { writer: "d", sequence: 1 }))).rejects.toThrow(
      refusal("conflict"),
    );
  });

  it("of one writer leaves the experiment at its latest complete run", async () => {
    const experiment = "Half done";
    const listed = async () => {
      const { experiments } = await listCatalog({ ctx: importing.home.viewer, input: {} });
      return experiments.find(({ name }) => name === experiment);
    };
    const latestOf = async (id = "") => {
      const stored = await importing.inHome(({ prisma }) =>
        prisma.experiment.findUniqueOrThrow({ where: { id } }),
      );
      return stored.latestRunId;
    };
    const { answer: complete } = await importing.upload({ experiment }, sampleSource(samples));
    const later = steadySamples({ seconds: 30, perSecond: 10, startSeconds: START + 3_600 });
    const runId = await client.open({ experiment, origin: START + 3_600 });
    for (const writer of ["a", "b"]) await client.send(runId, batchOf(later, { writer, sequence: 1 }));
    await client.finish(runId, { ends: "writers", writers: [{ writer: "a", sequence: 1 }] });
    const half = await listed();
    expect(await latestOf(half?.id)).toBe(complete.run.id);
    expect(half?.recentRuns.map(({ id }) => id)).toEqual([complete.run.id]);
    const input = { experimentId: half?.id ?? "", metric: "p99" as const };
    const trendOf = async () =>
      (await getTrend({ ctx: importing.home.viewer, input })).runs.map(({ id }) => id);
    expect(await trendOf()).toEqual([complete.run.id]);
    const onPage = async () => {
      const detail = await getExperiment({
        ctx: importing.home.viewer,
        input: { experimentId: half?.id ?? "" },
      });
      return detail.recentRuns.map(({ id }) => id);
    };
    expect(await onPage()).toEqual([complete.run.id]);
    await client.finish(runId);
    const done = await listed();
    expect(await latestOf(half?.id)).toBe(runId);
    expect(done?.recentRuns.map(({ id }) => id)).toEqual([runId, complete.run.id]);
    expect(await trendOf()).toEqual([complete.run.id, runId]);
    expect(await onPage()).toEqual([runId, complete.run.id]);
  });

  it("is refused while nothing has arrived, or not all that was sent", async () => {
    const runId = await client.open();
    await expect(client.finish(runId)).rejects.toThrow(refusal("file-empty"));
    await client.send(runId, { writer: "a", sequence: 1 });
    await expect(client.finish(runId)).rejects.toThrow(refusal("file-empty"));
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 2 }));
    const early = client.finish(runId, { writers: [{ writer: "a", sequence: 3 }] });
    await expect(early).rejects.toThrow(refusal("conflict", "sequence"));
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 3 }));
    const answer = await client.finish(runId, { writers: [{ writer: "a", sequence: 3 }] });
    expect(answer.summary.requests).toBe(600);
  });

  it("is refused with what could not be published, and ends nothing", async () => {
    const runId = await client.open();
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    const wrong: [object, string, string][] = [
      [{ ends: "never" }, "batch-unreadable", "ends"],
      [
        { writers: [{ writer: "a", totals: [{ label: 0, ...figures }] }] },
        "batch-unreadable",
        "writers.0.totals.0.label",
      ],
      [
        { writers: [{ writer: "a", totals: [{ label: null, ...figures, requests: 1, errors: 0 }] }] },
        "cell-inconsistent",
        "writers.0.totals.0",
      ],
      [
        { report: { accepted: 10, refused: { count: 9, first: [] } } },
        "too-many-bad-lines",
        "report.refused",
      ],
      [{ report: { refused: { count: 9, first: [] } } }, "batch-unreadable", "report.accepted"],
      [
        { writers: [{ writer: "a", span: { firstStartMicros: 1, lastCompletionMicros: 2 } }] },
        "batch-unreadable",
        "span",
      ],
    ];
    for (const [body, code, field] of wrong) {
      await expect(client.finish(runId, body)).rejects.toThrow(refusal(code, field));
    }
    expect((await answerOf(runId)).run.status).toBe("receiving");
  });
});

describe("what a writer knows beside its cells", () => {
  it("totals replace sums of cells, and make a run alone", async () => {
    const runId = await client.open({ started: "2026-03-02T10:00:00Z" });
    const quoted = { requests: 10, distribution: { kind: "quoted", micros: { p50: 5_000, p99: 9_000 } } };
    const answer = await client.finish(runId, {
      writers: [
        {
          writer: "a",
          labels: [{ name: "GET /" }],
          totals: [
            { label: null, ...quoted },
            { label: 0, ...quoted },
          ],
          report: { tool: "wrk", source: "quoted", clock: "none", durationSeconds: 20, absent: ["errors"] },
        },
      ],
    });
    expect(answer).toMatchObject({
      run: { tool: "wrk", startedAt: "2026-03-02T10:00:00.000Z", finestStepSeconds: null },
      summary: { requests: 10, errors: null, durationSeconds: 20, latencyMs: { p50: 5, p90: null, p99: 9 } },
      proof: { source: "quoted" },
    });
  });

  it("a source is at best what its cells show", async () => {
    const runId = await client.open();
    const buckets = { kind: "buckets", upperBoundsMicros: [1_000], counts: [4, 1] };
    const cells = [{ label: null, step: 1, second: START, requests: 5, distribution: buckets }];
    await client.send(runId, { writer: "a", sequence: 1, cells });
    const { proof } = await client.finish(runId, { report: { source: "samples" } });
    expect(proof.source).toBe("buckets");
  });

  it("failures and gauges are the part's", async () => {
    const runId = await client.open({ origin: START });
    const values = [1, 2, 3].map((value) => ({ atMicros: (START + value) * 1e6, value }));
    await client.send(runId, {
      ...batchOf(samples, { writer: "a", sequence: 1 }),
      failures: [{ label: 0, reason: "503", times: 2 }],
      gauges: [{ name: "users", values }],
    });
    await client.send(runId, {
      writer: "a",
      sequence: 2,
      labels: [{ name: samples[0]?.label }],
      failures: [{ label: 0, reason: "503", times: 1 }],
    });
    await client.finish(runId);
    const failures = await importing.inHome((tx) =>
      tx.query(
        `select s.label, f.reason, f.times from part_failure f join part p on p.id = f.part_id
           join series s on s.id = f.series_id where p.run_id = $1`,
        [runId],
      ),
    );
    expect(failures).toEqual([{ label: samples[0]?.label, reason: "503", times: 3 }]);
    const { gauges } = await listRunGauges({ ctx: importing.home.viewer, input: { runId, parameters: {} } });
    expect(gauges).toMatchObject([{ name: "users", points: [{ mean: 1 }, { mean: 2 }, { mean: 3 }] }]);
  });

  it("a large batch is added up in several turns, and its failures and gauges count once", async () => {
    const runId = await client.open({ origin: START });
    const labels = ["a", "b", "c", "d", "e"].map((name) => ({ name }));
    const one = { step: 1, ...writeLiveFigures(cellOf(samples.slice(0, 1))) };
    const cells = labels.flatMap((_, label) =>
      Array.from({ length: 500 }, (_second, at) => ({ ...one, label, second: START + at })),
    );
    const failures = [{ label: 0, reason: "503", times: 1 }];
    const gauges = [{ name: "users", values: [{ atMicros: START * 1e6, value: 3 }] }];
    await client.send(runId, { writer: "a", sequence: 1, labels, cells, failures, gauges });
    const { run, summary } = await client.finish(runId);
    expect([run.finestStepSeconds, summary.requests, summary.labels.map(({ requests }) => requests)]).toEqual(
      [1, 2_500, [500, 500, 500, 500, 500]],
    );
    const [failed] = await importing.inHome((tx) =>
      tx.query("select times from part_failure f join part p on p.id = f.part_id where p.run_id = $1", [
        runId,
      ]),
    );
    expect(failed).toEqual({ times: 1 });
  });

  it("a label of several steps is kept in the longest of them, and no request is lost", async () => {
    const runId = await client.open({ origin: START });
    const [first, second] = [samples.slice(0, 100), samples.slice(100)];
    await client.send(runId, batchOf(first, { writer: "a", sequence: 1 }));
    await client.send(runId, batchOf(second, { writer: "a", sequence: 2 }, 10));
    const { run, summary } = await client.finish(runId);
    expect([run.finestStepSeconds, summary.requests]).toEqual([10, 300]);
    const timeline = await getRunTimeline({ ctx: importing.home.viewer, input: { runId } });
    const counted = timeline.points.reduce((sum, { cell }) => sum + cell.requests, 0);
    expect([timeline.pointSeconds, counted]).toEqual([10, 300]);
  });

  it("cells of all requests stand, where it sends them, for those of its labels", async () => {
    const runId = await client.open({ origin: START });
    const labels = [{ name: "Checkout", kind: "transaction" }, { name: "GET /" }];
    const cells = [...cellsOf(samples, 0), ...cellsOf(samples.slice(0, 100), 1), ...cellsOf(samples, null)];
    await client.send(runId, { writer: "a", sequence: 1, labels, cells });
    expect((await client.finish(runId)).summary).toMatchObject({ requests: 300, labelsTotal: 2 });
    const other = await client.open({ origin: START });
    await client.send(other, {
      writer: "a",
      sequence: 1,
      labels,
      cells: cells.filter(({ label }) => label !== null),
    });
    expect((await client.finish(other)).summary).toMatchObject({ requests: 100, labelsTotal: 2 });
  });
});
