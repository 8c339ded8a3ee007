import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedExperiment, seedRun } from "./testing/run.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

const migration = join(import.meta.dirname, "../migrations/0023_error_rate_id.sql");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** As the migration runs: as the owner, and past no policy. */
async function migrate(): Promise<void> {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  try {
    await client.query(readFileSync(migration, "utf8"));
  } finally {
    await client.end();
  }
}

it("stored comparisons get the new id of the error rate, and a label keeps its name", async () => {
  const experiment = await seedExperiment(test.db);
  const { runId } = await seedRun(test.db, experiment, { "GET /": { 0: [1_000] } });
  const stored = (id: string) => ({ whole: [{ metric: id }, { metric: "p99" }], label: "error rate" });
  const { workspaceId } = experiment;
  const inWorkspace = test.db.inWorkspace.bind(test.db);
  await inWorkspace(workspaceId, ({ prisma }) =>
    prisma.run.update({ where: { id: runId }, data: { comparison: stored("error rate") } }),
  );
  await migrate();
  const run = await inWorkspace(workspaceId, ({ prisma }) =>
    prisma.run.findUniqueOrThrow({ where: { id: runId }, select: { comparison: true } }),
  );
  expect(run.comparison).toEqual(stored("error-rate"));
});
