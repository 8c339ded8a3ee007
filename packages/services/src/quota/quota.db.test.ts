import { DAY_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAuditLog } from "../audit-log/list.ts";
import type { Context } from "../context.ts";
import { systemContext } from "../workspace/ensure.ts";
import { getWorkspaceStorage } from "../workspace/storage-get.ts";
import { StorageLimit } from "../workspace/storage-limit.ts";
import { getWorkspaceUsage } from "../workspace/usage.ts";
import { warnFullWorkspaces } from "../workspace/warn-full.ts";
import { batchOf, Importing, LiveClient, sampleSource, testMailer, testSamples } from "../testing/index.ts";
import { listQuotas } from "./list.ts";
import { setQuota } from "./set.ts";

const NONE = { uploadsPerDay: null, storedBytes: null };

let world: Importing;
let client: LiveClient;
let operator: Context;
beforeAll(async () => {
  world = await Importing.open();
  client = new LiveClient(world);
  operator = systemContext(world.test.services, world.home.workspaceId);
});
afterAll(() => world.close());
/** Nothing was uploaded on the next day. */
beforeEach(async () => {
  await setQuota({ ctx: operator, input: NONE });
  world.test.pass(DAY_SECONDS);
});

const set = (input: Parameters<typeof setQuota>[0]["input"], ctx: Context = operator) =>
  setQuota({ ctx, input });
const upload = (experiment = "quota") => world.upload({ experiment });
const entries = async () =>
  (await listAuditLog({ ctx: world.home.owner, input: { actions: ["workspace.quota"], before: null } }))
    .lines;
const today = async () =>
  (await getWorkspaceUsage({ ctx: world.home.owner, input: { maxBytes: null } })).days.at(-1)?.uploads;
const used = (uploads: number, of: number) => ({
  code: "quota-exceeded",
  message: `The quota of this workspace is ${of} ${of === 1 ? "upload" : "uploads"} a day: ${uploads} finished today.`,
});

