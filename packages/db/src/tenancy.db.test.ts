import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceTx } from "./workspace-tx.ts";
import { readCatalog } from "./reads/catalog/catalog.ts";
import { readLabels } from "./reads/run/labels.ts";
import { readMembers } from "./reads/workspace/members.ts";
import { readRun } from "./reads/run/run.ts";
import { readTimeline } from "./reads/cells/timeline.ts";
import { readTotals } from "./reads/run/totals.ts";
import { readWindow } from "./reads/cells/window.ts";
import { replaceRunLabels } from "./cells/run-labels.ts";
import { SharedPool } from "./shared-pool.ts";
import type { CapturedClient } from "./shared-pool.ts";
import { seedExperiment, seedRun } from "./testing/run.ts";
import type { SeededPart } from "./testing/run.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let test: TestDatabase;
let mine: SeededPart;
let foreign: string;

beforeAll(async () => {
  test = await createTestDatabase();
  mine = await seedRun(test.db, await seedExperiment(test.db), {
    "GET /": { 0: [1_000, 2_000], 1: [3_000] },
  });
  foreign = (await seedExperiment(test.db)).workspaceId;
  const personId = await test.db.lookup.ensurePerson({
    id: randomUUID(),
    email: "ada@example.com",
    name: "Ada",
  });
  await test.db.inWorkspace(mine.workspaceId, async (tx) => {
    await tx.prisma.membership.create({ data: { workspaceId: mine.workspaceId, personId, role: "owner" } });
    await replaceRunLabels(tx, mine.runId, [
      {
        seriesId: mine.seriesIds.get("GET /") ?? -1,
        rank: 1,
        requests: 3,
        errors: 0,
        items: 3,
        bytes: 300,
        throughput: 1.5,
        minMicros: 1_000,
        meanMicros: 2_000,
        p50Micros: 2_000,
        p90Micros: 3_000,
        p95Micros: 3_000,
        p99Micros: 3_000,
        p999Micros: 3_000,
        maxMicros: 3_000,
        finestStepSeconds: 1,
      },
    ]);
  });
});
afterAll(() => test.drop());

const reads: Record<string, (tx: WorkspaceTx) => Promise<unknown>> = {
  catalog: async (tx) => (await readCatalog(tx)).experiments.flatMap((entry) => entry.recentRuns),
  labels: async (tx) => (await readLabels(tx, { runId: mine.runId })).labels,
  members: (tx) => readMembers(tx),
  run: (tx) => readRun(tx, mine.runId),
  timeline: (tx) => readTimeline(tx, { runId: mine.runId }),
  totals: (tx) => readTotals(tx, mine.runId),
  window: (tx) => readWindow(tx, { runId: mine.runId, fromSeconds: 0, toSeconds: 60 }),
  "view of cells": (tx) => tx.query("select * from run_cell_read"),
};

const isNothing = (answer: unknown) => answer === null || (Array.isArray(answer) && answer.length === 0);

describe.each(Object.entries(reads))("the read of %s", (_name, read) => {
  it("answers its own workspace, and a foreign one nothing", async () => {
    expect(isNothing(await test.db.inWorkspace(mine.workspaceId, read))).toBe(false);
    expect(isNothing(await test.db.inWorkspace(foreign, read))).toBe(true);
    expect(isNothing(await test.db.inWorkspace(randomUUID(), read))).toBe(true);
  });
});

describe("the app role", () => {
  const inMine = (sql: string) => test.db.inWorkspace(mine.workspaceId, (tx) => tx.query(sql));

  it.each([
    "select * from run_cell",
    "select * from gauge_cell",
    "delete from run_cell",
    "select * from session",
    "select * from sign_in_link",
    "update audit_entry set action = 'nothing'",
    "delete from run",
    "insert into person (id, email, name) values (gen_random_uuid(), 'eve@example.com', 'Eve')",
    "create table mine (id int)",
  ])("is refused: %s", async (sql) => {
    await expect(inMine(sql)).rejects.toMatchObject({ code: "42501" });
  });

  it("cannot write a row of another workspace, nor one that points into it", async () => {
    const id = randomUUID();
    await expect(
      inMine(`insert into service (id, workspace_id, slug, name) values ('${id}', '${foreign}', 'x', 'x')`),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(
      test.db.inWorkspace(foreign, (tx) =>
        tx.query(
          `insert into experiment (id, workspace_id, service_id, slug, name) values ($1, $2, $3, 'x', 'x')`,
          [id, foreign, mine.serviceId],
        ),
      ),
    ).rejects.toMatchObject({ code: "23503" });
  });

  it("cannot move a row into another workspace", async () => {
    await expect(inMine(`update service set workspace_id = '${foreign}'`)).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("a connection of the pool", () => {
  it("keeps neither role nor workspace once the transaction is over", async () => {
    const seen = async () =>
      test.db.inWorkspace(foreign, (tx) =>
        tx.query<{ runs: number; workspace: string }>(
          "select (select count(*) from run) as runs, current_setting('app.workspace') as workspace",
        ),
      );
    await Promise.all(Array.from({ length: 20 }, () => test.db.inWorkspace(mine.workspaceId, readCatalog)));
    const answers = await Promise.all(Array.from({ length: 20 }, seen));
    expect(answers.flat().every((row) => row.runs === 0 && row.workspace === foreign)).toBe(true);
  });

  it("is out of reach for work that outlived its transaction", async () => {
    let leaked: WorkspaceTx | null = null;
    await test.db.inWorkspace(mine.workspaceId, async (tx) => {
      leaked = tx;
    });
    await expect((leaked as WorkspaceTx | null)?.query("select 1")).rejects.toThrow(
      "the transaction has ended",
    );
  });

  it("undoes everything when the work throws", async () => {
    const work = test.db.inWorkspace(mine.workspaceId, async (tx) => {
      await tx.prisma.experiment.updateMany({ data: { name: "changed" } });
      await tx.query("update service set name = 'changed'");
      throw new Error("on purpose");
    });
    await expect(work).rejects.toThrow("on purpose");
    const names = await test.db.inWorkspace(mine.workspaceId, (tx) =>
      tx.query("select e.name, s.name as service from experiment e, service s"),
    );
    expect(names).toEqual([{ name: "Mix", service: "Checkout" }]);
  });
});

describe("without a role", () => {
  it("a query sees no table: connections start as a role that can only look things up", async () => {
    const pool = new SharedPool(new AsyncLocalStorage<CapturedClient>(), {
      connectionString: test.url,
      max: 1,
    });
    try {
      for (const table of ["run", "run_cell", "workspace", "person", "session", "token"]) {
        await expect(pool.query(`select * from ${table}`)).rejects.toMatchObject({ code: "42501" });
      }
      const { rows } = await pool.query("select * from memberships_of($1)", [randomUUID()]);
      expect(rows).toEqual([]);
    } finally {
      await pool.end();
    }
  });

  it("a transaction of a workspace can't look up people, sessions and tokens, or open a session", async () => {
    for (const sql of [
      "select * from memberships_of(gen_random_uuid())",
      "select * from session_by_hash('\\x00')",
      "select * from token_by_hash('\\x00')",
      "select workspace_of_ci_identity(gen_random_uuid())",
      "select open_session(gen_random_uuid(), gen_random_uuid(), '\\x00', now(), now(), 'test')",
      "select close_sessions(gen_random_uuid(), now(), null, null)",
    ]) {
      const asked = test.db.inWorkspace(mine.workspaceId, (tx) => tx.query(sql));
      await expect(asked, sql).rejects.toMatchObject({ code: "42501" });
    }
  });
});
