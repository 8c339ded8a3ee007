import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { contextOf } from "../../context.ts";
import { Importing, sampleSource, testSamples } from "../../testing/index.ts";
import type { UploadSource } from "../record/upload-source.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

describe("an idempotency key", () => {
  it("answers the same request with the same answer", async () => {
    const first = await world.upload({ experiment: "once" }, undefined, { idempotencyKey: "once" });
    const before = await world.traces();
    const second = await world.upload({ experiment: "once" }, undefined, { idempotencyKey: "once" });
    expect(second).toEqual({ ...first, replayed: true });
    expect(await world.traces()).toEqual(before);
  });

  it("refuses another body, and another query, under the same key", async () => {
    await world.upload({ experiment: "keyed" }, undefined, { idempotencyKey: "keyed" });
    const otherBody = world.upload({ experiment: "keyed" }, sampleSource(testSamples.slice(1)), {
      idempotencyKey: "keyed",
    });
    await expect(otherBody).rejects.toMatchObject({ code: "key-reused" });
    const otherQuery = world.upload({ experiment: "keyed", branch: "b" }, undefined, {
      idempotencyKey: "keyed",
    });
    await expect(otherQuery).rejects.toMatchObject({ code: "key-reused" });
  });

  it("asks a concurrent duplicate to wait", async () => {
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
    const first = world.upload({ experiment: "twin" }, slow, { idempotencyKey: "twin" });
    const claims = () => world.inHome((tx) => tx.prisma.idempotencyKey.count({ where: { key: "twin" } }));
    await vi.waitFor(async () => expect(await claims()).toBe(1));
    await expect(
      world.upload({ experiment: "twin" }, undefined, { idempotencyKey: "twin" }),
    ).rejects.toMatchObject({
      code: "in-progress",
    });
    release();
    await expect(first).resolves.toMatchObject({ status: 201, replayed: false });
  });

  it("is taken over from an upload of the same process that failed and could not give it back", async () => {
    const parameters = { service: "Checkout", experiment: "stuck" };
    const gone = new Error("gone");
    const database = world.test.services.db;
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
    const ctx = { ...world.ci, db };
    await expect(world.upload(parameters, failing, { ctx, idempotencyKey: "stuck" })).rejects.toBe(gone);
    const { status } = await world.upload(parameters, undefined, { idempotencyKey: "stuck" });
    expect(status).toBe(201);
  });

  it("is free again after a failure, is its workspace's own, and ends after a week", async () => {
    await expect(
      world.upload({ experiment: "k" }, sampleSource([]), { idempotencyKey: "k" }),
    ).rejects.toThrow("no requests");
    const first = await world.upload({ experiment: "k" }, undefined, { idempotencyKey: "k" });
    const theirs = contextOf(world.test.services, world.foreign.workspaceId, world.foreign.owner.actor);
    const other = await world.upload({ experiment: "k" }, undefined, { idempotencyKey: "k", ctx: theirs });
    expect(other.answer.run.id).not.toBe(first.answer.run.id);
    world.test.pass(7 * 86_400);
    const later = await world.upload({ experiment: "k" }, undefined, { idempotencyKey: "k" });
    expect(later).toMatchObject({ status: 201, replayed: false });
  });
});
