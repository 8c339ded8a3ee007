import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { getHealth } from "./get-health.ts";
import { startReporting } from "./report-process.ts";

let test: TestServices;
let home: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
});
afterAll(() => test.drop());
beforeEach(() => test.db.asJobs((tx) => tx.query("delete from process")));

const health = (ctx = home.owner) => getHealth({ ctx, input: { isShown: true } });
const starts = async () => (await health()).starts;
const startedAt = new Date("2026-03-01T10:00:00Z");

it("lists what runs, since when, and what shut down", async () => {
  const reporting = startReporting(test.services, {
    kind: "ingest",
    startedAt,
    restartedAfter: "by SIGKILL",
    facts: () => ({ newestMigration: "0001_first" }),
  });
  const ingest = await vi.waitFor(async () => {
    const found = (await starts()).find(({ kind }) => kind === "ingest");
    if (found === undefined) throw new Error("not reported yet");
    return found;
  });
  expect(ingest).toMatchObject({
    startedAt,
    endedAt: null,
    facts: { pid: process.pid, restartedAfter: "by SIGKILL", newestMigration: "0001_first" },
  });
  await reporting.stop();
  const ended = (await starts()).filter(({ kind }) => kind === "ingest");
  expect(ended).toHaveLength(1);
  expect(ended[0]?.endedAt).not.toBeNull();
});

it("notes each start of the database once", async () => {
  for (const kind of ["ingest", "web"] as const)
    await startReporting(test.services, { kind, startedAt, restartedAfter: undefined }).stop();
  const { database, starts: all } = await health();
  const own = all.filter(({ kind }) => kind === "database");
  expect(own.map((start) => start.startedAt)).toEqual([database.startedAt]);
});

it("describes the database, its schema, and what is waiting", async () => {
  const { database, jobs, live } = await health();
  expect(database.version).toMatch(/^\d+\./);
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(database.migrations.newest).toMatch(/^\d{4}_/);
  expect(jobs.waiting).toBeGreaterThanOrEqual(0);
  expect(live).toMatchObject({ entries: 0, oldestAt: null, setAside: 0 });
});

it("is for owners, and hidden where the server doesn't show it", async () => {
  await expect(health(home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
  const read = await checkToken({ services: test.services, input: { secret: home.readToken } });
  await expect(health(read)).rejects.toMatchObject({ code: "scope-missing" });
  const { secret } = await createToken({ ctx: home.owner, input: { name: "m", scopes: ["manage"] } });
  expect((await health(await checkToken({ services: test.services, input: { secret } }))).starts).toEqual([]);
  await expect(getHealth({ ctx: home.owner, input: { isShown: false } })).rejects.toMatchObject({
    code: "not-found",
  });
});

it("reads what a later version reports as far as it knows it", async () => {
  await test.db.asJobs((tx) =>
    tx.query(
      `insert into process (id, kind, started_at, seen_at, facts)
       values (gen_random_uuid(), 'web', now(), now(), '{"pid": "later", "more": 1}')`,
    ),
  );
  expect(await starts()).toMatchObject([{ kind: "web", facts: {} }]);
});
