import { removeExpectedRun } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, TEST_IMPORT_LIMITS, TEST_WEB_URL } from "../../testing/importing.ts";
import { batchOf, LiveClient } from "../../testing/live.ts";
import { sampleSource, steadySamples } from "../../testing/sample-source.ts";
import { Uploads } from "../import/uploads.ts";
import { closeSilentRuns } from "./close-silent.ts";
import { getRunAnswer } from "./get-answer.ts";

let importing: Importing;
let client: LiveClient;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const SILENT_SECONDS = 600;
const samples = steadySamples({ seconds: 90, perSecond: 10, startSeconds: START });
const batch = (writer: string, sequence: number) => batchOf(samples, { writer, sequence });
const close = (uploads: Uploads = importing.uploads) =>
  closeSilentRuns({
    services: importing.test.services,
    uploads,
    intake: importing.intake,
    input: { silentSeconds: SILENT_SECONDS, limits: TEST_IMPORT_LIMITS, webUrl: TEST_WEB_URL },
  });
const answerOf = (runId: string) =>
  getRunAnswer({ ctx: importing.home.viewer, input: { runId, webUrl: TEST_WEB_URL } });
const NOTHING = { interrupted: 0, removed: 0, failures: [] };

describe("a run whose writers vanish", () => {
  it("is published with what arrived, interrupted and without a steady phase", async () => {
    const targets = { target: ["p99<=200ms"] };
    const { answer: uploaded } = await importing.upload(
      { experiment: "Whole", ...targets },
      sampleSource(samples),
    );
    expect(uploaded.steady).not.toBeNull();
    const runId = await client.open({ origin: START, ...targets });
    for (const writer of ["a", "b"]) await client.send(runId, batch(writer, 1));
    importing.test.pass(SILENT_SECONDS - 1);
    expect(await close()).toEqual(NOTHING);
    importing.test.pass(2);
    expect(await close()).toEqual({ ...NOTHING, interrupted: 1 });
    expect(await answerOf(runId)).toMatchObject({
      run: { status: "interrupted" },
      summary: { requests: 2 * samples.length },
      steady: null,
      targets: [{ window: { kind: "whole" } }],
    });
    expect(await close()).toEqual(NOTHING);
    await expect(client.send(runId, batch("a", 2))).rejects.toThrow(
      expect.objectContaining({ code: "conflict" }),
    );
    expect((await client.finish(runId)).run.status).toBe("interrupted");
    const audit = await importing.inHome(({ prisma }) =>
      prisma.auditEntry.findMany({ where: { subjectId: runId, action: "run.interrupt" } }),
    );
    expect(audit).toMatchObject([{ actorKind: "system", detail: { writers: ["a", "b"] } }]);
  });

  it("may be sent once more, and is whole then", async () => {
    const runId = await client.open({ origin: START, run: "twice" });
    await client.send(runId, batch("a", 1));
    importing.test.pass(SILENT_SECONDS + 1);
    expect((await close()).interrupted).toBe(1);
    await client.open({ run: "twice" });
    await client.send(runId, { ...batch("a", 1), attempt: "2" });
    const { run, steady, summary } = await client.finish(runId);
    expect([run.status, steady === null, summary.requests]).toEqual(["finished", false, samples.length]);
  });

  it("waits as long as one writer is heard of", async () => {
    const runId = await client.open({ origin: START });
    await client.send(runId, batch("a", 1));
    importing.test.pass(SILENT_SECONDS - 1);
    await client.send(runId, { writer: "b", sequence: 1 });
    importing.test.pass(2);
    expect(await close()).toEqual(NOTHING);
    await client.finish(runId);
  });

  it("keeps what an earlier attempt brought to its end", async () => {
    const runId = await client.open({ origin: START, run: "kept" });
    await client.send(runId, batch("a", 1));
    await client.finish(runId);
    await client.open({ run: "kept" });
    await client.send(runId, {
      ...batchOf(samples.slice(0, 100), { writer: "a", sequence: 1 }),
      attempt: "2",
    });
    importing.test.pass(SILENT_SECONDS + 1);
    await close();
    expect(await answerOf(runId)).toMatchObject({
      run: { status: "finished" },
      summary: { requests: samples.length },
    });
  });

  it("goes, with its experiment and service, where nothing had arrived", async () => {
    const before = await importing.traces();
    const first = await client.open({ service: "Nothing", experiment: "Of all" });
    const second = await client.open({ service: "Nothing", experiment: "Of all" });
    await client.send(second, { writer: "a", sequence: 1 });
    importing.test.pass(SILENT_SECONDS + 1);
    expect(await close()).toEqual({ ...NOTHING, removed: 2 });
    expect(await importing.traces()).toEqual(before);
    for (const runId of [first, second]) {
      await expect(client.send(runId, batch("a", 1))).rejects.toThrow(
        expect.objectContaining({ code: "not-found" }),
      );
    }
  });

  it("stays where it was opened again just before it would go", async () => {
    const runId = await client.open({ run: "again" });
    expect(await removeExpectedRun(importing.test.db, runId)).toBe(false);
    await client.send(runId, batch("a", 1));
    await client.finish(runId);
  });

  it("is closed once, however many processes look for it at the same time", async () => {
    const runId = await client.open({ origin: START });
    for (const writer of ["a", "b"]) await client.send(runId, batch(writer, 1));
    importing.test.pass(SILENT_SECONDS + 1);
    const others = [new Uploads(importing.test.services), new Uploads(importing.test.services)];
    const closed = await Promise.all(others.map((uploads) => close(uploads)));
    expect(closed.map(({ interrupted }) => interrupted).reduce((sum, one) => sum + one)).toBe(1);
    await Promise.all(others.map((uploads) => uploads.close()));
    expect(await answerOf(runId)).toMatchObject({ summary: { requests: 2 * samples.length } });
  });
});

describe("the sweep of what processes leave", () => {
  it("leaves alone what waits of a live run: it is no process's", async () => {
    const runId = await client.open({ origin: START });
    const other = new Uploads(importing.test.services);
    await client.send(runId, batch("a", 1));
    await other.sweep();
    await other.close();
    await importing.uploads.sweep();
    expect((await client.finish(runId)).summary.requests).toBe(samples.length);
  });

  it("takes up a run whose process died while it was finished", async () => {
    const runId = await client.open({ origin: START });
    await client.send(runId, batch("a", 1));
    const uploads = new Uploads(importing.test.services);
    uploads.instance = () => Promise.reject(new Error("gone"));
    await expect(new LiveClient(importing, { uploads }).finish(runId)).rejects.toThrow("gone");
    expect((await answerOf(runId)).run.status).toBe("receiving");
    importing.test.pass(SILENT_SECONDS + 1);
    expect(await close()).toEqual(NOTHING);
    expect(await answerOf(runId)).toMatchObject({
      run: { status: "finished" },
      summary: { requests: samples.length },
    });
  });
});
