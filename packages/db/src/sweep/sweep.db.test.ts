import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedExperiment, seedRun } from "../testing/run.ts";
import type { SeededExperiment } from "../testing/run.ts";
import { createTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { claimInstance, INSTANCE_LOCK } from "../jobs/instance.ts";
import type { Instance } from "../jobs/instance.ts";
import { removePart } from "./remove-part.ts";
import { sweep } from "./sweep.ts";

let test: TestDatabase;
let experiment: SeededExperiment;
beforeAll(async () => {
  test = await createTestDatabase();
  experiment = await seedExperiment(test.db);
});
afterAll(() => test.drop());

const NOTHING = { parts: 0, runs: 0, claims: 0, expiredKeys: 0, deletedRuns: 0 };
const DEAD = 77;
const samples = { a: { 0: [1_000] } };
let runs = 0;
const seed = (options: { instance: number; publish?: boolean }) =>
  seedRun(test.db, experiment, samples, { number: ++runs, publish: false, ...options });

const left = async () => {
  const [rows] = await test.db.asJobs((tx) =>
    tx.query(
      `select (select count(*) from part) as parts, (select count(*) from run) as runs,
         (select count(*) from run_cell) as cells, (select count(*) from series) as series`,
    ),
  );
  return rows;
};

const claimKey = (key: string, instance: number, state: string, expiresAt: Date) =>
  test.db.inWorkspace(experiment.workspaceId, ({ prisma }) =>
    prisma.idempotencyKey.create({
      data: {
        workspaceId: experiment.workspaceId,
        key,
        requestDigest: Buffer.from("digest"),
        state,
        instance,
        expiresAt,
      },
    }),
  );

describe("the sweep", () => {
  it("leaves a living process its parts and claims, and removes them once it is gone", async () => {
    const instance = await claimInstance(test.url);
    await seed({ instance: instance.number() });
    await claimKey("living", instance.number(), "claimed", new Date("2999-01-01"));
    expect(await sweep(test.db)).toEqual(NOTHING);
    await instance.release();
    expect(await sweep(test.db)).toEqual({ ...NOTHING, parts: 1, runs: 1, claims: 1 });
    expect(await left()).toEqual({ parts: 0, runs: 0, cells: 0, series: 0 });
  });

  it("leaves what is published, and keys that were answered until they expire", async () => {
    const part = await seed({ instance: DEAD, publish: true });
    await claimKey("answered", DEAD, "answered", new Date("2999-01-01"));
    await claimKey("old", DEAD, "answered", new Date("2001-01-01"));
    expect(await sweep(test.db)).toEqual({ ...NOTHING, expiredKeys: 1 });
    expect(await left()).toEqual({ parts: 1, runs: 1, cells: 8, series: 2 });
    await test.db.inWorkspace(experiment.workspaceId, ({ prisma }) =>
      prisma.part.update({ where: { id: part.partId }, data: { state: "replaced" } }),
    );
    expect(await sweep(test.db)).toEqual({ ...NOTHING, parts: 1 });
    expect(await left()).toEqual({ parts: 0, runs: 1, cells: 0, series: 2 });
  });

  it("removes a run that was deleted a week ago, with its cells, and leaves one that can still come back", async () => {
    const before = await left();
    const parts = [
      await seed({ instance: DEAD, publish: true }),
      await seed({ instance: DEAD, publish: true }),
    ];
    for (const [at, { runId }] of parts.entries()) {
      const deletedAt = new Date(Date.now() - (at === 0 ? 8 : 6) * 86_400_000);
      await test.db.inWorkspace(experiment.workspaceId, ({ prisma }) =>
        prisma.run.update({
          where: { id: runId },
          data: { publishedAt: null, deletedAt, deletedState: { publishedAt: deletedAt.toISOString() } },
        }),
      );
    }
    expect(await sweep(test.db)).toEqual({ ...NOTHING, deletedRuns: 1 });
    const expected = { runs: 1, parts: 1, series: 2, cells: 8 };
    for (const [table, added] of Object.entries(expected))
      expect(Reflect.get((await left()) ?? {}, table), table).toBe(Reflect.get(before ?? {}, table) + added);
    const [second] = parts.slice(1);
    await test.db.asJobs((tx) =>
      tx.query("delete from run where id = $1 and published_at is null", [second?.runId ?? ""]),
    );
  });

  it("leaves a run that another part has just joined", async () => {
    const part = await seed({ instance: DEAD });
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query(
      `begin; set local role headroom_app; set local app.workspace = '${experiment.workspaceId}';
       insert into part (id, workspace_id, run_id, generator, state, instance)
       values (gen_random_uuid(), '${experiment.workspaceId}', '${part.runId}', 'two', 'published', 1)`,
    );
    const sweeping = sweep(test.db);
    await waitUntilBlocked(test.url);
    await other.query("commit");
    await other.end();
    expect(await sweeping).toEqual({ ...NOTHING, parts: 1 });
  });

  it("and an upload that opens beside it in the same new experiment never wait in a circle", async () => {
    await test.db.inWorkspace(experiment.workspaceId, ({ prisma }) =>
      prisma.experiment.update({ where: { id: experiment.experimentId }, data: { provisional: true } }),
    );
    const before = await left();
    const part = await seed({ instance: DEAD });
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query(
      `begin; set local role headroom_app; set local app.workspace = '${experiment.workspaceId}';
       update experiment set slug = slug where id = '${experiment.experimentId}'`,
    );
    const removing = removePart(test.db, part.partId);
    await waitUntilBlocked(test.url);
    await other.query(
      `insert into part (id, workspace_id, run_id, generator, state, instance)
       values (gen_random_uuid(), '${experiment.workspaceId}', '${part.runId}', 'two', 'writing', ${DEAD})`,
    );
    await other.query("commit");
    await other.end();
    expect(await removing).toEqual({ part: true, run: false });
    await sweep(test.db);
    expect(await left()).toEqual(before);
  });

  it("removes the traces of an upload whose process was killed in the middle", async () => {
    const before = await left();
    const script = join(import.meta.dirname, "../testing/victim.ts");
    const victim = spawn(process.execPath, [script, test.url, JSON.stringify(experiment)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(victim.stdout, "data");
    expect(await left()).not.toEqual(before);
    expect((await sweep(test.db)).parts).toBe(0);
    victim.kill("SIGKILL");
    await once(victim, "exit");
    await untilSwept();
    expect(await left()).toEqual(before);
  });
});

// The server notices a dead client the next time it checks the connection, whenever that is.
async function untilSwept(): Promise<void> {
  while ((await sweep(test.db)).parts === 0);
}

async function waitUntilBlocked(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const blocked =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await client.query(blocked)).rowCount === 0);
  await client.end();
}

describe("an instance", () => {
  it("has a number that no other has", async () => {
    const [one, two] = await Promise.all([claimInstance(test.url), claimInstance(test.url)]);
    expect(one.number()).not.toBe(two.number());
    await Promise.all([one.release(), two.release()]);
  });

  it("takes its number again when its connection breaks, and gives it up when released", async () => {
    const instance = await claimInstance(test.url);
    const number = instance.number();
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const holder = async (): Promise<number | null> => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted and classid = $1 and objid = $2
           and database = (select oid from pg_database where datname = current_database())`,
        [INSTANCE_LOCK, number],
      );
      return rows[0]?.pid ?? null;
    };
    const before = await holder();
    await client.query("select pg_terminate_backend($1)", [before]);
    await expect.poll(async () => ![null, before].includes(await holder()), { interval: 5 }).toBe(true);
    await expect.poll(() => numberOf(instance), { interval: 5 }).toBe(number);
    await instance.release();
    expect(() => instance.number()).toThrowError(expect.objectContaining({ code: "unavailable" }));
    await expect.poll(holder, { interval: 5 }).toBeNull();
    await client.end();
  });
});

function numberOf(instance: Instance): number | null {
  try {
    return instance.number();
  } catch {
    return null;
  }
}
