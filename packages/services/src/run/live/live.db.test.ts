import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { Importing, warningsBeside } from "../../testing/importing.ts";
import { batchOf, cellsOf, LiveClient } from "../../testing/live.ts";
import { sampleSource, steadySamples } from "../../testing/sample-source.ts";
import type { Sample } from "../../testing/sample-source.ts";
import { getRunTimeline } from "../read/timeline.ts";

let importing: Importing;
let client: LiveClient;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const samples = steadySamples({ seconds: 90, perSecond: 4, startSeconds: START });
const TARGETS = ["p99<=200ms", "throughput>=1/s", 'p95 of "GET /cart"<=90ms', "error rate<=0.1%"];

/** What parsing the same samples returns; the live run has to match it. */
const REPORT = {
  format: "test",
  tool: "test",
  toolVersion: "1.0",
  loadModel: "closed",
  latencyResolutionMicros: 1_000,
  source: "samples",
};

/** A run's answer without what identifies it. */
function figuresOf({ run, warnings: _said, ...answer }: RunAnswer) {
  const { id: _id, url: _url, ...rest } = run;
  return { ...answer, run: rest };
}

async function timelineOf(runId: string, label: string | null) {
  const input = { runId, label: label === null ? null : { name: label, kind: "request" as const } };
  const { points, ...rest } = await getRunTimeline({ ctx: importing.home.viewer, input });
  return {
    ...rest,
    points: points.map(({ cell, ...at }) => ({ ...at, requests: cell.requests, cell: plain(cell) })),
  };
}

function plain(cell: { distribution: { kind: string; all?: unknown; failed?: unknown } }) {
  const hex = (sketch: unknown) =>
    typeof sketch === "object" && sketch !== null && "encode" in sketch && typeof sketch.encode === "function"
      ? Buffer.from(sketch.encode() as Uint8Array).toString("hex")
      : null;
  const { distribution, ...figures } = cell;
  return { ...figures, all: hex(distribution.all), failed: hex(distribution.failed) };
}

let uploaded: { figures: ReturnType<typeof figuresOf>; timelines: unknown[] };
async function uploadOnce() {
  const { answer } = await importing.upload({ experiment: "Once", target: TARGETS }, sampleSource(samples));
  return { figures: figuresOf(answer), timelines: await timelinesOf(answer.run.id) };
}
const timelinesOf = (runId: string) =>
  Promise.all([null, "GET /cart", "GET /search"].map((label) => timelineOf(runId, label)));

describe("the same requests as live batches", () => {
  beforeAll(async () => {
    uploaded = await uploadOnce();
  });

  it("make the very same run as one upload, however they are split, by whom they are sent, and in any order", async () => {
    const plan = fc.record({
      writers: fc.integer({ min: 1, max: 4 }),
      cut: fc.array(fc.integer({ min: 0, max: samples.length }), { maxLength: 6 }),
      shuffle: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 30, maxLength: 30 }),
      sendsAll: fc.boolean(),
      endsOneByOne: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ writers, cut, shuffle, sendsAll, endsOneByOne }) => {
        const runId = await client.open({ target: TARGETS, origin: START });
        const parts = stretchesOf(cut).flatMap((stretch) => spread(stretch, writers));
        const names = Array.from({ length: writers }, (_, at) => `w${at}`);
        const sent = new Map<string, number>();
        const ordered = parts
          .map((part, at) => ({ part, order: shuffle[at % shuffle.length] ?? 0 }))
          .toSorted((a, b) => a.order - b.order);
        for (const { part } of ordered) {
          const sequence = (sent.get(part.writer) ?? 0) + 1;
          sent.set(part.writer, sequence);
          const batch = batchOf(part.samples, { writer: part.writer, sequence });
          const all = sendsAll ? cellsOf(part.samples, null) : [];
          await client.sendOnly(runId, { ...batch, cells: [...(batch.cells ?? []), ...all] });
        }
        if (endsOneByOne) {
          for (const writer of names.filter((name) => sent.has(name)))
            await client.finish(runId, { ends: "writers", writers: [{ writer, report: REPORT }] });
        }
        const answer = await client.finish(runId, { report: REPORT });
        expect(runAnswer.parse(answer)).toEqual(answer);
        expect(figuresOf(answer)).toEqual(uploaded.figures);
        expect(await timelinesOf(runId)).toEqual(uploaded.timelines);
        expect(warningsBeside(answer, "parts-apart")).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});

/** The samples cut into stretches of time. */
function stretchesOf(cuts: readonly number[]): Sample[][] {
  const borders = [0, ...cuts.toSorted((a, b) => a - b), samples.length];
  return borders.slice(1).map((to, at) => samples.slice(borders[at], to));
}

/** Splits a stretch among writers, as generators share a load. Each writer gets some samples of the whole. */
function spread(stretch: readonly Sample[], writers: number): { writer: string; samples: Sample[] }[] {
  return Array.from({ length: writers }, (_, at) => ({
    writer: `w${at}`,
    samples: stretch.filter((_sample, number) => number % writers === at),
  }));
}
