import { ALL_REQUESTS } from "@headroom/core";
import type { Cell, SampleSink } from "@headroom/core";
import { readFailures } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource, steadySamples } from "../../testing/index.ts";
import { getRun } from "../record/get.ts";
import { importGauges } from "./import-gauges.ts";
import { listRunGauges } from "../read/list-gauges.ts";
import { getRunWindow } from "../read/get-window.ts";
import { listRunSlices } from "../read/list-slices.ts";
import { getRunTimeline } from "../read/timeline.ts";
import type { UploadSource } from "../record/upload-source.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

/** A source that gives `sink` what it likes. */
function source(
  name: string,
  give: (sink: SampleSink, startMicros: number) => void,
  change: Parameters<typeof sampleSource>[1] = {},
): UploadSource {
  return {
    ...sampleSource([], { accepted: 1, ...change }, give),
    digest: async () => Buffer.from(name.padEnd(32)),
  };
}

const quoted = (requests: number, micros: Record<string, number>): Cell => ({
  requests,
  errors: 3,
  items: requests,
  bytes: 0,
  sumMicros: requests * 20_000,
  minMicros: null,
  maxMicros: 90_000,
  distribution: { kind: "quoted", micros },
});
const summary = { source: "quoted", clock: "none", durationSeconds: 100 } as const;

describe("a summary", () => {
  it("is kept as its tool quotes it: no time series, no steady phase, grade D, an assumed start", async () => {
    const { answer } = await world.upload(
      { experiment: "quoted", target: ["p99 <= 90 ms", "error rate <= 1%", "p95 <= 50 ms"] },
      source(
        "quoted",
        (sink) => {
          sink.total(ALL_REQUESTS, quoted(10_000, { p50: 15_000, p99: 80_000 }));
          sink.total(sink.label("GET /", "request"), quoted(10_000, { p50: 15_000, p99: 80_000 }));
        },
        summary,
      ),
    );
    expect(answer.summary).toMatchObject({
      requests: 10_000,
      errors: 3,
      durationSeconds: 100,
      throughput: 100,
      latencyMs: { min: null, mean: 20, p50: 15, p90: null, p99: 80, max: 90 },
      latencyIntervalsMs: { p90: { low: 15, high: 80 }, p95: { low: 15, high: 80 }, "p99.9": { low: 80 } },
      labels: [{ label: "GET /", latencyMs: { p99: 80 } }],
    });
    expect(answer.steady).toBeNull();
    expect(answer.run.finestStepSeconds).toBeNull();
    expect(answer.proof).toMatchObject({ grade: "D", source: "quoted", errorBound: null });
    expect(answer.warnings.map(({ code }) => code)).toEqual(["start-assumed"]);
    expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["met", "met", "unsure"]);
    expect(Date.parse(answer.run.endedAt) - Date.parse(answer.run.startedAt)).toBe(100_000);
    const timeline = getRunTimeline({ ctx: world.ci, input: { runId: answer.run.id } });
    await expect(timeline).rejects.toMatchObject({ code: "not-found" });
  });

  it("that does not tell errors or counts has none, and targets on them are unsure", async () => {
    const { answer } = await world.upload(
      { experiment: "absent", target: ["error rate <= 1%", "throughput >= 1/s", "p99 <= 90 ms"] },
      source(
        "absent",
        (sink) => sink.total(ALL_REQUESTS, { ...quoted(0, { p99: 80_000 }), errors: 0, sumMicros: null }),
        { ...summary, durationSeconds: null, absent: ["requests", "errors"] },
      ),
    );
    expect(answer.summary).toMatchObject({ requests: null, errors: null, errorRate: null, throughput: null });
    expect(answer.summary.latencyMs.p99).toBe(80);
    expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["unsure", "unsure", "unsure"]);
  });

  it("and another one of the same run show the interval that holds the percentile, never a figure", async () => {
    const upload = (generator: string, p99: number) =>
      world.upload(
        { experiment: "shards", run: "r", generator, target: ["p99 <= 100 ms", "p99 <= 70 ms"] },
        source(
          `shard ${generator}`,
          (sink) => sink.total(ALL_REQUESTS, quoted(1_000, { p50: 15_000, p99 })),
          summary,
        ),
      );
    await upload("a", 60_000);
    const { answer } = await upload("b", 80_000);
    expect(answer.summary).toMatchObject({ requests: 2_000, throughput: 20, latencyMs: { p99: null } });
    const { p99 } = answer.summary.latencyIntervalsMs;
    expect(p99?.low).toBeGreaterThanOrEqual(15);
    expect(p99?.high).toBeLessThanOrEqual(90);
    expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["met", "unsure"]);
  });

  it("beside samples lowers what the run can prove", async () => {
    const parameters = { experiment: "mixed", run: "r" };
    await world.upload(
      { ...parameters, generator: "a" },
      sampleSource(steadySamples({ seconds: 60, perSecond: 20 })),
    );
    const { answer } = await world.upload(
      { ...parameters, generator: "b" },
      source("mixed", (sink) => sink.total(ALL_REQUESTS, quoted(1_000, { p99: 80_000 })), summary),
    );
    expect(answer.proof).toMatchObject({ grade: "D", source: "quoted" });
    expect(answer.run.finestStepSeconds).toBeNull();
    expect(answer.summary).toMatchObject({ requests: 2_200, latencyMs: { p99: null } });
    expect(answer.summary.durationSeconds).toBeCloseTo(100, 0);
  });
});

