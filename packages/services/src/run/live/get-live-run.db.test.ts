import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeLiveFigures } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { checkToken } from "../../token/check.ts";
import { Importing } from "../../testing/importing.ts";
import { batchOf, cellOf, cellsOf, LiveClient } from "../../testing/live.ts";
import { steadySamples } from "../../testing/sample-source.ts";
import { getRunWindow } from "../read/get-window.ts";
import { getRun } from "../record/get.ts";
import { getLiveRun } from "./get-live-run.ts";
import { listRunning } from "./list-running.ts";
import { watchedRun } from "./watched-run.ts";

let importing: Importing;
let client: LiveClient;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const samples = steadySamples({ seconds: 90, perSecond: 20, startSeconds: START });
const viewOf = (runId: string) => getLiveRun({ ctx: importing.home.viewer, input: { runId } });
const runningOf = async (experimentId: string | null) =>
  (await listRunning({ ctx: importing.home.viewer, input: { experimentId } })).runs;

describe("a live run before its first writer has ended", () => {
  it("shows nothing before anything has arrived", async () => {
    const runId = await client.open({ target: ["p99<=200ms"] });
    expect(await viewOf(runId)).toMatchObject({
      span: null,
      writers: [],
      timeline: null,
      summary: { requests: null, errors: null, throughput: null },
      targets: [{ text: "p99 <= 200 ms", judged: null }],
      labels: { total: 0, first: [] },
      gauges: [],
    });
  });

  it("has no window yet, and isn't taken for a run that doesn't exist", async () => {
    const runId = await client.open({});
    const windowOf = (ctx: Context) => getRunWindow({ ctx, input: { runId, window: "whole" } });
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    await expect(windowOf(importing.home.viewer)).rejects.toMatchObject({
      code: "not-found",
      message: "None of the run's writers has ended yet.",
    });
    await expect(windowOf(importing.foreign.owner)).rejects.toThrow("Run not found.");
    await client.finish(runId);
    expect((await windowOf(importing.home.viewer)).summary.requests).toBe(samples.length);
  });

  it("is marked as simulated from the start if it was opened that way", async () => {
    const codesOf = async (runId: string) => (await viewOf(runId)).warnings.map(({ code }) => code);
    expect(await codesOf(await client.open({}))).toEqual([]);
    const runId = await client.open({ simulated: "true" });
    expect(await codesOf(runId)).toEqual(["traffic-simulated"]);
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    expect(await codesOf(runId)).toEqual(["traffic-simulated"]);
  });

  it("shows all requests of all writers over time, whether they send them or their labels only", async () => {
    const runId = await client.open({ origin: START });
    const [even, odd] = [0, 1].map((half) => samples.filter((_, at) => at % 2 === half));
    await client.send(runId, batchOf(even ?? [], { writer: "a", sequence: 1 }));
    const whole = batchOf(odd ?? [], { writer: "b", sequence: 1 });
    await client.send(runId, { ...whole, cells: [...(whole.cells ?? []), ...cellsOf(odd ?? [], null)] });
    const { timeline, summary, writers, labels, span } = await viewOf(runId);
    expect(summary.requests).toBe(samples.length);
    expect(writers.map(({ name, requests }) => [name, requests])).toEqual([
      ["a", samples.length / 2],
      ["b", samples.length / 2],
    ]);
    const bySecond = Map.groupBy(
      samples,
      ({ completedAtMicros }) => Math.floor(completedAtMicros / 1e6) - START,
    );
    expect(timeline?.points.map(({ offsetSeconds, cell }) => [offsetSeconds, cell])).toEqual(
      [...bySecond].map(([second, some]) => [second, cellOf(some)]),
    );
    const lastSecond = Math.max(...bySecond.keys()) + 1;
    const lastMinute = samples.filter((one) => one.completedAtMicros / 1e6 - START >= lastSecond - 60);
    expect(labels.seconds).toBe(60);
    expect(labels.first.reduce((sum, { requests }) => sum + requests, 0)).toBe(lastMinute.length);
    expect(span?.from.getTime()).toBeLessThanOrEqual(START * 1_000 + 1_000);
  });

  it("judges targets of the whole run so far, and leaves the others to the end", async () => {
    const target = [
      "p99<=1ms",
      "error rate<=50%",
      'p95 of "GET /cart"<=90ms',
      "max cpu<=80%",
      "p99<=baseline+10%",
    ];
    const runId = await client.open({ origin: START, target });
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    const { targets } = await viewOf(runId);
    expect(targets.map(({ judged }) => judged?.verdict ?? null)).toEqual(["missed", "met", null, null, null]);
  });

  it("gives the range of a percentile that only the source's buckets show", async () => {
    const runId = await client.open({ origin: START, target: ["p99<=200ms"] });
    const counted = { requests: 1_000, errors: 0, items: 1_000, bytes: 0 };
    const figures = writeLiveFigures({
      ...counted,
      sumMicros: null,
      minMicros: null,
      maxMicros: null,
      distribution: { kind: "buckets", upperBoundsMicros: [50_000, 100_000], counts: [900, 100, 0] },
    });
    const cells = [{ label: null, step: 1 as const, second: START, ...figures }];
    const span = { firstStartMicros: START * 1e6, lastCompletionMicros: (START + 1) * 1e6 };
    await client.send(runId, { writer: "a", sequence: 1, cells, span });
    const { summary, targets } = await viewOf(runId);
    expect(summary.latencyMs.p99).toBeNull();
    expect(summary.latencyIntervalsMs.p99).toEqual({ low: 50, high: 100 });
    expect(targets[0]?.judged).toMatchObject({ verdict: "met", value: null });
  });

  it("shows the latest value of each gauge", async () => {
    const runId = await client.open({ origin: START });
    for (const sequence of [1, 2]) {
      const values = [{ atMicros: (START + sequence) * 1e6, value: sequence * 10 }];
      const gauges = [{ name: "users", unit: null, values }];
      await client.send(runId, { ...batchOf(samples, { writer: "a", sequence }), gauges });
    }
    const { gauges } = await viewOf(runId);
    expect(gauges).toEqual([{ name: "users", unit: null, value: 20, at: new Date((START + 2) * 1_000) }]);
  });

  it("gives way to the run's own page once it is finished", async () => {
    const runId = await client.open({ origin: START });
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    const input = { runId, webUrl: "http://web" };
    await expect(getRun({ ctx: importing.home.viewer, input })).rejects.toMatchObject({ code: "not-found" });
    await client.finish(runId);
    await expect(viewOf(runId)).rejects.toMatchObject({ code: "not-found" });
    expect((await getRun({ ctx: importing.home.viewer, input })).answer.summary.requests).toBe(
      samples.length,
    );
  });

  it("is not there for another workspace, for a token of another service, nor for what is no ID", async () => {
    const runId = await client.open();
    const foreign = await checkToken({
      services: importing.test.services,
      input: { secret: importing.foreign.readToken },
    });
    const notFound = { code: "not-found" };
    await expect(getLiveRun({ ctx: foreign, input: { runId } })).rejects.toMatchObject(notFound);
    await expect(viewOf("nothing")).rejects.toMatchObject(notFound);
    await expect(watchedRun({ ctx: foreign, input: { runId } })).rejects.toMatchObject(notFound);
    expect((await listRunning({ ctx: foreign, input: { experimentId: null } })).runs).toEqual([]);
  });
});

