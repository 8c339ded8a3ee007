import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunAnswer } from "@headroom/contract";
import { Importing, sampleSource, TEST_WEB_URL, testSamples, warningsBeside } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";
import { importGauges } from "./import-gauges.ts";
import type { GaugeSource } from "./import-gauges.ts";
import { getRun } from "../record/get.ts";
import { getRunTimeline } from "../read/timeline.ts";
import type { UploadSource } from "../record/upload-source.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

describe("parts", () => {
  const half = (parity: number) => testSamples.filter((_, at) => at % 2 === parity);
  const figures = ({ summary }: { summary: RunAnswer["summary"] }) => summary;

  it("of two generators are one file, exactly", async () => {
    const whole = await world.upload({ experiment: "whole" });
    const [first] = await Promise.all([
      world.upload({ experiment: "parts", run: "r1", generator: "a" }, sampleSource(half(0))),
      world.upload({ experiment: "parts", run: "r1", generator: "b" }, sampleSource(half(1))),
    ]);
    const merged = await getRun({
      ctx: world.ci,
      input: { runId: first.answer.run.id, webUrl: TEST_WEB_URL },
    });
    expect(figures(merged.answer)).toEqual(figures(whole.answer));
    const [one, two] = await Promise.all(
      [whole.answer.run.id, merged.answer.run.id].map((runId) =>
        getRunTimeline({ ctx: world.ci, input: { runId } }),
      ),
    );
    const bytes = (timeline: typeof one) =>
      timeline?.points.map(({ cell }) =>
        cell.distribution.kind === "sketch" ? cell.distribution.all.encode() : null,
      );
    expect(bytes(two)).toEqual(bytes(one));
  });

  it("have figures of their own where there are several, as each would have alone", async () => {
    const alone = await world.upload({ experiment: "alone" }, sampleSource(half(1)));
    const detailOf = ({ answer }: { answer: RunAnswer }) =>
      getRun({ ctx: world.ci, input: { runId: answer.run.id, webUrl: TEST_WEB_URL } });
    expect((await detailOf(alone)).parts.map(({ summary }) => summary)).toEqual([null]);
    await world.upload({ experiment: "each", run: "r", generator: "a" }, sampleSource(half(0)));
    const both = await world.upload({ experiment: "each", run: "r", generator: "b" }, sampleSource(half(1)));
    const [a, b] = (await detailOf(both)).parts.map(({ summary }) => summary);
    const { requests, errors, throughput, latencyMs } = alone.answer.summary;
    expect(b).toEqual({ requests, errors, throughput, latencyMs });
    expect((a?.requests ?? 0) + (b?.requests ?? 0)).toBe(both.answer.summary.requests);
  });

  it("of two tools are of the tool mixed, until one is sent again", async () => {
    const send = (generator: string, tool: string) =>
      world.upload(
        { experiment: "two tools", run: "r", generator },
        sampleSource(half(generator === "a" ? 0 : 1), { tool, format: `${tool}-csv` }),
      );
    await send("a", "jmeter");
    const { answer } = await send("b", "k6");
    expect(answer.run).toMatchObject({ tool: "mixed", toolVersion: null, format: "mixed" });
    const again = await send("b", "jmeter");
    expect(again.answer.run).toMatchObject({ tool: "jmeter", format: "jmeter-csv" });
  });

  it("that are sent again replace what they sent before", async () => {
    await world.upload({ experiment: "again", run: "r", generator: "a" }, sampleSource(half(0)));
    await world.upload({ experiment: "again", run: "r", generator: "b" }, sampleSource(half(1)));
    const { answer } = await world.upload(
      { experiment: "again", run: "r", generator: "a" },
      sampleSource(half(0).slice(0, 10)),
    );
    expect(answer.summary.requests).toBe(half(1).length + 10);
    const { parts } = await getRun({ ctx: world.ci, input: { runId: answer.run.id, webUrl: TEST_WEB_URL } });
    expect(parts.map(({ generator, revision }) => [generator, revision])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
    await world.uploads.sweep();
    const replaced = await world.inHome((tx) =>
      tx.prisma.part.count({ where: { runId: answer.run.id, state: "replaced" } }),
    );
    expect(replaced).toBe(0);
  });

  const after = (samples: readonly Sample[], seconds: number) =>
    samples.map((one) => ({ ...one, completedAtMicros: one.completedAtMicros + seconds * 1e6 }));

  it("that are sent again the next day make a run that begins when they do", async () => {
    const about = { experiment: "next day", run: "r" };
    const first = await world.upload(about, sampleSource(testSamples));
    const { answer } = await world.upload(about, sampleSource(after(testSamples, 86_400)));
    const runId = answer.run.id;
    expect(runId).toBe(first.answer.run.id);
    expect(answer.steady?.summary).toEqual(first.answer.steady?.summary);
    const timeline = await getRunTimeline({ ctx: world.ci, input: { runId } });
    expect(timeline).toMatchObject({ fromSeconds: 0, pointSeconds: 1 });
    expect(timeline.origin.toISOString()).toBe(answer.run.startedAt);
  });

  it("that are all sent again the next day have the steady phase that they had", async () => {
    const send = (generator: string, seconds: number) =>
      world.upload(
        { experiment: "next day, parts", run: "r", generator },
        sampleSource(after(half(generator === "a" ? 0 : 1), seconds)),
      );
    await send("a", 0);
    const first = (await send("b", 0)).answer;
    await send("a", 86_400);
    const { answer } = await send("b", 86_400);
    expect(answer.steady?.summary).toEqual(first.steady?.summary);
    const timeline = await getRunTimeline({ ctx: world.ci, input: { runId: answer.run.id } });
    expect(timeline).toMatchObject({ fromSeconds: 86_400, pointSeconds: 1 });
  });

  it("that another generator joins while they are sent again are to be sent once more", async () => {
    const about = { experiment: "joined", run: "r" };
    await world.upload({ ...about, generator: "a" }, sampleSource(half(0)));
    const again = after(half(0), 86_400);
    const joined: UploadSource = {
      ...sampleSource(again),
      async read(intake) {
        await world.upload({ ...about, generator: "b" }, sampleSource(after(half(1), 86_400)));
        return sampleSource(again).read(intake);
      },
    };
    await expect(world.upload({ ...about, generator: "a" }, joined)).rejects.toMatchObject({
      code: "conflict",
    });
    const { answer } = await world.upload({ ...about, generator: "a" }, sampleSource(again));
    expect(answer.summary.requests).toBe(testSamples.length);
  });

  it("that are sent again while gauges are read refuse the gauges, which would lie a day apart", async () => {
    const about = { experiment: "gauged", run: "r" };
    const { answer } = await world.upload(about, sampleSource(testSamples));
    const source: GaugeSource = {
      async read(sink) {
        sink.measure(sink.gauge("cpu", "%"), Date.parse(answer.run.startedAt) * 1_000, 40);
        await world.upload(about, sampleSource(after(testSamples, 86_400)));
        return { accepted: 1, refused: { count: 0, first: [] }, warnings: [] };
      },
    };
    const input = {
      runId: answer.run.id,
      webUrl: TEST_WEB_URL,
      parameters: {},
      badLinesShare: 0.01,
      source,
    };
    await expect(importGauges({ ctx: world.ci, uploads: world.uploads, input })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("that were begun earlier and end later do not replace what came after them", async () => {
    const parameters = { experiment: "overtaken", run: "r", generator: "a" };
    const overtaken: UploadSource = {
      ...sampleSource(half(0)),
      async read(intake) {
        await world.upload(parameters, sampleSource(half(1).slice(0, 10)));
        return sampleSource(half(0)).read(intake);
      },
    };
    await expect(world.upload(parameters, overtaken)).rejects.toMatchObject({ code: "conflict" });
    const { answer } = await world.upload({ ...parameters, generator: "b" }, sampleSource(half(0)));
    expect(answer.summary.requests).toBe(half(0).length + 10);
  });

  it("fill in missing details, and get a warning where they differ", async () => {
    const first = {
      experiment: "said",
      run: "r",
      generator: "a",
      commit: "abc",
      configuration: ["region=eu"],
    };
    await world.upload(first, sampleSource(half(0)));
    const second = {
      ...first,
      generator: "b",
      commit: "def",
      branch: "main",
      configuration: ["region=us", "zone=1"],
    };
    const { answer } = await world.upload(second, sampleSource(half(1)));
    expect(warningsBeside(answer, "same-file")).toMatchObject([{ code: "metadata-differs", count: 2 }]);
    const detail = await getRun({ ctx: world.ci, input: { runId: answer.run.id, webUrl: TEST_WEB_URL } });
    expect(detail).toMatchObject({
      commit: "abc",
      branch: "main",
      configuration: { region: "eu", zone: "1" },
    });
  });

  it("that are days apart get a warning: two runs may share their key", async () => {
    const first = await world.upload(
      { experiment: "apart", run: "r", generator: "a" },
      sampleSource(half(0)),
    );
    expect(warningsBeside(first.answer, "same-file")).toEqual([]);
    const beside = await world.upload(
      { experiment: "apart", run: "r", generator: "b" },
      sampleSource(half(1)),
    );
    expect(warningsBeside(beside.answer, "same-file")).toEqual([]);

    const { answer } = await world.upload(
      { experiment: "apart", run: "r", generator: "c" },
      sampleSource(after(half(0), 2 * 86_400)),
    );
    expect(warningsBeside(answer, "same-file")).toMatchObject([{ code: "parts-apart" }]);
  });

  it("whose first bytes held no sample never land beside another clock's zero", async () => {
    const blind = (samples: readonly Sample[]): UploadSource => ({
      ...sampleSource(samples),
      open: async () => ({
        format: "test",
        tool: "test",
        firstStartMicros: null,
        relative: false,
        mapping: null,
      }),
      async read(intake) {
        const later = samples.map((one) => ({ ...one, completedAtMicros: one.completedAtMicros - 90e6 }));
        await world.upload({ experiment: "blind", run: "r", generator: "b" }, sampleSource(later));
        return sampleSource(samples).read(intake);
      },
    });
    const parameters = { experiment: "blind", run: "r", generator: "a" };
    await expect(world.upload(parameters, blind(half(0)))).rejects.toMatchObject({ code: "conflict" });
    const { answer } = await world.upload(parameters, sampleSource(half(0)));
    expect(answer.summary.requests).toBe(2 * half(0).length);
  });

  it("keep their figures whatever order the lines come in", async () => {
    const sorted = testSamples.toSorted((a, b) => a.latencyMicros - b.latencyMicros);
    const whole = await world.upload({ experiment: "in order" });
    const { answer } = await world.upload({ experiment: "by latency" }, sampleSource(sorted));
    expect(figures(answer).latencyMs).toEqual(figures(whole.answer).latencyMs);
    expect(figures(answer).requests).toBe(testSamples.length);
  });
});
