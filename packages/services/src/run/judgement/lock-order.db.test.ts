import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { holdExperiment, holdRun } from "@headroom/db";
import { NotedRuns } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const stored = (id: string) => world.inHome(({ prisma }) => prisma.run.findUniqueOrThrow({ where: { id } }));

async function waitingForLocks(): Promise<number> {
  const [found] = await world.inHome((tx) =>
    tx.query<{ count: number }>(
      `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
       where a.datname = current_database() and not l.granted`,
    ),
  );
  return found?.count ?? 0;
}

it("a run is judged while an upload or an edit holds its experiment, and neither waits for the other for ever", async () => {
  const runId = await runs.run("Held", 1, 1, { target: "p99 <= 5 s" });
  const { experimentId } = await stored(runId);
  let judging: Promise<void> = Promise.resolve();
  await world.inHome(async (tx) => {
    await holdExperiment(tx, experimentId);
    judging = runs.settle(runId);
    await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(0), 10_000);
    await holdRun(tx, runId);
  });
  await judging;
  expect((await stored(runId)).outcome).toBe("holds");
});
