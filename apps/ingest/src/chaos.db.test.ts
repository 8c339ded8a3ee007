import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { seededRandom } from "@headroom/core";
import { Uploads } from "@headroom/services";
import { createTenant, createTestServices } from "@headroom/services/testing";
import type { Tenant, TestServices } from "@headroom/services/testing";
import { startIngest } from "./testing/ingest-process.ts";
import { jtl } from "./testing/jtl.ts";

let test: TestServices;
let home: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
});
afterAll(() => test.drop());

const ROWS = 6_000;
const KILLS = 2;
const chance = seededRandom(2022);
const body = jtl({ rows: ROWS, perSecond: 20 });

/** Null: no answer came. */
async function upload(address: string, key: string) {
  try {
    const answer = await fetch(`${address}/v1/runs?service=S&experiment=${key}`, {
      method: "POST",
      headers: { authorization: `Bearer ${home.ingestToken}`, "idempotency-key": key },
      body,
    });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return null;
  }
}

async function untilStored(address: string, key: string) {
  for (;;) {
    const answered = await upload(address, key);
    if (answered?.status === 201) return runAnswer.parse(answered.body);
    // The other process has just died, and its claim is about to be taken over.
    expect(answered?.body).toMatchObject({ code: "in-progress" });
    await delay(20);
  }
}

// `npm run soak -- chaos` does more of this, and worse.
it("loses and doubles no upload if ingest is killed at any moment of it, and another process takes over", async () => {
  const survivor = await startIngest(test.url);
  const began = performance.now();
  await untilStored(survivor.address, "whole");
  const wholeMillis = performance.now() - began;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dying = await startIngest(test.url);
    const key = `killed-${kill}`;
    const first = upload(dying.address, key);
    await delay(chance() * wholeMillis);
    dying.child.kill("SIGKILL");
    await once(dying.child, "exit");
    const before = await first;
    const [stored, again] = [
      await untilStored(survivor.address, key),
      await untilStored(survivor.address, key),
    ];
    expect(stored.summary).toMatchObject({ requests: ROWS });
    expect(again.run.id).toBe(stored.run.id);
    if (before?.status === 201) expect(runAnswer.parse(before.body).run.id).toBe(stored.run.id);
  }
  // A killed process's last commit can become visible after it was taken over; every process sweeps each minute.
  const uploads = new Uploads(test.services);
  await uploads.sweep();
  await uploads.close();
  const [left] = await test.db.asJobs((tx) =>
    tx.query<{ runs: number; published: number }>(
      `select (select count(*) from run) as runs, (select count(*) from part where state = 'published') as published`,
    ),
  );
  expect(left).toEqual({ runs: KILLS + 1, published: KILLS + 1 });
});