describe("a quota of uploads", () => {
  it("refuses the next one, stores nothing of it, and ends at midnight UTC", async () => {
    await set({ uploadsPerDay: 1 });
    await upload();
    const before = await world.traces();
    const refused = await upload("never seen").catch((error: unknown) => error);
    expect(refused).toMatchObject(used(1, 1));
    const now = world.test.services.clock();
    const midnight = new Date(
      now.getTime() + Number(Reflect.get(Object(refused), "retryAfterSeconds")) * 1_000,
    );
    expect(midnight.toISOString().slice(11, 19)).toBe("00:00:00");
    expect(await world.traces()).toEqual(before);
    const theirs = systemContext(world.test.services, world.foreign.workspaceId);
    await expect(world.upload({ experiment: "theirs" }, undefined, { ctx: theirs })).resolves.toBeDefined();
    world.test.pass(DAY_SECONDS);
    await upload();
    expect(await today()).toBe(1);
  });

  it("lets one of several through that begin at the same time", async () => {
    await set({ uploadsPerDay: 1 });
    const answers = await Promise.allSettled(["a", "b", "c", "d"].map((one) => upload(one)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await today()).toBe(1);
  });

  it("isn't used by files that couldn't be read, nor by answers given again", async () => {
    await set({ uploadsPerDay: 1 });
    await expect(world.upload({ experiment: "empty" }, sampleSource([]))).rejects.toThrow("no requests");
    const first = await world.upload({ experiment: "keyed" }, undefined, { idempotencyKey: "quota" });
    const again = await world.upload({ experiment: "keyed" }, undefined, { idempotencyKey: "quota" });
    expect(again).toEqual({ ...first, replayed: true });
  });

  it("of none refuses all", async () => {
    await set({ uploadsPerDay: 0 });
    await expect(upload()).rejects.toMatchObject({
      message: "The quota of this workspace allows no uploads.",
      retryAfterSeconds: null,
    });
  });

  it("is a whole number in its range", async () => {
    await expect(set({ storedBytes: 0 })).rejects.toThrow(
      'The parameter "storedBytes" is invalid: expected a whole number from 1 to 9,007,199,254,740,991.',
    );
    await expect(set({ uploadsPerDay: 2e9 })).rejects.toThrow(
      "expected a whole number from 0 to 1,000,000,000",
    );
  });

  it("counts live runs from their start, and never ends one that is running", async () => {
    await set({ uploadsPerDay: 1 });
    const runId = await client.open({ run: "live" });
    await expect(upload()).rejects.toMatchObject({
      code: "quota-exceeded",
      message: "The quota of this workspace is 1 upload a day: 0 finished today and 1 still running.",
    });
    await expect(client.open({ run: "another" })).rejects.toMatchObject({ code: "quota-exceeded" });
    await set({ uploadsPerDay: 0 });
    expect(await client.open({ run: "live" })).toBe(runId);
    await client.send(runId, batchOf(testSamples.slice(0, 50), { writer: "w", sequence: 1 }));
    const finished = await client.finish(runId);
    expect(finished.summary?.requests).toBe(50);
    expect(await today()).toBe(1);
    await set({ uploadsPerDay: 1 });
    await expect(upload()).rejects.toMatchObject(used(1, 1));
  });
});

describe("a quota of bytes", () => {
  const stored = async () =>
    (await getWorkspaceStorage({ ctx: world.home.owner, input: { maxBytes: null } })).usedBytes;
  const assertEnough = (maxBytes: number | null, ctx: Context = world.home.owner) =>
    new StorageLimit(maxBytes).assertEnough(ctx);

  it("is in place of the server's limit, stricter or looser", async () => {
    await upload();
    const bytes = await stored();
    await set({ storedBytes: bytes });
    await expect(assertEnough(null)).rejects.toMatchObject({ code: "workspace-full" });
    await expect(assertEnough(bytes * 2)).rejects.toMatchObject({ code: "workspace-full" });
    await assertEnough(null, world.foreign.owner);
    await set({ storedBytes: bytes + 1 });
    await assertEnough(1);
    const input = { maxBytes: 1 };
    expect(await getWorkspaceStorage({ ctx: world.home.owner, input })).toMatchObject({
      maxBytes: bytes + 1,
    });
  });

  it("is mailed about before it is used up, on servers without a limit, too", async () => {
    const mailer = testMailer();
    const { services } = world.test;
    const warn = () => warnFullWorkspaces({ services, mailer, input: { maxBytes: null } });
    await upload();
    expect(await warn()).toBe(0);
    await set({ storedBytes: Math.ceil((await stored()) / 0.9) });
    expect([await warn(), await warn()]).toEqual([1, 0]);
    expect(mailer.last()).toMatchObject({
      to: "owner@home.example",
      subject: "home is running out of storage",
    });
    // Without a quota, it is forgotten, so that another one is mailed about again.
    await set({ storedBytes: null });
    expect(await warn()).toBe(0);
    await set({ storedBytes: 1 });
    expect(await warn()).toBe(1);
  });
});

describe("setting a quota", () => {
  it("changes what is given, leaves an audit entry for a change, and is listed with what is used", async () => {
    await upload();
    const before = (await entries()).length;
    expect(await set({ uploadsPerDay: 500 })).toEqual({ uploadsPerDay: 500, storedBytes: null });
    expect(await set({ storedBytes: 50_000_000_000 })).toEqual({
      uploadsPerDay: 500,
      storedBytes: 50_000_000_000,
    });
    await set({ uploadsPerDay: 500 });
    const lines = await entries();
    expect(lines.length - before).toBe(2);
    expect(lines[0]).toMatchObject({ actorKind: "system" });
    const { services } = world.test;
    expect(await listQuotas({ services })).toEqual([
      {
        slug: "home",
        quota: { uploadsPerDay: 500, storedBytes: 50_000_000_000 },
        uploadsToday: 1,
        storedBytes: expect.any(Number),
      },
    ]);
    const usage = await getWorkspaceUsage({ ctx: world.home.viewer, input: { maxBytes: null } });
    expect(usage).toMatchObject({
      workspace: "home",
      quota: { uploadsPerDay: 500, storedBytes: 50_000_000_000 },
    });
    await set(NONE);
    expect(await listQuotas({ services })).toEqual([]);
  });

  it("is refused to everyone in the workspace, owners included", async () => {
    const { home } = world;
    for (const ctx of [home.owner, home.viewer, world.ci])
      await expect(set({ uploadsPerDay: 1 }, ctx)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(upload()).resolves.toBeDefined();
  });

  it("is refused if it makes no sense", async () => {
    for (const input of [{ uploadsPerDay: -1 }, { uploadsPerDay: 1.5 }, { storedBytes: 0 }])
      await expect(set(input)).rejects.toMatchObject({ code: "parameter-unreadable" });
  });
});
