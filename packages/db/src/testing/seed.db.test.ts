import { afterAll, beforeAll, expect, it } from "vitest";
import { readCatalog } from "../reads/catalog/catalog.ts";
import { readExperimentRuns } from "../reads/experiment/experiment-runs.ts";
import { readTimeline } from "../reads/cells/timeline.ts";
import { readTotals } from "../reads/run/totals.ts";
import { seedWorkspace } from "./seed.ts";
import { seedExperiment, seedRun } from "./run.ts";
import { createTestDatabase } from "./index.ts";
import type { TestDatabase } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it("a seeded workspace is read like any other, and seeding it again adds nothing", async () => {
  const experiment = await seedExperiment(test.db);
  const template = await seedRun(test.db, experiment, { a: { 0: [1, 2, 3], 1: [4] }, b: { 0: [5] } });
  const { workspaceId } = experiment;
  const wanted = {
    workspaceId,
    templateRunId: template.runId,
    services: 3,
    experiments: 20,
    runs: 60,
    deep: 30,
    detailed: 2,
  };
  const seeded = await seedWorkspace(test.url, wanted);
  expect(seeded).toMatchObject({ experiments: 21, runs: 61 });
  await test.db.inWorkspace(workspaceId, async (tx) => {
    const { experiments, total } = await readCatalog(tx, { sort: "runs", limit: 1 });
    expect([total, experiments[0]?.id, experiments[0]?.runsTotal]).toEqual([21, seeded.deepExperimentId, 32]);
    const { runs } = await readExperimentRuns(tx, {
      experimentId: seeded.deepExperimentId,
      which: "all",
      skip: 0,
      limit: 1,
    });
    expect((await readTotals(tx, runs[0]?.id ?? "")).map(({ total: { requests } }) => requests)).toEqual([
      5, 4, 1,
    ]);
    const newest = await tx.query<{ id: string }>(
      "select id from run where id <> $1 order by published_at desc limit 1",
      [template.runId],
    );
    expect((await readTimeline(tx, { runId: newest[0]?.id ?? "" }))?.points).toHaveLength(2);
  });
  expect(await seedWorkspace(test.url, wanted)).toEqual(seeded);
});
