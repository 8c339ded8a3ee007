import { expect, it } from "vitest";
import { createOwnTestDatabase, createTestDatabase, tablesNaming } from "./index.ts";
import type { TestDatabase } from "./index.ts";
import { seedExperiment, seedRun } from "./run.ts";

/** Every table that has rows, and how many. */
const filled = ({ url }: TestDatabase) => tablesNaming(url, "{");

it("a database that was given back is as empty as a new one", async () => {
  const used = await createTestDatabase();
  const experiment = await seedExperiment(used.db);
  await seedRun(used.db, experiment, { a: { 0: [1_000] } });
  const rows = await filled(used);
  await used.drop();
  const again = await createTestDatabase();
  const fresh = await createOwnTestDatabase();
  expect(again.url).toBe(used.url);
  expect(rows).toMatchObject({ workspace: 1, run: 1, run_cell: expect.any(Number) });
  expect(await filled(again)).toEqual(await filled(fresh));
  await Promise.all([again.drop(), fresh.drop()]);
});

it("nothing that a file left running reaches the next file's rows", async () => {
  const used = await createTestDatabase();
  let finished = false;
  const late = used.db.asJobs(async (tx) => {
    await tx.query("select pg_sleep(0.2)");
    finished = true;
  });
  await used.drop();
  expect(finished).toBe(true);
  await late;
  await expect(used.db.asJobs(async () => undefined)).rejects.toThrow("was given back");
});