it("a run lasts as long as its longest part, also where that does not say when it was", async () => {
  const into = { experiment: "longest", run: "r" };
  const samples = sampleSource(steadySamples({ seconds: 30, perSecond: 20 }));
  await world.upload({ ...into, generator: "a" }, samples);
  const { answer } = await world.upload(
    { ...into, generator: "b" },
    source("longest", (sink) => sink.total(ALL_REQUESTS, quoted(10_000, { p99: 80_000 })), summary),
  );
  expect(answer.summary).toMatchObject({ requests: 10_600, durationSeconds: 100, throughput: 106 });
});

describe("a run of totals", () => {
  it("leaves a file with times, whenever it was, room to come after it", async () => {
    const parameters = { experiment: "back", run: "r" };
    const totals = source(
      "back",
      (sink) => sink.total(ALL_REQUESTS, quoted(1_000, { p99: 80_000 })),
      summary,
    );
    await world.upload({ ...parameters, generator: "a" }, totals);
    const old = steadySamples({ seconds: 60, perSecond: 20, startSeconds: 1_600_000_000 });
    const { answer } = await world.upload({ ...parameters, generator: "b" }, sampleSource(old));
    expect(answer.summary).toMatchObject({ requests: 2_200 });
    expect(answer.run.startedAt).toBe("2020-09-13T12:26:40.000Z");
  });

  it("takes gauges, which count from its start", async () => {
    const { answer } = await world.upload(
      { experiment: "gauged", started: "2026-01-02T03:04:05Z", target: "max cpu <= 80%" },
      source("gauged", (sink) => sink.total(ALL_REQUESTS, quoted(1_000, { p99: 80_000 })), summary),
    );
    expect(answer.targets[0]?.verdict).toBe("unsure");
    const judged = await importGauges({
      ctx: world.ci,
      uploads: world.uploads,
      input: {
        runId: answer.run.id,
        parameters: {},
        badLinesShare: 0.01,
        webUrl: "http://127.0.0.1:4000",
        source: {
          read: async (sink) => {
            const cpu = sink.gauge("cpu", "%");
            for (let at = 0; at < 100; at++)
              sink.measure(cpu, Date.parse("2026-01-02T03:04:05Z") * 1_000 + at * 1e6, 70);
            return { accepted: 100, refused: { count: 0, first: [] }, warnings: [] };
          },
        },
      },
    });
    expect(judged.targets[0]).toMatchObject({ verdict: "met", value: 70 });
  });
});

describe("intervals", () => {
  it("make a time series in their own step, with the tool's percentiles where one interval is one point", async () => {
    const start = 1_700_000_000e6;
    const { answer } = await world.upload(
      { experiment: "intervals" },
      source(
        "intervals",
        (sink) => {
          for (let at = 0; at < 12; at++) {
            sink.interval(ALL_REQUESTS, start + at * 10e6, 10, quoted(500, { p99: (at + 1) * 1_000 }));
          }
          sink.total(ALL_REQUESTS, quoted(6_000, { p99: 11_000 }));
        },
        { source: "quoted", clock: "absolute", startedAtMicros: start, durationSeconds: 120 },
      ),
    );
    expect(answer.run).toMatchObject({ finestStepSeconds: 10, startedAt: "2023-11-14T22:13:20.000Z" });
    expect(answer.warnings).toEqual([]);
    const { points, pointSeconds } = await getRunTimeline({ ctx: world.ci, input: { runId: answer.run.id } });
    expect(pointSeconds).toBe(10);
    expect(points.map(({ cell }) => cell.requests)).toEqual(Array.from({ length: 12 }, () => 500));
    expect(points[2]?.cell.distribution).toEqual({ kind: "quoted", micros: { p99: 3_000 } });
  });
});

