import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteRun } from "../run/edit/delete.ts";
import { Importing, testMailer } from "../testing/index.ts";
import { createToken } from "../token/create.ts";
import { checkToken } from "../token/check.ts";
import { getWorkspaceStorage } from "./storage-get.ts";
import { getWorkspaceUsage } from "./usage.ts";
import { StorageLimit } from "./storage-limit.ts";
import { warnFullWorkspaces } from "./warn-full.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const storage = (ctx = world.home.owner) => getWorkspaceStorage({ ctx, input: { maxBytes: null } });
const used = async () => (await storage()).usedBytes;

it("is what the workspace's own runs take on disk, and nothing of other workspaces", async () => {
  expect(await storage()).toEqual({
    usedBytes: 0,
    runBytes: 0,
    fileBytes: 0,
    trafficBytes: 0,
    deletedBytes: 0,
    maxBytes: null,
  });
  await world.upload({ experiment: "stored" });
  const onDisk = await world.test.db.asJobs(async (tx) => {
    const [row] = await tx.query<{ bytes: number }>(
      "select sum(pg_column_size(run_cell) + 44)::float8 as bytes from run_cell",
    );
    return row?.bytes ?? 0;
  });
  expect((await used()) / onDisk).toBeGreaterThan(0.9);
  expect((await used()) / onDisk).toBeLessThan(1.1);
  expect(await storage(world.home.viewer)).toEqual(await storage());
  expect((await storage(world.foreign.owner)).usedBytes).toBe(0);
});

it("counts deleted runs until they are removed, and says how much they are", async () => {
  const { answer } = await world.upload({ experiment: "deleted" });
  const before = await storage();
  expect(before.deletedBytes).toBe(0);
  await deleteRun({ ctx: world.home.owner, input: { runId: answer.run.id } });
  const after = await storage();
  expect(after.usedBytes).toBe(before.usedBytes);
  expect(after.deletedBytes).toBeGreaterThan(0);
  expect(after.deletedBytes).toBeLessThan(after.usedBytes);
});

const usage = (ctx = world.home.owner) => getWorkspaceUsage({ ctx, input: { maxBytes: null } });

it("is beside what was uploaded each day, which doesn't change when runs are deleted or parsed again", async () => {
  const before = await usage();
  expect(before.days).toHaveLength(30);
  const today = world.test.services.clock().toISOString().slice(0, 10);
  expect(before.days.at(-1)?.day).toBe(today);
  const { answer } = await world.upload({ experiment: "used" });
  const after = await usage();
  expect(after.runs).toBe(before.runs + 1);
  expect(after.runSeries).toBeGreaterThan(before.runSeries);
  const [was, is] = [before.days.at(-1), after.days.at(-1)];
  expect((is?.uploads ?? 0) - (was?.uploads ?? 0)).toBe(1);
  expect((is?.samples ?? 0) - (was?.samples ?? 0)).toBe(answer.summary?.requests);
  expect(is?.bytes).toBeGreaterThan(was?.bytes ?? 0);
  await deleteRun({ ctx: world.home.owner, input: { runId: answer.run.id } });
  expect(await usage()).toMatchObject({ runs: before.runs, days: after.days });
  expect((await usage(world.foreign.owner)).days.every(({ uploads }) => uploads === 0)).toBe(true);
  world.test.pass(86_400);
  expect((await usage()).days.slice(-2)).toEqual([
    is,
    { ...is, day: expect.any(String), uploads: 0, samples: 0, bytes: 0 },
  ]);
  expect(await usage(world.home.viewer)).toEqual(await usage());
});

it("is refused to a token limited to one service", async () => {
  const { answer } = await world.upload({ experiment: "of one service" });
  const { serviceId } = await world.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: answer.run.id } }),
  );
  const input = { name: "one", scopes: ["read" as const], serviceId };
  const { secret } = await createToken({ ctx: world.home.owner, input });
  const ctx = await checkToken({ services: world.test.services, input: { secret } });
  await expect(storage(ctx)).rejects.toMatchObject({ code: "scope-missing" });
});

it("stops a workspace at its limit, and only that one", async () => {
  const limit = async (maxBytes: number | null) =>
    new StorageLimit(maxBytes).assertEnough(world.home.owner).then(
      () => "enough",
      (error: unknown) => Reflect.get(Object(error), "code"),
    );
  const bytes = await used();
  expect([await limit(null), await limit(bytes + 1), await limit(bytes)]).toEqual([
    "enough",
    "enough",
    "workspace-full",
  ]);
  await new StorageLimit(bytes).assertEnough(world.foreign.owner);
});

it("asks the database once for many requests, and sees a change after a while", async () => {
  const fresh = new StorageLimit(await used(), { rememberMillis: 0 });
  const limit = new StorageLimit((await used()) + 1);
  await limit.assertEnough(world.home.owner);
  await world.upload({ experiment: "one more" });
  await limit.assertEnough(world.home.owner);
  await expect(fresh.assertEnough(world.home.owner)).rejects.toMatchObject({ code: "workspace-full" });
});

it("mails the owners once at 80%, once when it is full, and again after there was room", async () => {
  const mailer = testMailer();
  const bytes = await used();
  const at = (percent: number) =>
    warnFullWorkspaces({
      services: world.test.services,
      mailer,
      input: { maxBytes: (bytes / percent) * 100 },
    });
  const warned: number[] = [];
  for (const percent of [79, 81, 81, 100, 120, 81, 75, 81, 60, 81]) warned.push(await at(percent));
  expect(warned).toEqual([0, 1, 0, 1, 0, 0, 0, 0, 0, 1]);
  expect(mailer.last().to).toBe("owner@home.example");
  expect(mailer.last().subject).toBe("home is running out of storage");
  expect(mailer.last().text).toContain("http://headroom.test/settings/workspace");
});
