import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";
import { seedExperiment } from "./testing/run.ts";
import { countUpload, readUsageDays, SLOTS } from "./usage.ts";

let test: TestDatabase;
let workspaceId: string;
let owner: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  workspaceId = (await seedExperiment(test.db)).workspaceId;
  owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

const at = new Date("2026-11-27T23:30:00Z");
const upload = { at, samples: 10, bytes: 1_000 };
const days = () => test.db.inWorkspace(workspaceId, (tx) => readUsageDays(tx, at));

let counted = 0;

it("uploads that end at the same time don't wait for each other, and all count", async () => {
  const connections = 3;
  const [known, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = new Map<number, number>();
  let looked = 0;
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      test.db.inWorkspace(workspaceId, async (tx) => {
        const [row] = await tx.query<{ slot: number }>(`select pg_backend_pid() % ${SLOTS} as slot`);
        const slot = row?.slot ?? 0;
        if (!own.has(slot)) own.set(slot, index);
        looked += 1;
        if (looked === connections) known.resolve();
        await known.promise;
        // By chance, two connections share a row.
        if (own.get(slot) !== index) return;
        await countUpload(tx, workspaceId, upload);
        counted += 1;
        if (counted === own.size) all.resolve();
        // None commits before all have counted.
        await all.promise;
      }),
    ),
  );
  expect(await days()).toEqual([
    { day: "2026-11-27", uploads: counted, samples: 10 * counted, bytes: 1_000 * counted },
  ]);
});

it("what was counted in one row before is added", async () => {
  await owner.query("begin");
  await owner.query("set local role headroom_app");
  await owner.query("select set_config('app.workspace', $1, true)", [workspaceId]);
  await owner.query(
    "insert into usage_day (workspace_id, day, uploads, samples, bytes) values ($1, '2026-11-27', 2, 1, 1)",
    [workspaceId],
  );
  await owner.query("commit");
  expect(await days()).toEqual([
    { day: "2026-11-27", uploads: counted + 2, samples: 10 * counted + 1, bytes: 1_000 * counted + 1 },
  ]);
});