describe("a file whose times count from its start", () => {
  const relative = (name: string) =>
    source(
      name,
      (sink, startMicros) => {
        for (let at = 0; at < 600; at++)
          sink.add(ALL_REQUESTS, startMicros + at * 100_000, 20_000, false, 1, 0);
      },
      { clock: "relative", accepted: 600 },
    );

  it("ends at its upload, unless it is said when it began", async () => {
    const assumed = await world.upload({ experiment: "relative" }, relative("one"));
    const now = world.ci.clock().getTime();
    expect(Math.abs(Date.parse(assumed.answer.run.endedAt) - now)).toBeLessThan(5_000);
    expect(assumed.answer.warnings.map(({ code }) => code)).toEqual(["start-assumed"]);
    const started = "2026-01-02T03:04:05.000Z";
    const told = await world.upload({ experiment: "relative", started }, relative("two"));
    expect(told.answer.run.startedAt).toBe("2026-01-02T03:04:04.980Z");
    expect(told.answer.warnings).toEqual([]);
  });

  it("with times of its own says that the start it was given was ignored", async () => {
    const started = "2026-01-02T03:04:05.000Z";
    const timed = steadySamples({ seconds: 5, perSecond: 10, startSeconds: 1_800_000_000 });
    const { answer } = await world.upload({ experiment: "timed", started }, sampleSource(timed));
    expect(answer.run.startedAt.slice(0, 10)).toBe("2027-01-15");
    expect(answer.warnings.map(({ code }) => code)).toEqual(["started-unused"]);
  });

  it("lies beside the run's other parts", async () => {
    const first = await world.upload({ experiment: "beside", run: "r", generator: "a" }, relative("three"));
    const second = await world.upload({ experiment: "beside", run: "r", generator: "b" }, relative("four"));
    expect(second.answer.run).toMatchObject({ startedAt: first.answer.run.startedAt });
    expect(second.answer.summary).toMatchObject({ requests: 1_200 });
    expect(second.answer.summary.durationSeconds).toBeCloseTo(60, 0);
  });
});

describe("failures and gauges", () => {
  it("are kept with the part, by reason and over time", async () => {
    const samples = steadySamples({ seconds: 60, perSecond: 20 });
    const { answer } = await world.upload(
      { experiment: "failures" },
      sampleSource(samples, {}, (sink) => {
        sink.failure(sink.label("GET /cart", "request"), "503 Service Unavailable", 2);
        sink.failure(sink.label("GET /cart", "request"), "503 Service Unavailable", 1);
        sink.failure(ALL_REQUESTS, "timeout\n", 1);
        const users = sink.gauge("users", null);
        for (let at = 0; at < 60; at++) sink.measure(users, (1_700_000_000 + at) * 1e6, at);
      }),
    );
    const read = await world.inHome((tx) =>
      readFailures(tx, { runId: answer.run.id, label: null, limit: 10 }),
    );
    expect(read).toEqual([
      {
        label: { name: "GET /cart", kind: "request" },
        reason: "503 Service Unavailable",
        times: 3,
        over: [],
      },
      { label: null, reason: "timeout", times: 1, over: [] },
    ]);
    const detail = await getRun({
      ctx: world.ci,
      input: { runId: answer.run.id, webUrl: "http://127.0.0.1" },
    });
    expect(detail.answer.run.finestStepSeconds).toBe(1);
  });
});

