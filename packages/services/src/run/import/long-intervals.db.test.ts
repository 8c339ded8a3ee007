import { ALL_REQUESTS, emptyCell, HOUR_SECONDS } from "@headroom/core";
import type { Cell, SampleSink } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource } from "../../testing/index.ts";
import { getRunWindow } from "../read/get-window.ts";
import { listRunLabels } from "../read/list-labels.ts";
import { listRunSlices } from "../read/list-slices.ts";
import { listWindowLabels } from "../read/list-window-labels.ts";
import { getRunTimeline } from "../read/timeline.ts";
import type { UploadSource } from "../record/upload-source.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const BOUNDS = [1_000, 2_000, 5_000];

/** Requests of which 98% take at most a millisecond, 1.5% two and the rest five. */
function bucketed(requests: number): Cell {
  const counts = [requests * 0.98, requests * 0.015, requests * 0.005, 0].map(Math.round);
  return {
    ...emptyCell(),
    requests,
    items: requests,
    distribution: { kind: "buckets", upperBoundsMicros: BOUNDS, counts },
  };
}

function source(name: string, give: (sink: SampleSink, startMicros: number) => void): UploadSource {
  return {
    ...sampleSource([], { accepted: 1, source: "buckets", absent: ["errors"] }, give),
    digest: async () => Buffer.from(name.padEnd(32)),
  };
}

/** A run of a constant 1,000 requests per second, recorded in intervals of these lengths. */
function constant(name: string, lengths: readonly number[], cellOf = bucketed) {
  return source(name, (sink, startMicros) => {
    let at = 0;
    for (const seconds of lengths) {
      for (const label of [sink.label("insert", "request"), ALL_REQUESTS])
        sink.interval(label, startMicros + at * 1e6, seconds, cellOf(seconds * 1_000));
      at += seconds;
    }
  });
}

const repeated = (seconds: number, times: number) => new Array<number>(times).fill(seconds);

describe("12 hours in half hours", () => {
  it("have 24 points, slices, windows and labels of whole intervals, and are steady throughout", async () => {
    const target = ["throughput >= 999/s", "p99 <= 3 ms"];
    const { answer } = await world.upload(
      { experiment: "half hours", target },
      constant("30", repeated(1_800, 24)),
    );
    const { id } = answer.run;
    expect(answer.run.finestStepSeconds).toBe(1_800);
    expect(answer.summary).toMatchObject({ requests: 43_200_000, throughput: 1_000 });
    expect(answer.steady).toMatchObject({ summary: { requests: 43_200_000, throughput: 1_000 } });
    expect(answer.phase?.leftOut).toMatchObject({ warmUpSeconds: 0, coolDownSeconds: 0, requests: 0 });
    expect(answer.phase?.reason).toMatch(/no warm-up or cool-down/);
    expect(answer.targets.map(({ verdict }) => verdict)).toEqual(["met", "met"]);
    const timeline = await getRunTimeline({ ctx: world.ci, input: { runId: id } });
    expect(timeline.points.map(({ offsetSeconds }) => offsetSeconds)).toEqual(
      Array.from({ length: 24 }, (_, at) => at * 1_800),
    );
    expect(new Set(timeline.points.map(({ cell }) => cell.requests))).toEqual(new Set([1_800_000]));

    const shown = await getRunWindow({
      ctx: world.ci,
      input: {
        runId: id,
        window: { fromSeconds: 4 * HOUR_SECONDS + 600, toSeconds: 4 * HOUR_SECONDS + 1_200 },
      },
    });
    expect(shown).toMatchObject({
      fromSeconds: 4 * HOUR_SECONDS,
      toSeconds: 4.5 * HOUR_SECONDS,
      grownToSeconds: 1_800,
      summary: { requests: 1_800_000, throughput: 1_000 },
    });
    const whole = { fromSeconds: 0, toSeconds: 43_200 };
    const all = await getRunWindow({ ctx: world.ci, input: { runId: id, window: whole } });
    expect(all).toMatchObject({ toSeconds: 43_200, grownToSeconds: null, summary: { requests: 43_200_000 } });
    // Nothing failed, so as much is known of the successful ones.
    expect(all.successful?.latencyIntervalsMs).toEqual(all.summary.latencyIntervalsMs);

    const { labels } = await listWindowLabels({
      ctx: world.ci,
      input: { runId: id, window: { fromSeconds: 1_000, toSeconds: 4_000 } },
    });
    expect(labels).toMatchObject([{ requests: 5_400_000, covered: { fromSeconds: 0, toSeconds: 5_400 } }]);
    const ranges = { p50: { low: 0, high: 1 }, p99: { low: 1, high: 2 }, "p99.9": { low: 2, high: 5 } };
    expect(labels).toMatchObject([{ p99Micros: null, ranges }]);
    const ofWhole = await listWindowLabels({ ctx: world.ci, input: { runId: id, window: "whole" } });
    expect(ofWhole.labels).toMatchObject([{ p99Micros: null, ranges, covered: null }]);
    expect(answer.summary.labels).toMatchObject([{ latencyMs: { p99: null }, latencyIntervalsMs: ranges }]);
    const paged = await listRunLabels({ ctx: world.ci, input: { runId: id, parameters: {} } });
    expect(paged.labels).toEqual(answer.summary.labels);

    const { spreads } = await listRunSlices({ ctx: world.ci, input: { runId: id, sliceSeconds: 1_800 } });
    expect(spreads.map((spread) => spread?.slices ?? null)).toEqual([null, null, null, 24]);
    // Nobody chose the length that a page opens with.
    const opened = await listRunSlices({ ctx: world.ci, input: { runId: id, sliceSeconds: 60 } });
    expect([opened.sliceSeconds, opened.slices.length]).toEqual([1_800, 24]);
  });

  it("may end with a shorter one", async () => {
    const lengths = [...repeated(1_800, 24), 600];
    const { answer } = await world.upload({ experiment: "and ten minutes" }, constant("30-10", lengths));
    const window = { fromSeconds: 43_500, toSeconds: 43_800 };
    const shown = await getRunWindow({ ctx: world.ci, input: { runId: answer.run.id, window } });
    expect(shown).toMatchObject({
      fromSeconds: 43_200,
      toSeconds: 43_800,
      grownToSeconds: 1_800,
      summary: { requests: 600_000, throughput: 1_000 },
    });
  });

  it("keep the percentiles that their tool quotes for each", async () => {
    const quoted = (requests: number): Cell => ({
      ...bucketed(requests),
      distribution: { kind: "quoted", micros: { p50: 520, p99: 1_460 } },
    });
    const { answer } = await world.upload(
      { experiment: "quoted" },
      constant("quoted", repeated(1_800, 24), quoted),
    );
    const timeline = await getRunTimeline({ ctx: world.ci, input: { runId: answer.run.id } });
    expect(timeline.points).toHaveLength(24);
    expect(timeline.points[3]).toMatchObject({
      cell: { requests: 1_800_000, distribution: { kind: "quoted", micros: { p50: 520, p99: 1_460 } } },
    });
  });
});

