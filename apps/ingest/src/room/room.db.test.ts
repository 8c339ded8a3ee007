import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { measureDatabase } from "@headroom/services";
import { jtl } from "../testing/jtl.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(() => setFree(1_000_000));

const file = jtl({ rows: 2_000 });
const setFree = (bytes: number) => world.deps.room.update({ databaseDiskFreeBytes: bytes });

function call(method: "GET" | "POST", url: string, payload?: string, key?: string) {
  const token = method === "GET" ? world.home.readToken : world.home.ingestToken;
  return world.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

const count = (table: "part" | "run" | "run_cell") =>
  world.test.db.asJobs(async (tx) => {
    const [row] = await tx.query<{ count: number }>(`select count(*) as count from ${table}`);
    return row?.count ?? 0;
  });

const upload = (key?: string) => call("POST", "/v1/runs?service=Checkout&experiment=Room", file, key);

it("refuses everything large while the disk is almost full, and answers the rest", async () => {
  const { run } = runAnswer.parse((await upload()).json());
  setFree(999);
  const large = [
    `/v1/runs?service=Checkout&experiment=Room`,
    `/v1/runs/live?service=Checkout&experiment=Room`,
    `/v1/runs/${run.id}/cells`,
    `/v1/runs/${run.id}/gauges`,
    `/v1/runs/${run.id}/events`,
    `/v1/runs/${run.id}/reparse`,
  ];
  for (const url of large) {
    const refused = await call("POST", url, file);
    expect([url, refused.statusCode]).toEqual([url, 507]);
    expect(refused.headers["content-type"]).toBe("application/problem+json");
    expect(refused.headers["retry-after"]).toBe("60");
    expect(refused.json()).toMatchObject({ code: "storage-full" });
  }
  expect((await call("GET", `/v1/runs/${run.id}`)).statusCode).toBe(200);
  const ready = await world.app.inject({ url: "/readyz" });
  expect([ready.statusCode, ready.json()]).toEqual([200, expect.objectContaining({ room: "full" })]);
});

it("says nothing about the disk to requests without a token", async () => {
  setFree(999);
  const refused = await world.app.inject({ method: "POST", url: "/v1/runs", payload: file });
  expect(refused.statusCode).toBe(401);
});

it("takes the same upload under its key once there is room", async () => {
  setFree(999);
  expect((await upload("again")).statusCode).toBe(507);
  setFree(1_000_000);
  expect((await upload("again")).statusCode).toBe(201);
});

it("stops an upload that is running, and leaves nothing of it", async () => {
  const before = [await count("part"), await count("run"), await count("run_cell")];
  const client = request(`${world.address}/v1/runs?service=Checkout&experiment=Cut`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    client.on("response", (response) => resolve(response.resume().statusCode));
    client.on("error", reject);
  });
  client.write(file.slice(0, 70_000));
  await expect.poll(() => count("part"), { interval: 10 }).toBe((before[0] ?? 0) + 1);
  setFree(999);
  client.write(file.slice(70_000, 100_000));
  expect(await Promise.race([answered, delay(10_000, "no answer")])).toBe(507);
  client.destroy();
  await expect.poll(() => count("part"), { interval: 10 }).toBe(before[0]);
  expect([await count("part"), await count("run"), await count("run_cell")]).toEqual(before);
});

it("measures the database with the rights that it has", async () => {
  expect(await measureDatabase(world.test.services)).toBeGreaterThan(1_000_000);
});
