import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { Sketch } from "@headroom/core";
import { contextOf, type Context } from "../context.ts";
import {
  createTenant,
  createTestServices,
  sampleSource,
  steadySamples,
  type Sample,
  type Tenant,
  type TestServices,
} from "../testing/index.ts";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { getRun } from "./get.ts";
import { importRun, type ImportInput } from "./import.ts";
import { listRunLabels } from "./list-labels.ts";
import { getRunTimeline } from "./timeline.ts";
import type { UploadSource } from "./upload-source.ts";
import { Uploads } from "./uploads.ts";

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
let uploads: Uploads;
let ci: Context;

beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
  uploads = new Uploads(test.services);
  ci = await checkToken({ services: test.services, input: { secret: home.ingestToken } });
});
afterAll(async () => {
  await uploads.close();
  await test.drop();
});

const limits = {
  labels: 20_000,
  labelLength: 500,
  runSeconds: 31 * 86_400,
  runCells: 2_000_000,
  badLinesShare: 0.01,
};
const webUrl = "http://127.0.0.1:4000";
const samples = steadySamples({ seconds: 120, perSecond: 50 });

function upload(
  parameters: object,
  source: UploadSource = sampleSource(samples),
  more: Partial<ImportInput> & { ctx?: Context } = {},
) {
  const { ctx = ci, ...input } = more;
  return importRun({
    ctx,
    uploads,
    input: {
      parameters: { service: "Checkout", ...parameters },
      idempotencyKey: null,
      source,
      limits,
      webUrl,
      ...input,
    },
  });
}

const inHome = <T>(read: Parameters<typeof test.db.inWorkspace<T>>[1]) =>
  test.db.inWorkspace(home.workspaceId, read);

/** Everything that an upload writes, counted past all walls. */
async function traces(): Promise<Record<string, number>> {
  return test.db.asJobs(async (tx) => {
    const [row] = await tx.query<Record<string, number>>(
      `select (select count(*) from run) as runs, (select count(*) from part) as parts,
         (select count(*) from series) as series, (select count(*) from run_cell) as cells,
         (select count(*) from idempotency_key) as keys`,
    );
    return row ?? {};
  });
}

describe("importing a run", () => {
  it("answers the documented shape, with the exact counts", async () => {
    const { status, answer } = await upload({ experiment: "shape", commit: "abc", label: ["region=eu"] });
    expect(status).toBe(201);
    expect(runAnswer.parse(structuredClone(answer))).toEqual(answer);
    const failed = samples.filter((sample) => sample.failed === true).length;
    expect(answer.summary).toMatchObject({ requests: samples.length, errors: failed, labelsTotal: 2 });
    expect(answer.summary.labels.map(({ label }) => label)).toEqual(["GET /cart", "GET /search"]);
    expect(answer.run.url).toBe(`${webUrl}/runs/${answer.run.id}`);
    expect(answer.verdict).toBeNull();
  });

  it("gives the percentiles of all samples, to the bound", async () => {
    const { answer } = await upload({ experiment: "percentiles" });
    const exact = samples.map(({ latencyMicros }) => latencyMicros).toSorted((a, b) => a - b);
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
    const { answer } = await upload({ service: "Audited", experiment: "first" });
    const { experiment, service } = await getRun({ ctx: ci, input: { runId: answer.run.id, webUrl } });
    const subjectId = { in: [answer.run.id, experiment.id, service.id] };
    const entries = await inHome((tx) => tx.prisma.auditEntry.findMany({ where: { subjectId } }));
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
    const first = await upload({ service: "Same Service", experiment: "Same one" });
    const second = await upload({ service: "same-service", experiment: "same ONE" });
    const runs = await inHome((tx) =>
      tx.prisma.run.findMany({ where: { id: { in: [first.answer.run.id, second.answer.run.id] } } }),
    );
    expect(new Set(runs.map(({ experimentId }) => experimentId)).size).toBe(1);
    expect(runs.map(({ number }) => number).toSorted()).toEqual([1, 2]);
  });

  it("reads back what it answered, its labels by pages, and its course", async () => {
    const { answer } = await upload({ experiment: "read back" });
    const runId = answer.run.id;
    expect((await getRun({ ctx: home.viewer, input: { runId, webUrl } })).answer).toEqual(answer);
    const page = await listRunLabels({ ctx: ci, input: { runId, parameters: { limit: "1" } } });
    expect(page).toMatchObject({ labelsTotal: 2, labels: [{ label: "GET /cart" }] });
    const last = await listRunLabels({
      ctx: ci,
      input: { runId, parameters: { limit: "1", cursor: page.next ?? "" } },
    });
    expect(last).toMatchObject({ next: null, labels: [{ label: "GET /search" }] });
    const timeline = await getRunTimeline({ ctx: home.viewer, input: { runId } });
    expect(timeline.points.reduce((sum, { cell }) => sum + cell.requests, 0)).toBe(samples.length);
  });
});

