import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  Importing,
  sampleSource,
  steadySamples,
  TEST_IMPORT_LIMITS,
  TEST_WEB_URL,
  testSamples,
  warningsBeside,
} from "../../testing/index.ts";
import { getRun } from "../record/get.ts";
import { importRun } from "./import.ts";
import type { UploadSource } from "../record/upload-source.ts";
import { Uploads } from "./uploads.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

describe("an upload that fails", () => {
  const failing = (cause: Error): UploadSource => ({
    ...sampleSource(testSamples),
    async read(intake) {
      await sampleSource(steadySamples({ seconds: 600, perSecond: 5 })).read(intake);
      throw cause;
    },
  });

  it("leaves no trace", async () => {
    const before = await world.traces();
    const cause = new Error("the client went away");
    await expect(
      world.upload({ service: "gone", experiment: "gone" }, failing(cause), { idempotencyKey: "gone" }),
    ).rejects.toBe(cause);
    expect(await world.traces()).toEqual(before);
  });

  it("takes along only what no other run has settled", async () => {
    const settled = await world.upload({ service: "settled", experiment: "one" });
    await expect(
      world.upload({ service: "settled", experiment: "one" }, failing(new Error("gone"))),
    ).rejects.toThrow("gone");
    const before = await world.traces();
    await expect(
      world.upload({ service: "settled", experiment: "two" }, failing(new Error("gone"))),
    ).rejects.toThrow("gone");
    expect(await world.traces()).toEqual(before);
    const again = await world.upload({ service: "settled", experiment: "one" });
    expect(again.answer.run.id).not.toBe(settled.answer.run.id);
  });

  it("reports its own reason, however many fail concurrently in a new experiment", async () => {
    const before = await world.traces();
    const gone = new Error("gone");
    const attempts = Array.from({ length: 8 }, () =>
      world.upload(
        { service: "crowd", experiment: "crowd" },
        { ...sampleSource([]), read: () => Promise.reject(gone) },
      ),
    );
    for (const { status, reason } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[])
      expect([status, reason]).toEqual(["rejected", gone]);
    expect(await world.traces()).toEqual(before);
  });

  it("leaves the other parts of its run as they were", async () => {
    const kept = await world.upload({ experiment: "kept", run: "r", generator: "a" });
    await expect(
      world.upload({ experiment: "kept", run: "r", generator: "b" }, failing(new Error("gone"))),
    ).rejects.toThrow("gone");
    await expect(
      world.upload({ experiment: "kept", run: "r", generator: "a" }, failing(new Error("gone"))),
    ).rejects.toThrow("gone");
    const { answer } = await getRun({
      ctx: world.ci,
      input: { runId: kept.answer.run.id, webUrl: TEST_WEB_URL },
    });
    expect(answer).toEqual(kept.answer);
  });

  it("is refused whole above the share of bad lines, and warns below it", async () => {
    const first = [{ line: 3, byte: 40, column: "elapsed", reason: "not a number" }];
    const few = await world.upload(
      { experiment: "few" },
      sampleSource(testSamples, { refused: { count: 2, first } }),
    );
    expect(warningsBeside(few.answer, "same-file")).toMatchObject([
      { code: "lines-refused", count: 2, lines: [3] },
    ]);
    const before = await world.traces();
    const many = world.upload(
      { experiment: "many" },
      sampleSource(testSamples, { refused: { count: 100, first } }),
    );
    await expect(many).rejects.toMatchObject({ code: "too-many-bad-lines", line: 3, byte: 40 });
    expect(await world.traces()).toEqual(before);
  });

  it("is refused when it holds no sample, and told what it holds instead", async () => {
    const other = { code: "other-metrics", count: 1, detail: "It has points of vus.", lines: [] };
    const empty = world.upload({ experiment: "empty" }, sampleSource([], { warnings: [other] }));
    await expect(empty).rejects.toMatchObject({
      code: "file-empty",
      message: "The file contains no requests. It has points of vus.",
    });
  });

  it("is refused for its lines when none of them can be read", async () => {
    const first = [{ line: 2, byte: 40, column: "elapsed", reason: "not a number" }];
    const bad = world.upload({ experiment: "bad" }, sampleSource([], { refused: { count: 7, first } }));
    await expect(bad).rejects.toMatchObject({
      code: "too-many-bad-lines",
      line: 2,
      message: "7 of 7 lines could not be read as samples. line 2: not a number",
    });
  });

  it("is refused for its times when all of them lie too far from the run's", async () => {
    await world.upload({ experiment: "far", run: "r", generator: "a" });
    const later = steadySamples({ seconds: 5, perSecond: 10, startSeconds: 1_800_000_000 });
    const far = world.upload({ experiment: "far", run: "r", generator: "b" }, sampleSource(later));
    await expect(far).rejects.toMatchObject({
      code: "run-too-long",
      message: "50 of 50 samples are too far from the start of the run.",
    });
  });

  it("is refused for times that jump too far, with the line and the dates", async () => {
    const near = steadySamples({ seconds: 5, perSecond: 10, startSeconds: 1_800_000_000 });
    const ahead = steadySamples({ seconds: 5, perSecond: 10, startSeconds: 1_900_000_000 });
    const detail = "Times jump ahead by 27777 h.";
    const jump = { code: "clock-jump", count: 1, detail, lines: [52] };
    const bad = world.upload({ experiment: "jump" }, sampleSource([...near, ...ahead], { warnings: [jump] }));
    await expect(bad).rejects.toMatchObject({
      code: "run-too-long",
      line: 52,
      message: expect.stringMatching(
        /^50 of 100 samples .* The first is from 17 Mar 2030, 17:46 UTC, the run starts on 15 Jan 2027, [\d:]+ UTC\. Times jump at line 52\.$/,
      ),
    });
  });

  it("is swept when its process died, and its key is free again", async () => {
    const before = await world.traces();
    const dead = new Uploads(world.test.services);
    let died: () => void = () => {};
    const stopped = new Promise<void>((resolve) => {
      died = resolve;
    });
    const source: UploadSource = {
      ...sampleSource(testSamples),
      async read(intake) {
        await sampleSource(steadySamples({ seconds: 600, perSecond: 5 })).read(intake);
        died();
        return new Promise(() => {});
      },
    };
    const input = {
      parameters: { service: "Checkout", experiment: "died" },
      idempotencyKey: "died",
      source,
      limits: TEST_IMPORT_LIMITS,
      webUrl: TEST_WEB_URL,
    };
    void importRun({ ctx: world.ci, uploads: dead, input });
    await stopped;
    expect((await world.traces())["parts"]).toBe((before["parts"] ?? 0) + 1);
    await world.uploads.sweep();
    expect((await world.traces())["parts"]).toBe((before["parts"] ?? 0) + 1);

    await dead.close();
    const { status } = await world.upload({ experiment: "died" }, undefined, { idempotencyKey: "died" });
    expect(status).toBe(201);
    const after = await world.traces();
    expect([after["parts"], after["runs"]]).toEqual([(before["parts"] ?? 0) + 1, (before["runs"] ?? 0) + 1]);
  });
});