describe("the gauges of a summary without intervals", () => {
  const gauged = (sink: SampleSink, startMicros: number) => {
    sink.total(ALL_REQUESTS, quoted(1_000, { p99: 80_000 }));
    const hits = sink.gauge("cache hit rate", "%");
    for (let at = 0; at < 40; at++) sink.measure(hits, startMicros + 3e6 + at * 15e6, 60 + at);
  };
  const gaugesOf = (runId: string) =>
    listRunGauges({ ctx: world.home.viewer, input: { runId, parameters: {} } });

  it("are kept, shown at their own times, and judged over the whole run", async () => {
    const began = Date.UTC(2026, 0, 2, 3, 4, 5);
    const { answer } = await world.upload(
      { experiment: "hits", target: ["max cache hit rate >= 5%", "mean cache hit rate >= 90%"] },
      source("hits", (sink) => gauged(sink, began * 1_000), {
        source: "quoted",
        clock: "absolute",
        durationSeconds: 600,
        startedAtMicros: began * 1_000,
      }),
    );
    expect(answer.targets.map(({ verdict, value }) => [verdict, value])).toEqual([
      ["met", 99],
      ["missed", 79.5],
    ]);
    expect(answer.run).toMatchObject({
      finestStepSeconds: null,
      startedAt: new Date(began).toISOString(),
      endedAt: new Date(began + 600_000).toISOString(),
    });
    const { gauges } = await gaugesOf(answer.run.id);
    expect(gauges).toMatchObject([{ name: "cache hit rate", unit: "%", pointSeconds: 1 }]);
    expect(gauges[0]?.points.map(({ at }) => (Date.parse(at) - began) / 1_000)).toEqual(
      Array.from({ length: 40 }, (_, at) => 3 + at * 15),
    );
  });

  it("are kept where neither the start nor the length of the run is known", async () => {
    const { answer } = await world.upload(
      { experiment: "hits without a start", target: "max cache hit rate >= 5%" },
      source("hits without a start", gauged, {
        source: "quoted",
        clock: "relative",
        durationSeconds: null,
        startedAtMicros: null,
      }),
    );
    expect(answer.targets[0]).toMatchObject({ verdict: "met", value: 99 });
    const { gauges } = await gaugesOf(answer.run.id);
    expect(gauges[0]?.points).toHaveLength(40);
    const [first] = gauges[0]?.points ?? [];
    expect(Date.parse(first?.at ?? "") - Date.parse(answer.run.startedAt)).toBe(3_000);
  });
});

describe("intervals with buckets of the source", () => {
  const bounds = [50_000, 100_000, 103_000];
  const buckets = (requests: number, distribution: Cell["distribution"]): Cell => ({
    requests,
    errors: 0,
    items: requests,
    bytes: 0,
    sumMicros: null,
    minMicros: null,
    maxMicros: null,
    distribution,
  });
  const each = buckets(100, { kind: "buckets", upperBoundsMicros: bounds, counts: [60, 30, 10, 0] });

  it("give a label's target its range and its doubt, beside its sentence", async () => {
    const start = 1_700_000_000e6;
    const { answer } = await world.upload(
      { experiment: "label ranges", target: ["p95 of pay <= 101 ms", "p50 of pay <= 90 ms"] },
      source(
        "label-ranges",
        (sink) => {
          const pay = sink.label("pay", "request");
          for (let at = 0; at < 30; at++)
            for (const series of [ALL_REQUESTS, pay]) sink.interval(series, start + at * 10e6, 10, each);
        },
        { source: "buckets", clock: "absolute", durationSeconds: 300, startedAtMicros: start },
      ),
    );
    const [p95, p50] = answer.targets;
    expect(p95).toMatchObject({ verdict: "unsure", value: null, range: { low: 99, high: 104 } });
    expect(p95?.reason).toMatch(/between 99(\.0)? (ms )?and 104 ms/);
    expect(p95?.reason).toContain("The source reports buckets");
    expect(p95?.doubt?.words).not.toContain("The source reports buckets");
    expect(p50).toMatchObject({ value: null, verdict: "met", range: { low: expect.any(Number) } });
  });

  it("give ranges over time, in slices and as a distribution, and no errors where the source has none", async () => {
    const start = 1_700_000_000e6;
    const { answer } = await world.upload(
      { experiment: "ranges" },
      source(
        "ranges",
        (sink) => {
          for (let at = 0; at < 30; at++) sink.interval(ALL_REQUESTS, start + at * 10e6, 10, each);
        },
        {
          source: "buckets",
          clock: "absolute",
          durationSeconds: 300,
          startedAtMicros: start,
          absent: ["errors"],
        },
      ),
    );
    const input = { runId: answer.run.id };
    const ctx = world.home.viewer;
    const timeline = await getRunTimeline({ ctx, input });
    expect(timeline.absent).toContain("errors");
    const range = { lowMicros: 100_000, highMicros: 103_000 };
    const { slices, spreads } = await listRunSlices({
      ctx,
      input: { ...input, window: "whole", sliceSeconds: 60 },
    });
    expect(slices[0]).toMatchObject({ requests: 600, errors: null, p99Micros: null, p99Range: range });
    expect(spreads[0]).toMatchObject({ p99Micros: { least: 103_000, most: 103_000 } });
    const { distribution } = await getRunWindow({ ctx, input: { ...input, window: "whole" } });
    expect(distribution?.all).toMatchObject({
      isOfRanges: true,
      histogram: [
        { fromMicros: 0, toMicros: 50_000, count: 1_800 },
        { fromMicros: 50_000, toMicros: 100_000, count: 900 },
        { fromMicros: 100_000, toMicros: 103_000, count: 300 },
      ],
    });
  });
});
