import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createTenant, createTestServices } from "../testing/index.ts";
import type { Tenant, TestServices } from "../testing/index.ts";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { checkConnections } from "./check-connections.ts";
import { getHealth } from "./get-health.ts";
import { OwnClock } from "./own-clock.ts";
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
const clockOff = (seconds: number) =>
  new OwnClock({ db: test.db, clock: () => new Date(Date.now() + seconds * 1_000) });
const startedAt = new Date("2026-03-01T10:00:00Z");

it("lists what runs, since when, and what shut down", async () => {
  const reporting = startReporting(test.services, {
    kind: "ingest",
    startedAt,
    restartedAfter: "by SIGKILL",
    ownClock: clockOff(0),
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
    offClock: null,
    facts: { pid: process.pid, restartedAfter: "by SIGKILL", newestMigration: "0001_first" },
  });
  await reporting.stop();
  const ended = (await starts()).filter(({ kind }) => kind === "ingest");
  expect(ended).toHaveLength(1);
  expect(ended[0]?.endedAt).not.toBeNull();
});

it("notes each start of the database once", async () => {
  for (const kind of ["ingest", "web"] as const)
    await startReporting(test.services, {
      kind,
      startedAt,
      restartedAfter: undefined,
      ownClock: clockOff(0),
    }).stop();
  const { database, starts: all } = await health();
  const own = all.filter(({ kind }) => kind === "database");
  expect(own.map((start) => start.startedAt)).toEqual([database.startedAt]);
});

it("says whose clock is wrong", async () => {
  const ownClock = clockOff(-3_600);
  await startReporting(test.services, { kind: "web", startedAt, restartedAfter: undefined, ownClock }).stop();
  expect(await starts()).toContainEqual(
    expect.objectContaining({ kind: "web", offClock: expect.stringMatching(/behind$/) as string }),
  );
});

it("describes the database, its schema, and what is waiting", async () => {
  const { database, jobs, live } = await health();
  expect(database.version).toMatch(/^\d+\./);
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(database.migrations.newest).toMatch(/^\d{4}_/);
  expect(jobs.waiting).toBeGreaterThanOrEqual(0);
  expect(live).toMatchObject({ entries: 0, oldestAt: null, setAside: 0 });
});

it("says since when the oldest live batch has waited, however many wait", async () => {
  await test.db.asJobs((tx) =>
    tx.query(
      `insert into live_log (accepted_at, position, partition, body)
       select now() - make_interval(secs => case when at = 10500 then 3000 else 0 end), at,
         case when at = 10500 then 63 else 0 end, ''
       from generate_series(1, 10500) at`,
    ),
  );
  const { live, now } = await health();
  expect(live.entries).toBe(10_000);
  expect((now.getTime() - (live.oldestAt?.getTime() ?? 0)) / 1_000).toBeCloseTo(3_000, -1);
});

it("adds up what the processes may open, and says if that is more than the database has", async () => {
  const { connections } = await health();
  expect(connections).toMatchObject({ planned: 0, problem: null });
  expect(connections.used).toBeGreaterThan(0);
  expect(connections.limit).toBeGreaterThan(Math.max(10, connections.used));
  expect(await checkConnections(test.services, connections.limit)).toBeNull();
  expect(await checkConnections(test.services, connections.limit + 1)).toMatch(
    /may open \d+ connections.*max_connections/,
  );
  const facts = () => ({ connections: connections.limit + 1 });
  const reporting = startReporting(test.services, {
    kind: "web",
    startedAt,
    restartedAfter: undefined,
    ownClock: clockOff(0),
    facts,
  });
  await vi.waitFor(async () => {
    expect((await health()).connections).toMatchObject({
      planned: connections.limit + 1,
      problem: expect.stringContaining("docs/scale.md") as string,
    });
  });
  await reporting.stop();
  expect((await health()).connections.planned).toBe(0);
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

it("shows no owner what other workspaces sent, which the operator's list reads", async () => {
  const sent = { [home.workspaceId]: { requests: 7, refused: 1, bytes: 90 } };
  const reporting = startReporting(test.services, {
    kind: "ingest",
    startedAt,
    restartedAfter: undefined,
    ownClock: clockOff(0),
    sent: () => sent,
  });
  const [ingest] = await vi.waitFor(async () => {
    const found = (await starts()).filter(({ kind }) => kind === "ingest");
    expect(found).toHaveLength(1);
    return found;
  });
  expect(JSON.stringify(ingest)).not.toContain(home.workspaceId);
  const stored = await test.db.asJobs((tx) =>
    tx.query("select facts -> 'sent' as sent from process where kind = 'ingest'"),
  );
  expect(stored).toEqual([{ sent }]);
  await reporting.stop();
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
