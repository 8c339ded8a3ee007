import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SharedPool } from "./shared-pool.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let test: TestDatabase;
let pool: SharedPool;
beforeAll(async () => {
  test = await createTestDatabase();
  pool = new SharedPool(new AsyncLocalStorage(), { connectionString: test.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await test.drop();
});

const WHO = "select current_user as who, current_setting('statement_timeout') as limit";

async function afterwards(): Promise<unknown> {
  const client = await pool.connect();
  try {
    return (await client.query(WHO)).rows[0];
  } finally {
    client.release();
  }
}

it("a statement outside of a transaction may only look things up, and leaves nothing behind for the next user of its connection", async () => {
  const fresh = await afterwards();
  expect(fresh).not.toMatchObject({ who: "headroom_entry" });
  expect((await pool.query(WHO)).rows).toEqual([{ who: "headroom_entry", limit: "30s" }]);
  expect(await afterwards()).toEqual(fresh);
  await expect(pool.query("select from service")).rejects.toMatchObject({ code: "42501" });
  expect(await afterwards()).toEqual(fresh);
});
