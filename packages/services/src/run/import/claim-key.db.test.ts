import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../../context.ts";
import { Importing, sampleSource, testSamples } from "../../testing/index.ts";
import type { UploadSource } from "../record/upload-source.ts";

let it_: Importing;
beforeAll(async () => {
  it_ = await Importing.open();
});
afterAll(() => it_.close());

describe("an idempotency key", () => {
  it("answers the same request with the same answer", async () => {
    const first = await it_.upload({ experiment: "once" }, undefined, { idempotencyKey: "once" });
    const before = await it_.traces();
    const second = await it_.upload({ experiment: "once" }, undefined, { idempotencyKey: "once" });
    expect(second).toEqual({ ...first, replayed: true });
    expect(await it_.traces()).toEqual(before);
  });

  it("refuses another body, and another query, under the same key", async () => {
    await it_.upload({ experiment: "keyed" }, undefined, { idempotencyKey: "keyed" });
    const otherBody = it_.upload({ experiment: "keyed" }, sampleSource(testSamples.slice(1)), {
      idempotencyKey: "keyed",
    });
    await expect(otherBody).rejects.toMatchObject({ code: "key-reused" });
    const otherQuery = it_.upload({ experiment: "keyed", branch: "b" }, undefined, {
      idempotencyKey: "keyed",
    });
    await expect(otherQuery).rejects.toMatchObject({ code: "key-reused" });
  });

  it("tells a twin in flight to wait", async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: UploadSource = {
      ...sampleSource(testSamples),
      async read(intake) {
        await held;
        return sampleSource(testSamples).read(intake);
      },
    };
    const first = it_.upload({ experiment: "twin" }, slow, { idempotencyKey: "twin" });
    await expect(
      it_.upload({ experiment: "twin" }, undefined, { idempotencyKey: "twin" }),
    ).rejects.toMatchObject({
      code: "in-progress",
    });
    release();
    await expect(first).resolves.toMatchObject({ status: 201, replayed: false });
  });

  it("is taken over from an upload of the same process that failed and could not give it back", async () => {
    const parameters = { service: "Checkout", experiment: "stuck" };
    const gone = new Error("gone");
    const database = it_.test.services.db;
    const failing: UploadSource = {
      ...sampleSource(testSamples),
      async read() {
        away = true;
        throw gone;
      },
    };
    let away = false;
    const db: typeof database = {
      ...database,
      inWorkspace: (...given) => (away ? Promise.reject(gone) : database.inWorkspace(...given)),
      asJobs: (...given) => (away ? Promise.reject(gone) : database.asJobs(...given)),
    };
    const ctx = { ...it_.ci, db };
    await expect(it_.upload(parameters, failing, { ctx, idempotencyKey: "stuck" })).rejects.toBe(gone);
    const { status } = await it_.upload(parameters, undefined, { idempotencyKey: "stuck" });
    expect(status).toBe(201);
  });

  it("is free again after a failure, is its workspace's own, and ends after a week", async () => {
    await expect(it_.upload({ experiment: "k" }, sampleSource([]), { idempotencyKey: "k" })).rejects.toThrow(
      "no requests",
    );
    const first = await it_.upload({ experiment: "k" }, undefined, { idempotencyKey: "k" });
    const theirs = contextOf(it_.test.services, it_.foreign.workspaceId, it_.foreign.owner.actor);
    const other = await it_.upload({ experiment: "k" }, undefined, { idempotencyKey: "k", ctx: theirs });
    expect(other.answer.run.id).not.toBe(first.answer.run.id);
    it_.test.pass(7 * 86_400);
    const later = await it_.upload({ experiment: "k" }, undefined, { idempotencyKey: "k" });
    expect(later).toMatchObject({ status: 201, replayed: false });
  });
});