describe("running runs", () => {
  it("are those of which a writer hasn't ended, of one experiment or all", async () => {
    const runId = await client.open({ experiment: "Running" });
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    const [listed] = (await runningOf(null)).filter(({ id }) => id === runId);
    expect(listed).toMatchObject({
      requests: samples.length,
      experiment: { name: "Running" },
      service: "Checkout",
    });
    const of = async () => (await runningOf(listed?.experiment.id ?? "")).map(({ id }) => id);
    expect(await of()).toEqual([runId]);
    await client.send(runId, batchOf(samples, { writer: "b", sequence: 1 }));
    await client.finish(runId, { ends: "writers", writers: [{ writer: "a" }] });
    expect(await of()).toEqual([runId]);
    await client.finish(runId);
    expect(await of()).toEqual([]);
  });

  it("can be watched until it is finished and after, but not a run of a file", async () => {
    const ctx = importing.home.viewer;
    const runId = await client.open({ origin: START });
    expect(await watchedRun({ ctx, input: { runId: runId.toUpperCase() } })).toBe(runId);
    await client.send(runId, batchOf(samples, { writer: "a", sequence: 1 }));
    await client.finish(runId);
    expect(await watchedRun({ ctx, input: { runId } })).toBe(runId);
    const { answer } = await importing.upload({ experiment: "Of a file" });
    const ofFile = watchedRun({ ctx, input: { runId: answer.run.id } });
    await expect(ofFile).rejects.toMatchObject({ code: "not-found" });
  });
});
