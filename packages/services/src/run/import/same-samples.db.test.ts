import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "@headroom/core";
import { deleteExperiment } from "../../experiment/delete.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { checkToken } from "../../token/check.ts";
import {
  comparableSource,
  Importing,
  sampleSource,
  steadySamples,
  TEST_WEB_URL as webUrl,
} from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";
import { getTrend } from "../../trend/get.ts";
import { deleteRun } from "../edit/delete.ts";
import { restoreRun } from "../edit/restore.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";
import { getRun } from "../record/get.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

/** Others for each seed. */
const samples = (seed: number, count = 600): Sample[] =>
  steadySamples({ seconds: count / 20, perSecond: 20, seed, startSeconds: 1_700_000_000 + seed * 1_000 });
const moved = (all: readonly Sample[], seconds: number) =>
  all.map((one) => ({ ...one, completedAtMicros: one.completedAtMicros + seconds * 1e6 }));
const shuffled = (all: readonly Sample[]) => {
  const random = seededRandom(1);
  return all
    .map((one) => ({ one, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one);
};
const upload = async (
  parameters: object,
  all: readonly Sample[],
  more: Parameters<Importing["upload"]>[2] = {},
) => (await world.upload(parameters, comparableSource(all), more)).answer;
const owner = () => world.home.owner;
const verdictOf = async (runId: string) => {
  await world.decideAll();
  return getRunVerdict({ ctx: owner(), input: { runId, parameters: {}, webUrl } });
};
const detailOf = (runId: string) => getRun({ ctx: owner(), input: { runId, webUrl } });
const TARGET = "throughput >= 30/s";

describe("the same samples within a run", () => {
  it.each([
    ["as they are", 21, (all: Sample[]) => all],
    ["in another order", 22, shuffled],
    ["with the clock moved by an hour", 23, (all: Sample[]) => moved(all, 3_600)],
  ])("count once from another generator, %s", async (name, seed, change) => {
    const run = { experiment: `twice ${name}`, run: "r", target: [TARGET] };
    const all = samples(seed);
    const first = await upload({ ...run, generator: "pod-1" }, all);
    expect(first).toMatchObject({ verdict: "missed", warnings: [] });
    const second = await upload({ ...run, generator: "pod-2" }, change(all));
    expect(second).toMatchObject({ verdict: "missed", summary: first.summary });
    expect(second.warnings).toMatchObject([{ code: "same-samples", count: 1 }]);
    const { parts } = await detailOf(second.run.id);
    expect(parts.map(({ generator, isCopy }) => [generator, isCopy])).toEqual([
      ["pod-1", false],
      ["pod-2", true],
    ]);
  });

  it("count for both if one row differs, or if there are fewer than 100", async () => {
    const all = samples(2);
    const other = all.map((one, at) =>
      at === 300 ? { ...one, latencyMicros: one.latencyMicros + 1_000 } : one,
    );
    await upload({ experiment: "one row", run: "r", generator: "a" }, all);
    const both = await upload({ experiment: "one row", run: "r", generator: "b" }, other);
    expect(both.summary.requests).toBe(1_200);
    const few = samples(3, 80);
    await upload({ experiment: "few", run: "r", generator: "a" }, few);
    expect((await upload({ experiment: "few", run: "r", generator: "b" }, few)).summary.requests).toBe(160);
  });

  it("count once if two generators send them at the same time", async () => {
    const run = { experiment: "at once", run: "r" };
    const answers = await Promise.all(
      ["a", "b", "c"].map((generator) => upload({ ...run, generator }, samples(4))),
    );
    expect((await detailOf(answers[0]?.run.id ?? "")).answer.summary.requests).toBe(600);
  });

  it("count again once the other generator sends another file", async () => {
    const run = { experiment: "replaced", run: "r" };
    await upload({ ...run, generator: "a" }, samples(5));
    await upload({ ...run, generator: "b" }, samples(5));
    const { summary, warnings } = await upload({ ...run, generator: "a" }, samples(5).slice(0, 300));
    expect(summary.requests).toBe(900);
    expect(warnings.map(({ code }) => code)).not.toContain("same-samples");
  });
});

describe("the samples of another run", () => {
  const passes = { target: ["error-rate <= 5 %"], branch: "main" };

  it("keep a run unsure, whatever its targets say, and out of everything that counts", async () => {
    const experiment = "stale artefact";
    const first = await upload({ experiment, ...passes, commit: "aaaaaaa1" }, samples(10));
    const copy = await upload({ experiment, ...passes, commit: "bbbbbbb2" }, shuffled(samples(10)));
    expect([first.verdict, copy.verdict]).toEqual(["met", "unsure"]);
    expect(copy.targets).toMatchObject([{ verdict: "unsure", reason: "The same samples as another run." }]);
    expect(copy.setAside).toMatchObject({ reason: "The same samples as run #1" });
    const { judgement } = await verdictOf(copy.run.id);
    expect(judgement).toMatchObject({
      outcome: "unsure",
      next: { action: "upload-file", words: "Upload the file of this build." },
    });
    expect(judgement?.findings[0]).toMatchObject({
      effect: "unsure",
      kind: "run-state",
      code: "same-samples",
      words: "The same samples as run #1. They show nothing about this build.",
      runs: [{ id: first.run.id, number: 1 }],
    });
    expect(await verdictOf(first.run.id)).toMatchObject({ judgement: { outcome: "holds" } });
    const { experiment: its, copyOf } = await detailOf(copy.run.id);
    expect(copyOf).toEqual({ id: first.run.id, number: 1 });
    const pinned = setBaseline({ ctx: owner(), input: { experimentId: its.id, runId: copy.run.id } });
    await expect(pinned).rejects.toMatchObject({ code: "conflict" });
    const trend = await getTrend({ ctx: owner(), input: { experimentId: its.id, metric: "p99" } as never });
    expect(trend.runs.map(({ setAside }) => setAside !== null)).toEqual([false, true]);
    const next = await upload({ experiment, ...passes, commit: "ccccccc3" }, samples(11));
    expect((await verdictOf(next.run.id)).baseline?.id).toBe(first.run.id);
  });

  it("of the same build were already uploaded, which is all that a copy says", async () => {
    const build = { experiment: "retried step", ...passes, commit: "aaaaaaa1" };
    await upload(build, samples(19));
    const again = await upload(build, samples(19));
    const ofBranch = await upload({ ...build, branch: "fix" }, samples(19));
    const wordsOf = async ({ run }: typeof again) => {
      const { judgement } = await verdictOf(run.id);
      return [judgement?.outcome, judgement?.findings[0]?.words, judgement?.next?.action];
    };
    expect(await wordsOf(again)).toEqual([
      "unsure",
      "These results were already uploaded as run #1.",
      "use-original",
    ]);
    expect(await wordsOf(ofBranch)).toEqual([
      "unsure",
      "The same samples as run #1. They show nothing about this build.",
      "upload-file",
    ]);
  });

  it("count for the copy once the original is deleted, and for whichever counts when it is back", async () => {
    const experiment = "deleted original";
    const first = await upload({ experiment, ...passes }, samples(12));
    const second = await upload({ experiment, ...passes, commit: "bbbbbbb2" }, samples(12));
    const third = await upload({ experiment, ...passes, commit: "ccccccc3" }, samples(12));
    expect(await verdictOf(second.run.id)).toMatchObject({ judgement: { outcome: "unsure" } });
    await deleteRun({ ctx: owner(), input: { runId: first.run.id } });
    expect(await verdictOf(second.run.id)).toMatchObject({ judgement: { outcome: "holds" } });
    expect((await detailOf(second.run.id)).answer).toMatchObject({ verdict: "met", setAside: null });
    expect((await detailOf(third.run.id)).copyOf).toMatchObject({ number: 2 });
    await restoreRun({ ctx: owner(), input: { runId: first.run.id } });
    expect((await detailOf(first.run.id)).copyOf).toMatchObject({ number: 2 });
    expect(await verdictOf(second.run.id)).toMatchObject({ judgement: { outcome: "holds" } });
  });

  it("count in another experiment once theirs is deleted", async () => {
    const wrong = await upload({ experiment: "wrong place", ...passes }, samples(13));
    const right = await upload({ experiment: "right place", ...passes }, samples(13));
    expect(right.setAside).toMatchObject({ reason: "The same samples as run #1 of wrong place" });
    const { experiment } = await detailOf(wrong.run.id);
    const input = { experimentId: experiment.id, confirmation: experiment.name };
    await deleteExperiment({ ctx: owner(), input });
    expect(await verdictOf(right.run.id)).toMatchObject({ judgement: { outcome: "holds" } });
  });

  it("stay the original's when its file is sent again, and are free when it gets another file", async () => {
    const original = { experiment: "sent again", run: "r", ...passes };
    const first = await upload(original, samples(14));
    const copy = await upload({ experiment: "sent again", ...passes }, samples(14));
    await upload(original, samples(14));
    expect((await detailOf(first.run.id)).copyOf).toBeNull();
    expect((await detailOf(copy.run.id)).copyOf).toMatchObject({ id: first.run.id });
    await upload(original, samples(15));
    expect((await detailOf(copy.run.id)).copyOf).toBeNull();
  });

  it("are found by the second of two runs that arrive at the same time", async () => {
    const answers = await Promise.all(
      ["one", "two", "three"].map((name) => upload({ experiment: `racing ${name}` }, samples(16))),
    );
    const copies = await Promise.all(answers.map(async ({ run }) => (await detailOf(run.id)).copyOf));
    expect(copies.filter((of) => of === null)).toHaveLength(1);
  });

  it("say nothing of runs of another service, and are never looked for in another workspace", async () => {
    await upload({ service: "Secret", experiment: "hidden" }, samples(17));
    const here = await upload({ experiment: "beside it" }, samples(17));
    expect(here.setAside).toMatchObject({ reason: "The same samples as a run of another service" });
    const { judgement } = await verdictOf(here.run.id);
    expect(judgement?.findings[0]).toMatchObject({ code: "same-samples", runs: null });
    const foreign = await checkToken({
      services: world.test.services,
      input: { secret: world.foreign.ingestToken },
    });
    const there = await upload({ experiment: "beside it" }, samples(17), { ctx: foreign });
    expect(there).toMatchObject({ setAside: null, warnings: [] });
  });

  it("are no tested capacity", async () => {
    const hold = { service: "Held", experiment: "peak", target: ["p99 <= 1 s"] };
    const first = await upload(hold, samples(18, 8_000));
    await upload({ ...hold, experiment: "copied peak" }, samples(18, 8_000));
    const held = await world.inHome((tx) =>
      tx.query<{ name: string; run: string | null }>(
        `select e.name, e.tested_capacity_run_id as run from experiment e where e.name like '%peak' order by e.name`,
      ),
    );
    expect(held).toEqual([
      { name: "copied peak", run: null },
      { name: "peak", run: first.run.id },
    ]);
  });
});

describe("summaries of the same figures", () => {
  const quoted = (bytes: string) => ({
    ...sampleSource([], { source: "quoted", accepted: 1_000 }, (sink) => {
      sink.total(sink.label("GET /", "request"), {
        requests: 1_000,
        errors: 1,
        items: 1_000,
        bytes: 0,
        sumMicros: 5e7,
        minMicros: 1_000,
        maxMicros: 900_000,
        distribution: { kind: "quoted", micros: { p99: 300_000 } },
      });
    }),
    digest: async () => Buffer.from(bytes.padEnd(32)),
  });

  it("get a note, and count", async () => {
    const report = { experiment: "quoted" };
    const first = await world.upload(report, quoted("one"));
    const second = await world.upload(report, quoted("another"));
    expect(second.answer).toMatchObject({ setAside: null, verdict: first.answer.verdict });
    const [warning] = second.answer.warnings.filter(({ code }) => code === "same-file");
    expect(warning?.detail).toContain("Another run already contains the same figures");
  });
});