describe("a constant load is constant, exact to the request", () => {
  it.each([
    ["45 s", repeated(45, 80), 60],
    ["7 min", repeated(420, 30), 600],
    ["1 h", repeated(3_600, 12), 3_600],
    ["mixed", [60, 60, 45, 30, 420, 45, 1_800, 600, 60, 60, 420, 3_600], 3_600],
  ] as const)("in intervals of %s", async (name, lengths, finest) => {
    const { answer } = await world.upload(
      { experiment: name, target: ["throughput >= 995/s"] },
      constant(name, lengths),
    );
    const seconds = lengths.reduce((sum, length) => sum + length, 0);
    expect(answer.run.finestStepSeconds).toBe(finest);
    expect(answer.summary).toMatchObject({ requests: seconds * 1_000, throughput: 1_000 });
    const { points, pointSeconds } = await getRunTimeline({ ctx: world.ci, input: { runId: answer.run.id } });
    for (const { offsetSeconds, cell } of points)
      expect(cell.requests).toBe(1_000 * Math.min(pointSeconds, seconds - offsetSeconds));
    expect(points.reduce((sum, { cell }) => sum + cell.requests, 0)).toBe(seconds * 1_000);
    expect(answer.targets).toMatchObject([{ verdict: "met" }]);
    expect(answer.targets[0]?.reason ?? "").not.toMatch(/by chance|may be as low/);
  });
});

describe("counts without latencies", () => {
  it.each([1, 10])(
    "in intervals of %d s leave a ramp-up of a minute out of the steady phase",
    async (seconds) => {
      const { answer } = await world.upload(
        { experiment: `counts ${seconds}`, target: ["throughput >= 8900/s"] },
        source(`counts ${seconds}`, (sink, startMicros) => {
          for (let at = 0; at < 600; at += seconds) {
            const rate = 9_000 * Math.min(1, (at + seconds / 2) / 60) + 90 * ((at / seconds) % 2);
            const cell = { ...emptyCell(), requests: Math.round(rate * seconds) };
            sink.interval(ALL_REQUESTS, startMicros + at * 1e6, seconds, cell);
          }
        }),
      );
      expect(answer.steady?.summary.throughput).toBeCloseTo(9_045, -2);
      expect(answer.targets).toMatchObject([{ verdict: "met" }]);
    },
  );
});