describe("who may", () => {
  it("is refused to a token that only reads, and to a viewer", async () => {
    const reader = await checkToken({ services: test.services, input: { secret: home.readToken } });
    for (const ctx of [reader, home.viewer]) {
      await expect(upload({ experiment: "x" }, undefined, { ctx })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
  });

  it("shows nothing to another workspace, as if nothing were there", async () => {
    const { answer } = await upload({ experiment: "ours" });
    const runId = answer.run.id;
    const unknown = test.services.newId();
    const refusals = await Promise.all(
      [runId, unknown, "no id at all"].flatMap((id) => [
        getRun({ ctx: foreign.owner, input: { runId: id, webUrl } }).catch((error: unknown) => error),
        listRunLabels({ ctx: foreign.owner, input: { runId: id, parameters: {} } }).catch(
          (error: unknown) => error,
        ),
      ]),
    );
    expect(new Set(refusals.map((error) => JSON.stringify(error))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ code: "not-found" });
    await expect(getRunTimeline({ ctx: foreign.owner, input: { runId } })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("holds a token to its service", async () => {
    const { answer } = await upload({ service: "Held", experiment: "e" });
    const other = await upload({ service: "Not held", experiment: "e" });
    const run = await inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id: answer.run.id } }));
    const { secret } = await createToken({
      ctx: home.owner,
      input: { name: "held", scopes: ["ingest", "read"], serviceId: run.serviceId },
    });
    const ctx = await checkToken({ services: test.services, input: { secret } });
    await expect(upload({ service: "Held", experiment: "e" }, undefined, { ctx })).resolves.toMatchObject({
      status: 201,
    });
    for (const service of ["Not held", "Never seen"]) {
      await expect(upload({ service, experiment: "e" }, undefined, { ctx })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
    await expect(getRun({ ctx, input: { runId: other.answer.run.id, webUrl } })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("targets", () => {
  const targetsOf = async (runId: string) =>
    (await getRun({ ctx: ci, input: { runId, webUrl } })).targetTexts;

  it("are judged, kept as the experiment's, and used by the next run that names none", async () => {
    const target = ["p99 <= 200ms", "throughput >= 1000/s"];
    const first = await upload({ experiment: "judged", target });
    expect(first.answer.verdict).toBe("missed");
    expect(first.answer.targets.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ["p99", "met"],
      ["throughput", "missed"],
    ]);
    const second = await upload({ experiment: "judged" });
    expect(second.answer.targets.map(({ metric }) => metric)).toEqual(["p99", "throughput"]);
    const sets = () =>
      inHome((tx) =>
        tx.prisma.run.findMany({ where: { id: { in: [first.answer.run.id, second.answer.run.id] } } }),
      );
    expect(new Set((await sets()).map(({ targetSetId }) => targetSetId)).size).toBe(1);

    const third = await upload({ experiment: "judged", target: ["p50 <= 1s"] });
    expect(await targetsOf(third.answer.run.id)).toHaveLength(1);
    expect(await targetsOf(first.answer.run.id)).toHaveLength(2);
  });

  it("that cannot be read are refused with the character, before anything is written", async () => {
    const before = await traces();
    await expect(upload({ experiment: "typo", target: "p99 <= 200 parsecs" })).rejects.toMatchObject({
      code: "target-unreadable",
      field: "target",
      byte: 11,
    });
    expect(await traces()).toEqual(before);
  });
});

describe("parts", () => {
  const half = (parity: number) => samples.filter((_, at) => at % 2 === parity);
  const figures = ({ summary }: Awaited<ReturnType<typeof upload>>["answer"]) => summary;

  it("of two generators are one file, exactly", async () => {
    const whole = await upload({ experiment: "whole" });
    const [first] = await Promise.all([
      upload({ experiment: "parts", run: "r1", generator: "a" }, sampleSource(half(0))),
      upload({ experiment: "parts", run: "r1", generator: "b" }, sampleSource(half(1))),
    ]);
    const merged = await getRun({ ctx: ci, input: { runId: first.answer.run.id, webUrl } });
    expect(figures(merged.answer)).toEqual(figures(whole.answer));
    const [one, two] = await Promise.all(
      [whole.answer.run.id, merged.answer.run.id].map((runId) =>
        getRunTimeline({ ctx: ci, input: { runId } }),
      ),
    );
    const bytes = (timeline: typeof one) =>
      timeline?.points.map(({ cell }) =>
        cell.distribution.kind === "sketch" ? cell.distribution.all.encode() : null,
      );
    expect(bytes(two)).toEqual(bytes(one));
  });

  it("that are sent again replace what they sent before", async () => {
    await upload({ experiment: "again", run: "r", generator: "a" }, sampleSource(half(0)));
    await upload({ experiment: "again", run: "r", generator: "b" }, sampleSource(half(1)));
    const { answer } = await upload(
      { experiment: "again", run: "r", generator: "a" },
      sampleSource(half(0).slice(0, 10)),
    );
    expect(answer.summary.requests).toBe(half(1).length + 10);
    const { parts } = await getRun({ ctx: ci, input: { runId: answer.run.id, webUrl } });
    expect(parts.map(({ generator, revision }) => [generator, revision])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
    await uploads.sweep();
    const replaced = await inHome((tx) =>
      tx.prisma.part.count({ where: { runId: answer.run.id, state: "replaced" } }),
    );
    expect(replaced).toBe(0);
  });

  it("keep their figures whatever order the lines come in", async () => {
    const sorted = samples.toSorted((a, b) => a.latencyMicros - b.latencyMicros);
    const whole = await upload({ experiment: "in order" });
    const { answer } = await upload({ experiment: "by latency" }, sampleSource(sorted));
    expect(figures(answer).latencyMs).toEqual(figures(whole.answer).latencyMs);
    expect(figures(answer).requests).toBe(samples.length);
  });
});

describe("an upload that fails", () => {
  const failing = (cause: Error): UploadSource => ({
    ...sampleSource(samples),
    async read(sink, flush) {
      await sampleSource(steadySamples({ seconds: 600, perSecond: 5 })).read(sink, flush);
      throw cause;
    },
  });

  it("leaves no trace", async () => {
    const before = await traces();
    const cause = new Error("the client went away");
    await expect(upload({ experiment: "gone" }, failing(cause), { idempotencyKey: "gone" })).rejects.toBe(
      cause,
    );
    expect(await traces()).toEqual(before);
  });

  it("leaves the other parts of its run as they were", async () => {
    const kept = await upload({ experiment: "kept", run: "r", generator: "a" });
    await expect(
      upload({ experiment: "kept", run: "r", generator: "b" }, failing(new Error("gone"))),
    ).rejects.toThrow();
    await expect(
      upload({ experiment: "kept", run: "r", generator: "a" }, failing(new Error("gone"))),
    ).rejects.toThrow();
    const { answer } = await getRun({ ctx: ci, input: { runId: kept.answer.run.id, webUrl } });
    expect(answer).toEqual(kept.answer);
  });

  it("is refused whole above the share of bad lines, and warns below it", async () => {
    const first = [{ line: 3, byte: 40, column: "elapsed", reason: "not a number" }];
    const few = await upload({ experiment: "few" }, sampleSource(samples, { refused: { count: 2, first } }));
    expect(few.answer.warnings).toMatchObject([{ code: "lines-refused", count: 2, lines: [3] }]);
    const before = await traces();
    const many = upload({ experiment: "many" }, sampleSource(samples, { refused: { count: 100, first } }));
    await expect(many).rejects.toMatchObject({ code: "too-many-bad-lines", line: 3, byte: 40 });
    expect(await traces()).toEqual(before);
  });

  it("is refused when it holds no sample", async () => {
    await expect(upload({ experiment: "empty" }, sampleSource([]))).rejects.toMatchObject({
      code: "file-empty",
    });
  });

  it("is swept when its process died, and its key is free again", async () => {
    const before = await traces();
    const dead = new Uploads(test.services);
    let died: () => void = () => {};
    const stopped = new Promise<void>((resolve) => {
      died = resolve;
    });
    const source: UploadSource = {
      ...sampleSource(samples),
      async read(sink, flush) {
        await sampleSource(steadySamples({ seconds: 600, perSecond: 5 })).read(sink, flush);
        died();
        return new Promise(() => {});
      },
    };
    const input = {
      parameters: { service: "Checkout", experiment: "died" },
      idempotencyKey: "died",
      source,
      limits,
      webUrl,
    };
    void importRun({ ctx: ci, uploads: dead, input });
    await stopped;
    expect((await traces())["parts"]).toBe((before["parts"] ?? 0) + 1);
    await uploads.sweep();
    expect((await traces())["parts"]).toBe((before["parts"] ?? 0) + 1);

    await dead.close();
    const { status } = await upload({ experiment: "died" }, undefined, { idempotencyKey: "died" });
    expect(status).toBe(201);
    const after = await traces();
    expect([after["parts"], after["runs"]]).toEqual([(before["parts"] ?? 0) + 1, (before["runs"] ?? 0) + 1]);
  });
});

describe("an idempotency key", () => {
  it("answers the same request with the same answer", async () => {
    const first = await upload({ experiment: "once" }, undefined, { idempotencyKey: "once" });
    const before = await traces();
    const second = await upload({ experiment: "once" }, undefined, { idempotencyKey: "once" });
    expect(second).toEqual({ ...first, replayed: true });
    expect(await traces()).toEqual(before);
  });

  it("refuses another body, and another query, under the same key", async () => {
    await upload({ experiment: "keyed" }, undefined, { idempotencyKey: "keyed" });
    const otherBody = upload({ experiment: "keyed" }, sampleSource(samples.slice(1)), {
      idempotencyKey: "keyed",
    });
    await expect(otherBody).rejects.toMatchObject({ code: "key-reused" });
    const otherQuery = upload({ experiment: "keyed", branch: "b" }, undefined, { idempotencyKey: "keyed" });
    await expect(otherQuery).rejects.toMatchObject({ code: "key-reused" });
  });

  it("tells a twin in flight to wait", async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: UploadSource = {
      ...sampleSource(samples),
      async read(sink, flush) {
        await held;
        return sampleSource(samples).read(sink, flush);
      },
    };
    const first = upload({ experiment: "twin" }, slow, { idempotencyKey: "twin" });
    await expect(upload({ experiment: "twin" }, undefined, { idempotencyKey: "twin" })).rejects.toMatchObject(
      {
        code: "in-progress",
      },
    );
    release();
    await expect(first).resolves.toMatchObject({ status: 201, replayed: false });
  });

  it("is free again after a failure, is its workspace's own, and ends after a week", async () => {
    await expect(upload({ experiment: "k" }, sampleSource([]), { idempotencyKey: "k" })).rejects.toThrow();
    const first = await upload({ experiment: "k" }, undefined, { idempotencyKey: "k" });
    const theirs = contextOf(test.services, foreign.workspaceId, foreign.owner.actor);
    const other = await upload({ experiment: "k" }, undefined, { idempotencyKey: "k", ctx: theirs });
    expect(other.answer.run.id).not.toBe(first.answer.run.id);
    test.pass(7 * 86_400);
    const later = await upload({ experiment: "k" }, undefined, { idempotencyKey: "k" });
    expect(later).toMatchObject({ status: 201, replayed: false });
  });
});

describe("the baseline", () => {
  it("is compared with, in deltas and without a verdict", async () => {
    const first = await upload({ experiment: "based" });
    expect(first.answer.comparison).toBeNull();
    const runId = first.answer.run.id;
    await inHome(async (tx) => {
      const { experimentId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
      await tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: runId } });
    });
    const slower = samples.map((sample): Sample => ({ ...sample, latencyMicros: sample.latencyMicros * 2 }));
    const { answer } = await upload({ experiment: "based" }, sampleSource(slower));
    expect(answer.comparison).toMatchObject({ baseline: { id: runId }, verdict: null });
    expect(answer.comparison?.latencyMs.p99.times).toBeCloseTo(2, 1);
    expect(answer.comparison?.latencyMs.p99.change).toBeCloseTo(1, 1);
  });
});

it("stores sketches that are those of the samples", async () => {
  const { answer } = await upload({ experiment: "sketch" });
  const timeline = await getRunTimeline({ ctx: ci, input: { runId: answer.run.id } });
  const merged = timeline.points.reduce(
    (sum, { cell }) => (cell.distribution.kind === "sketch" ? sum.merge(cell.distribution.all) : sum),
    new Sketch(),
  );
  expect(merged.encode()).toEqual(Sketch.of(samples.map(({ latencyMicros }) => latencyMicros)).encode());
});
