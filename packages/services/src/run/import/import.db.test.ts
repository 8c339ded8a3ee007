import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { Sketch } from "@headroom/core";
import { Importing, sampleSource, TEST_WEB_URL, testSamples } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";
import { checkToken } from "../../token/check.ts";
import { createToken } from "../../token/create.ts";
import { getRun } from "../record/get.ts";
import { listRunLabels } from "../read/list-labels.ts";
import { getRunTimeline } from "../read/timeline.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

describe("importing a run", () => {
  it("answers the documented shape, with the exact counts", async () => {
    const { status, answer } = await world.upload({
      experiment: "shape",
      commit: "abc",
      configuration: ["region=eu"],
    });
    expect(status).toBe(201);
    expect(runAnswer.parse(structuredClone(answer))).toEqual(answer);
    const failed = testSamples.filter((sample) => sample.failed === true).length;
    expect(answer.summary).toMatchObject({ requests: testSamples.length, errors: failed, labelsTotal: 2 });
    expect(answer.summary.labels.map(({ label }) => label)).toEqual(["GET /cart", "GET /search"]);
    expect(answer.run.url).toBe(`${TEST_WEB_URL}/runs/${answer.run.id}`);
    expect(answer.verdict).toBeNull();
  });

  it("gives the percentiles of all samples, to the bound", async () => {
    const { answer } = await world.upload({ experiment: "percentiles" });
    const exact = testSamples.map(({ latencyMicros }) => latencyMicros).toSorted((a, b) => a - b);
    for (const [name, share] of [
      ["p50", 0.5],
      ["p99", 0.99],
      ["p99.9", 0.999],
    ] as const) {
      const wanted = (exact[Math.ceil(share * exact.length) - 1] ?? 0) / 1_000;
      expect(Math.abs((answer.summary.latencyMs[name] ?? 0) - wanted)).toBeLessThanOrEqual(wanted * 0.005);
    }
    expect(answer.summary.latencyMs.max).toBe((exact.at(-1) ?? 0) / 1_000);
  });

  it("leaves audit entries for what it made", async () => {
    const { answer } = await world.upload({ service: "Audited", experiment: "first" });
    const { experiment, service } = await getRun({
      ctx: world.ci,
      input: { runId: answer.run.id, webUrl: TEST_WEB_URL },
    });
    const subjectId = { in: [answer.run.id, experiment.id, service.id] };
    const entries = await world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { subjectId } }));
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "experiment.create",
      "run.import",
      "service.create",
    ]);
    expect(entries.find(({ action }) => action === "run.import")).toMatchObject({
      actorKind: "token",
      subjectId: answer.run.id,
    });
  });

  it("finds what is there by its slug", async () => {
    const first = await world.upload({ service: "Same Service", experiment: "Same one" });
    const second = await world.upload({ service: "same-service", experiment: "same ONE" });
    const runs = await world.inHome((tx) =>
      tx.prisma.run.findMany({ where: { id: { in: [first.answer.run.id, second.answer.run.id] } } }),
    );
    expect(new Set(runs.map(({ experimentId }) => experimentId)).size).toBe(1);
    expect(runs.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  it("reads back what it answered, its labels by pages, and its course", async () => {
    const { answer } = await world.upload({ experiment: "read back" });
    const runId = answer.run.id;
    expect((await getRun({ ctx: world.home.viewer, input: { runId, webUrl: TEST_WEB_URL } })).answer).toEqual(
      answer,
    );
    const page = await listRunLabels({ ctx: world.ci, input: { runId, parameters: { limit: "1" } } });
    expect(page).toMatchObject({ labelsTotal: 2, labels: [{ label: "GET /cart", kind: "request" }] });
    const last = await listRunLabels({
      ctx: world.ci,
      input: { runId, parameters: { limit: "1", cursor: page.next ?? "" } },
    });
    expect(last).toMatchObject({ next: null, labels: [{ label: "GET /search" }] });
    const timeline = await getRunTimeline({ ctx: world.home.viewer, input: { runId } });
    expect(timeline.points.reduce((sum, { cell }) => sum + cell.requests, 0)).toBe(testSamples.length);
    const label = { name: "no\0ne", kind: "request" } as const;
    await expect(getRunTimeline({ ctx: world.home.viewer, input: { runId, label } })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("who may", () => {
  it("is refused to a token that only reads, and to a viewer", async () => {
    const reader = await checkToken({
      services: world.test.services,
      input: { secret: world.home.readToken },
    });
    for (const ctx of [reader, world.home.viewer]) {
      await expect(world.upload({ experiment: "x" }, undefined, { ctx })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
  });

  it("shows nothing to another workspace, as if nothing were there", async () => {
    const { answer } = await world.upload({ experiment: "ours" });
    const runId = answer.run.id;
    const unknown = world.test.services.newId();
    const refusals = await Promise.all(
      [runId, unknown, "no id at all"].flatMap((id) => [
        getRun({ ctx: world.foreign.owner, input: { runId: id, webUrl: TEST_WEB_URL } }).catch(
          (error: unknown) => error,
        ),
        listRunLabels({ ctx: world.foreign.owner, input: { runId: id, parameters: {} } }).catch(
          (error: unknown) => error,
        ),
      ]),
    );
    expect(new Set(refusals.map((error) => JSON.stringify(error))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ code: "not-found" });
    await expect(getRunTimeline({ ctx: world.foreign.owner, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("holds a token to its service", async () => {
    const { answer } = await world.upload({ service: "Held", experiment: "e" });
    const other = await world.upload({ service: "Not held", experiment: "e" });
    const run = await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id: answer.run.id } }));
    const { secret } = await createToken({
      ctx: world.home.owner,
      input: { name: "held", scopes: ["ingest", "read"], serviceId: run.serviceId },
    });
    const ctx = await checkToken({ services: world.test.services, input: { secret } });
    await expect(
      world.upload({ service: "Held", experiment: "e" }, undefined, { ctx }),
    ).resolves.toMatchObject({
      status: 201,
    });
    // Nor does it get the answer that another token was given.
    await world.upload({ service: "Not held", experiment: "e" }, undefined, { idempotencyKey: "other" });
    const replayed = world.upload({ service: "Not held", experiment: "e" }, undefined, {
      ctx,
      idempotencyKey: "other",
    });
    await expect(replayed).rejects.toMatchObject({ code: "scope-missing" });
    for (const service of ["Not held", "Never seen"]) {
      await expect(world.upload({ service, experiment: "e" }, undefined, { ctx })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
    await expect(
      getRun({ ctx, input: { runId: other.answer.run.id, webUrl: TEST_WEB_URL } }),
    ).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("targets", () => {
  const targetsOf = async (runId: string) =>
    (await getRun({ ctx: world.ci, input: { runId, webUrl: TEST_WEB_URL } })).targetTexts;

  it("are judged, kept as the experiment's, and used by the next run that names none", async () => {
    const target = ["p99 <= 200ms", "throughput >= 1000/s"];
    const first = await world.upload({ experiment: "judged", target });
    expect(first.answer.verdict).toBe("missed");
    expect(first.answer.targets.map(({ text, verdict }) => [text, verdict])).toEqual([
      ["p99 <= 200 ms", "met"],
      ["throughput >= 1000/s", "missed"],
    ]);
    const second = await world.upload({ experiment: "judged" });
    expect(second.answer.targets.map(({ text }) => text)).toEqual(["p99 <= 200 ms", "throughput >= 1000/s"]);
    const sets = () =>
      world.inHome((tx) =>
        tx.prisma.run.findMany({ where: { id: { in: [first.answer.run.id, second.answer.run.id] } } }),
      );
    expect(new Set((await sets()).map(({ targetSetId }) => targetSetId)).size).toBe(1);

    const third = await world.upload({ experiment: "judged", target: ["p50 <= 1s"] });
    expect(await targetsOf(third.answer.run.id)).toHaveLength(1);
    expect(await targetsOf(first.answer.run.id)).toHaveLength(2);
  });

  it("that are the same are one version, also when their uploads finish at the same time", async () => {
    await world.upload({ experiment: "same targets" });
    const together = meeting(4);
    const upload = () =>
      world.upload(
        { experiment: "same targets", target: ["p99 <= 1s"] },
        { ...sampleSource(testSamples), digest: together },
      );
    const answers = await Promise.all([upload(), upload(), upload(), upload()]);
    const ids = answers.map(({ answer }) => answer.run.id);
    const runs = await world.inHome((tx) => tx.prisma.run.findMany({ where: { id: { in: ids } } }));
    expect(new Set(runs.map(({ targetSetId }) => targetSetId)).size).toBe(1);
  });

  it("that cannot be read are refused with the character, before anything is written", async () => {
    const before = await world.traces();
    await expect(world.upload({ experiment: "typo", target: "p99 <= 200 parsecs" })).rejects.toMatchObject({
      code: "target-unreadable",
      field: "target",
      byte: 11,
    });
    expect(await world.traces()).toEqual(before);
  });
});

describe("the baseline", () => {
  it("is compared with, in deltas and with a verdict that holds the noise", async () => {
    const first = await world.upload({ experiment: "based" });
    expect(first.answer.comparison).toBeNull();
    const runId = first.answer.run.id;
    await world.inHome(async (tx) => {
      const { experimentId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
      await tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: runId } });
    });
    const slower = testSamples.map((sample): Sample => ({
      ...sample,
      latencyMicros: sample.latencyMicros * 2,
    }));
    const { answer } = await world.upload({ experiment: "based" }, sampleSource(slower));
    expect(answer.comparison).toMatchObject({ baseline: { id: runId }, verdict: { verdict: "differs" } });
    const p50 = answer.comparison?.verdict?.whole.find(({ metric }) => metric === "p50");
    expect(p50).toMatchObject({ verdict: "differs", runsToSettle: 3 });
    expect(p50?.interval?.low).toBeGreaterThan(1.8);
    expect(answer.comparison?.latencyMs.p99.times).toBeCloseTo(2, 1);
    expect(answer.comparison?.latencyMs.p99.change).toBeCloseTo(1, 1);
    // Of the judged windows, which the verdict speaks of: without the warm-up, and with four digits.
    const shown = [first, { answer }].map((one) => one.answer.steady?.summary.throughput?.toPrecision(4));
    expect(answer.comparison?.throughput).toMatchObject({
      baseline: Number(shown[0]),
      value: Number(shown[1]),
    });
  });
});

it("stores sketches that are those of the samples", async () => {
  const { answer } = await world.upload({ experiment: "sketch" });
  const timeline = await getRunTimeline({ ctx: world.ci, input: { runId: answer.run.id } });
  const merged = timeline.points.reduce(
    (sum, { cell }) => (cell.distribution.kind === "sketch" ? sum.merge(cell.distribution.all) : sum),
    new Sketch(),
  );
  expect(merged.encode()).toEqual(Sketch.of(testSamples.map(({ latencyMicros }) => latencyMicros)).encode());
});

/** Holds those who come until they are so many. */
function meeting(size: number): () => Promise<Uint8Array> {
  let come = 0;
  let begin: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return async () => {
    come += 1;
    if (come === size) begin();
    await all;
    return new Uint8Array(32);
  };
}
