import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HeadroomError } from "@headroom/core";
import {
  comparableSource,
  Importing,
  sampleSource,
  steadySamples,
  TEST_IMPORT_LIMITS,
  TEST_WEB_URL,
} from "../../testing/index.ts";
import { contextOf } from "../../context.ts";
import { countWaitingJobs } from "../../jobs/run-jobs.ts";
import { getRun } from "../record/get.ts";
import type { KeptFileKeeper } from "../import/keep-file.ts";
import { editRun } from "../judge/edit-run.ts";
import { reparseRun } from "./reparse.ts";
import { workReparse } from "./work-reparse.ts";
import type { ReparseWork } from "./work-reparse.ts";
import type { UploadSource } from "../record/upload-source.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";

/** On a machine that is busy with other work. */
const SOON = { timeout: 20_000 };

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await updateWorkspaceSettings({ ctx: world.home.owner, input: { keepRawFiles: true } });
});
afterAll(() => world.close());

const samples = steadySamples({ seconds: 60, perSecond: 20 });
const FILES = [{ name: "the file", bytes: 10 }];

/** A store that says it has everything. */
function keeper(change: Partial<KeptFileKeeper> = {}): KeptFileKeeper & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    start: (key) => void calls.push(`start ${key.split("/")[0] ?? ""}`),
    skip: () => void calls.push("skip"),
    finish: async () => ({ bytes: 5, encoding: "zstd", files: FILES }),
    abandon: async () => void calls.push("abandon"),
    ...change,
  };
}

async function uploaded(experiment: string, more: object = {}): Promise<string> {
  const { answer } = await world.upload({ experiment, ...more }, sampleSource(samples), {
    keptFile: keeper(),
  });
  return answer.run.id;
}

const ask = (runId: string, ctx = world.home.owner) =>
  reparseRun({ ctx, input: { runId, webUrl: TEST_WEB_URL, hasStore: true } });

const open = (source: () => UploadSource): ReparseWork["openFile"] => {
  return async () => ({ source: source(), close: () => undefined });
};

async function work(
  reparseId: string,
  change: Partial<ReparseWork> & { last?: boolean } = {},
): Promise<void> {
  const { last = false, ...more } = change;
  const payload = { workspaceId: world.home.workspaceId, reparseId };
  await workReparse({
    services: world.test.services,
    uploads: world.uploads,
    job: { payload, last, signal: new AbortController().signal },
    openFile: open(() => sampleSource(samples)),
    limits: TEST_IMPORT_LIMITS,
    webUrl: TEST_WEB_URL,
    ...more,
  });
}

const detail = (runId: string) => getRun({ ctx: world.home.owner, input: { runId, webUrl: TEST_WEB_URL } });
const stateOf = async (runId: string) => (await detail(runId)).answer.reparse;
const failing = (error: Error) => () => Promise.reject(error);

describe("a file that is kept", () => {
  it("lies under its workspace's id, and the part knows how it was sent", async () => {
    const kept = keeper();
    const { answer } = await world.upload({ experiment: "kept", unit: "ms" }, sampleSource(samples), {
      keptFile: kept,
    });
    expect(kept.calls).toEqual([`start ${world.home.workspaceId}`]);
    const part = await world.inHome((tx) =>
      tx.prisma.part.findFirstOrThrow({ where: { runId: answer.run.id } }),
    );
    expect(part).toMatchObject({
      rawFileKey: expect.stringContaining(`${world.home.workspaceId}/`) as string,
      rawFileBytes: 5n,
      rawFileEncoding: "zstd",
      upload: { parameters: { unit: "ms" }, mapping: null, files: FILES },
    });
  });

  it("and cannot be stored makes a warning, and a job that removes what is left", async () => {
    const before = await countWaitingJobs(world.test.services);
    const lost = keeper({ finish: async () => null });
    const { answer } = await world.upload({ experiment: "lost" }, sampleSource(samples), { keptFile: lost });
    expect(answer.warnings).toContainEqual(expect.objectContaining({ code: "raw-file-not-kept" }));
    await expect(ask(answer.run.id)).rejects.toMatchObject({ code: "raw-file-missing" });
    // The other one compares the run with those before it.
    expect(await countWaitingJobs(world.test.services)).toEqual({ waiting: before.waiting + 2, failed: 0 });
  });

  it("of an upload that fails is abandoned", async () => {
    const kept = keeper();
    const broken = {
      ...sampleSource(samples),
      read: failing(new HeadroomError("file-unreadable", "broken")),
    };
    await expect(world.upload({ experiment: "fails" }, broken, { keptFile: kept })).rejects.toMatchObject({
      code: "file-unreadable",
    });
    expect(kept.calls.at(-1)).toBe("abandon");
  });
});

