import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";
import { seedExperiment } from "./testing/run.ts";
import { countUpload, readUsageDays } from "./usage.ts";

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

it("uploads that end at the same time don't wait for each other, and all count", async () => {
  const uploads = 3;
  const all = Promise.withResolvers<void>();
  let counted = 0;
  await Promise.all(
    Array.from({ length: uploads }, () =>
      test.db.inWorkspace(workspaceId, async (tx) => {
        await countUpload(tx, workspaceId, upload);
        counted += 1;
        if (counted === uploads) all.resolve();
        // None commits before all have counted.
        await all.promise;
      }),
    ),
  );
  expect(await days()).toEqual([{ day: "2026-11-27", uploads, samples: 30, bytes: 3_000 }]);
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
  expect(await days()).toEqual([{ day: "2026-11-27", uploads: 5, samples: 31, bytes: 3_001 }]);
});
