import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { createTestDatabase, openHangingProxy } from "./testing/index.ts";
import type { HangingProxy, TestDatabase } from "./testing/index.ts";

const LIMIT_MILLIS = 10_000;

let test: TestDatabase;
let proxy: HangingProxy;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await openHangingProxy(test.url);
  db = openDatabase({ url: proxy.url, maxConnections: 3 });
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await test.drop();
});

const ask = (seconds: number) => db.asJobs((tx) => tx.query("select pg_sleep($1)", [seconds]));

async function timed(work: () => Promise<unknown>): Promise<{ millis: number; code: unknown }> {
  const began = performance.now();
  const code = await work().then(
    () => "answered",
    (error: unknown) => Reflect.get(Object(error), "code") as unknown,
  );
  return { millis: performance.now() - began, code };
}

describe("a database that hangs", () => {
  it("fails what is under way and what comes, and is used again once it answers", async () => {
    await ask(0);
    const underWay = timed(() => ask(0.3));
    await wait(100);
    proxy.hang();
    const looking = timed(() => db.lookup.workspaceBySlug("nothing"));
    const queued = [1, 2, 3].map(() => timed(() => ask(0)));
    for (const one of await Promise.all([underWay, looking, ...queued])) {
      expect(one.code).toBe("unavailable");
      expect(one.millis).toBeLessThan(LIMIT_MILLIS);
    }
    const later = await timed(() => ask(0));
    expect(later.code).toBe("unavailable");
    expect(later.millis).toBeLessThan(1_000);
    proxy.goOn();
    await expect
      .poll(() => timed(() => ask(0)).then(({ code }) => code), { timeout: 15_000 })
      .toBe("answered");
  });

  it("is not one that is slow", async () => {
    expect(await timed(() => ask(9))).toMatchObject({ code: "answered" });
  });
});