describe("the same samples, parsed again", () => {
  /** As a parser that was mended since reads the file. */
  const nowRead = samples.map((one) => ({ ...one, latencyMicros: one.latencyMicros + 1_000 }));
  const send = async (parameters: object) => {
    const sent = await world.upload(parameters, comparableSource(samples), { keptFile: keeper() });
    return sent.answer.run.id;
  };

  it("still count once in their run, and their copies in other runs stay copies", async () => {
    const run = { experiment: "copies", run: "r" };
    const runId = await send({ ...run, generator: "a" });
    await send({ ...run, generator: "b" });
    const copyId = await send({ experiment: "copies" });
    for (const id of [runId, copyId]) {
      const { job } = await ask(id);
      await work(job.id, { openFile: open(() => readAs(nowRead)) });
    }
    const { answer } = await detail(runId);
    expect(answer.reparse).toMatchObject({ state: "done" });
    expect(answer.summary).toMatchObject({ requests: samples.length });
    expect(answer.summary.latencyMs.min).toBe(21);
    expect((await detail(copyId)).copyOf).toMatchObject({ id: runId });
  });

  function readAs(read: typeof samples): UploadSource {
    return { ...comparableSource(read), digest: () => comparableSource(samples).digest() };
  }
});

describe("parsing a run again", () => {
  it("leaves out the labels that were left out before", async () => {
    const runId = await uploaded("filtered", { "except-label": ["GET /cart"] });
    const before = (await detail(runId)).answer;
    expect(before.labelFilter).toMatchObject({ except: ["GET /cart"], requests: 800, labels: 1 });
    const { job } = await ask(runId);
    await work(job.id);
    const { answer } = await detail(runId);
    expect(answer.reparse).toMatchObject({ state: "done" });
    expect([answer.labelFilter, answer.summary.requests]).toEqual([before.labelFilter, 400]);
  });

  it("is for those who edit, of a run in their workspace", async () => {
    const runId = await uploaded("scope");
    const { services } = world.test;
    const editor = contextOf(services, world.home.workspaceId, {
      kind: "person",
      id: services.newId(),
      role: "editor",
    });
    expect((await ask(runId, editor)).job.state).toBe("queued");
    await expect(ask(runId, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(ask(runId, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(ask("nothing")).rejects.toMatchObject({ code: "not-found" });
    const none = reparseRun({
      ctx: world.home.owner,
      input: { runId, webUrl: TEST_WEB_URL, hasStore: false },
    });
    await expect(none).rejects.toMatchObject({ code: "raw-file-missing" });
  });

  it("stays queued while another attempt may do better, and says why it was given up", async () => {
    const runId = await uploaded("attempts");
    const { job } = await ask(runId);
    const away = failing(new HeadroomError("unavailable", "away"));
    await expect(work(job.id, { openFile: away })).rejects.toMatchObject({ code: "unavailable" });
    await expect(work(job.id, { openFile: failing(new Error("odd")) })).rejects.toThrow("odd");
    expect(await stateOf(runId)).toMatchObject({ state: "queued" });
    expect((await ask(runId)).job.id).toBe(job.id);
    await work(job.id, { openFile: failing(new Error("odd")), last: true });
    expect(await stateOf(runId)).toMatchObject({ state: "failed", problem: { code: "internal" } });
    expect((await ask(runId)).job.id).not.toBe(job.id);
  });

  it("keeps the details as members left them", async () => {
    const given = { notes: "one", branch: "main", commit: "abc", price: "2 USD/h" };
    const runId = await uploaded("details", given);
    const none = { notes: null, environment: null, commit: null, branch: null, ciUrl: null };
    const details = { ...none, commit: "def", price: null };
    await editRun({ ctx: world.home.owner, input: { runId, webUrl: TEST_WEB_URL, seen: null, ...details } });
    await work((await ask(runId)).job.id);
    const { parts, ...run } = await detail(runId);
    expect(parts).toMatchObject([{ revision: 2 }]);
    expect(run).toMatchObject({ notes: null, branch: null, commit: "def", price: null });
  });

  it("compares the run again, without telling channels", async () => {
    const runId = await uploaded("compared");
    const of = { where: { runId } };
    await world.inHome((tx) => tx.prisma.runNotice.updateMany({ ...of, data: { outcome: "regressed" } }));
    await work((await ask(runId)).job.id);
    const notice = await world.inHome((tx) => tx.prisma.runNotice.findUnique(of));
    expect(notice).toMatchObject({ outcome: null, silent: true });
  });

  it("gives up immediately on a file that isn't the one that was sent", async () => {
    const runId = await uploaded("broken");
    const { job } = await ask(runId);
    await work(job.id, { openFile: open(() => sampleSource(samples.slice(1))) });
    expect(await stateOf(runId)).toMatchObject({ state: "failed", problem: { code: "stored-bytes-broken" } });
    expect((await detail(runId)).parts).toMatchObject([{ revision: 1 }]);
  });

  it("is queued again while the disk is full, however often it was tried", async () => {
    const runId = await uploaded("full");
    const { job } = await ask(runId);
    const full = new HeadroomError("storage-full", "x");
    await expect(work(job.id, { openFile: failing(full) })).rejects.toMatchObject({ code: "storage-full" });
    await work(job.id, { openFile: failing(full), last: true });
    expect((await ask(runId)).job).toMatchObject({ id: job.id, state: "queued" });
    await work(job.id);
    expect((await ask(runId)).job.id).not.toBe(job.id);
  });

  it("that is stopped is done by another process, even at its last attempt", async () => {
    const runId = await uploaded("stopped");
    const { job } = await ask(runId);
    const payload = { workspaceId: world.home.workspaceId, reparseId: job.id };
    const stopped = work(job.id, {
      job: { payload, last: true, signal: AbortSignal.abort() },
      openFile: failing(new Error("the process stops")),
    });
    await expect(stopped).rejects.toThrow("the process stops");
    expect(await stateOf(runId)).toMatchObject({ state: "queued" });
    await work(job.id);
    expect(await stateOf(runId)).toMatchObject({ state: "done", problem: null });
    await work(job.id, { openFile: failing(new Error("done already")) });
  });

  it.each(["relative", "none"] as const)(
    "leaves a file without a date of its own where it was placed: %s",
    async (clock) => {
      const counted = steadySamples({ seconds: 60, perSecond: 20, startSeconds: 0 });
      const timeless = () =>
        sampleSource([], { clock, accepted: counted.length }, (sink, startMicros) => {
          for (const { label, completedAtMicros, latencyMicros } of counted)
            sink.add(
              sink.label(label, "request"),
              startMicros + completedAtMicros,
              latencyMicros,
              false,
              1,
              0,
            );
        });
      const { answer } = await world.upload({ experiment: `clock ${clock}` }, timeless(), {
        keptFile: keeper(),
      });
      world.test.pass(3_600);
      const { job } = await ask(answer.run.id);
      await work(job.id, { openFile: open(timeless) });
      const after = await detail(answer.run.id);
      expect(after.answer.reparse?.state).toBe("done");
      expect({ ...after.answer, reparse: null }).toEqual(answer);
    },
  );

  it("keeps the run's targets, and the run without any", async () => {
    const runId = await uploaded("targets");
    await world.upload({ experiment: "targets", target: "p99<=1ms" }, sampleSource(samples));
    const { job } = await ask(runId);
    await work(job.id);
    expect((await detail(runId)).answer).toMatchObject({ verdict: null, targets: [] });
  });

  it("does not stand in the way of an upload that began before it", async () => {
    const runId = await uploaded("race", { run: "r" });
    const gate = Promise.withResolvers<void>();
    const later = steadySamples({ seconds: 30, perSecond: 20 });
    const slow = sampleSource(later);
    const uploading = world.upload(
      { experiment: "race", run: "r" },
      {
        ...slow,
        async read(intake) {
          await gate.promise;
          return slow.read(intake);
        },
      },
    );
    const writing = () => world.inHome((tx) => tx.prisma.part.count({ where: { runId, state: "writing" } }));
    await expect.poll(writing, SOON).toBe(1);
    const { job } = await ask(runId);
    await work(job.id);
    expect(await stateOf(runId)).toMatchObject({ state: "done" });
    gate.resolve();
    const { answer } = await uploading;
    expect(answer.summary.requests).toBe(later.length);
  });

  it("gives way to an upload that ends while it runs", async () => {
    const runId = await uploaded("way", { run: "r" });
    const { job } = await ask(runId);
    const later = steadySamples({ seconds: 30, perSecond: 20 });
    const source = sampleSource(samples);
    const openFile = open(() => ({
      ...source,
      async read(intake) {
        await world.upload({ experiment: "way", run: "r" }, sampleSource(later));
        return source.read(intake);
      },
    }));
    await work(job.id, { openFile });
    const { answer, parts } = await detail(runId);
    expect(answer.reparse).toMatchObject({ state: "done" });
    expect(answer.summary.requests).toBe(later.length);
    expect(parts).toHaveLength(1);
  });
});
