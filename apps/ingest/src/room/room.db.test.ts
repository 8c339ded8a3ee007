import { execFile } from "node:child_process";
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { liveState, runAnswer } from "@headroom/contract";
import type { WorkspaceUsage } from "@headroom/contract";
import { closeSilentRuns, createToken, measureDatabase, StorageLimit } from "@headroom/services";
import { batchOf, steadySamples } from "@headroom/services/testing";
import { bundledIngest } from "../testing/bundled-ingest.ts";
import { startEnvironment } from "../testing/ingest-process.ts";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";
import { watchRoom } from "./watch-room.ts";

let world: TestApp;
let manage: string;
beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "jobs", scopes: ["manage" as const] };
  manage = (await createToken({ ctx: world.home.owner, input })).secret;
});
afterAll(() => world.close());
beforeEach(() => setFree(1_000_000));

const file = jtl({ rows: 2_000 });
const setFree = (bytes: number) => world.deps.room.update({ databaseDiskFreeBytes: bytes });

function call(method: "GET" | "POST", url: string, payload?: string, key?: string) {
  return world.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${tokenFor(method, url)}`,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

function tokenFor(method: "GET" | "POST", url: string): string {
  if (url.endsWith("/reparse")) return manage;
  return method === "GET" && !url.endsWith("/live") ? world.home.readToken : world.home.ingestToken;
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
    `/v1/runs/${run.id}/finish`,
    "/write?db=shop",
    `/write?run=${run.id}`,
    "/api/v2/write?bucket=shop",
    "/api/v1/write?service=shop",
    "/v1/metrics?service=shop",
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

it("asks OpenTelemetry's exporters to send again, which drop what gets a 507", async () => {
  setFree(999);
  const refused = await world.app.inject({
    method: "POST",
    url: "/v1/metrics?service=shop",
    headers: { authorization: `Bearer ${world.home.ingestToken}`, "content-type": "application/json" },
    payload: "{}",
  });
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "60"]);
  expect(refused.json()).toMatchObject({ message: expect.stringContaining("disk space") as string });
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

const samples = steadySamples({ seconds: 30, perSecond: 20 });
const sendBatch = (runId: string, sequence: number) =>
  call("POST", `/v1/runs/${runId}/cells`, JSON.stringify(batchOf(samples, { writer: "a", sequence })));
const counted = async (runId: string) => {
  const { writers } = liveState.parse((await call("GET", `/v1/runs/${runId}/live`)).json());
  return writers.map(({ sequence }) => sequence);
};

it("counts, closes and finishes live runs only while there is room, and loses nothing", async () => {
  const opened = await call("POST", "/v1/runs/live?service=Checkout&experiment=Live");
  const { run } = runAnswer.parse(opened.json());
  expect((await sendBatch(run.id, 1)).statusCode).toBe(200);
  await expect.poll(() => counted(run.id), { interval: 10 }).toEqual([1]);
  const { log } = world.deps.intake;
  vi.spyOn(log, "append").mockImplementationOnce((partition, body) => {
    setFree(999);
    return log.append(partition, body);
  });
  expect((await sendBatch(run.id, 2)).statusCode).toBe(200);
  expect(await counted(run.id)).toEqual([1]);
  const { services, intake, uploads, importLimits: limits, webUrl } = world.deps;
  const input = { silentSeconds: -60, limits, webUrl };
  await expect(closeSilentRuns({ services, uploads, intake, input })).rejects.toMatchObject({
    code: "storage-full",
  });
  expect((await call("POST", `/v1/runs/${run.id}/finish`)).statusCode).toBe(507);
  setFree(1_000_000);
  const finished = await call("POST", `/v1/runs/${run.id}/finish`);
  expect(runAnswer.parse(finished.json())).toMatchObject({
    run: { status: "finished" },
    summary: { requests: 1_200 },
  });
});

it("refuses to start with a folder of the database that isn't there", async () => {
  const { room, services } = world.deps;
  const watched = { room, services, databaseDir: "/nowhere/database", keptFilesDir: null };
  await expect(watchRoom(watched, world.app.log)).rejects.toThrow(
    "HEADROOM_DATABASE_DIR is /nowhere/database, but its disk can't be measured (ENOENT).",
  );
});

it("refuses a workspace past its limit and no other, and lets it read and finish", async () => {
  const full = await createTestApp({ storageLimit: new StorageLimit(1, { rememberMillis: 0 }) });
  const ask = (method: "GET" | "POST", url: string, token: string) =>
    full.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(method === "POST" ? { payload: url.endsWith("finish") ? "{}" : file } : {}),
    });
  try {
    const { ingestToken } = full.home;
    const uploadTo = "/v1/runs?service=Checkout&experiment=Quota";
    const opened = await ask("POST", "/v1/runs/live?service=Checkout&experiment=Live", ingestToken);
    expect((await ask("POST", uploadTo, ingestToken)).statusCode).toBe(201);
    const refused = await ask("POST", uploadTo, ingestToken);
    expect(refused.statusCode).toBe(507);
    expect(refused.headers["retry-after"]).toBeUndefined();
    expect(refused.json()).toMatchObject({ code: "workspace-full" });
    expect((await ask("POST", uploadTo, full.foreign.ingestToken)).statusCode).toBe(201);
    const line = { method: "POST", url: "/write?db=Checkout", payload: "http_req_duration value=5" } as const;
    const traffic = (token: string) =>
      full.app.inject({
        ...line,
        headers: { authorization: `Bearer ${token}`, "content-type": "text/plain" },
      });
    expect((await traffic(ingestToken)).statusCode).toBe(507);
    expect((await traffic(full.foreign.ingestToken)).statusCode).toBe(507);
    const stored = await ask("GET", "/v1/workspace/storage", full.home.readToken);
    expect([stored.statusCode, stored.json()]).toEqual([200, expect.objectContaining({ maxBytes: 1 })]);
    const { run } = runAnswer.parse(opened.json());
    const finished = await ask("POST", `/v1/runs/${run.id}/finish`, ingestToken);
    expect(finished.json()).not.toMatchObject({ code: "workspace-full" });
  } finally {
    await full.close();
  }
});

it("refuses uploads and live runs past a quota that the operator's command set", async () => {
  const command = await bundledIngest("quota-command");
  const quota = async (...args: string[]) => {
    const env = { ...startEnvironment(), DATABASE_URL: world.test.url };
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], { env });
    return stdout;
  };
  const usage = () => call("GET", "/v1/workspace/usage");
  const uploadsToday = (await usage()).json<WorkspaceUsage>().days.at(-1)?.uploads ?? 0;
  expect(await quota("home", "--uploads-per-day", String(uploadsToday))).toMatch(
    new RegExp(`^home: ${uploadsToday} of ${uploadsToday} uploads today; .* stored, no quota\n$`),
  );
  const live = await call("POST", "/v1/runs/live?service=Checkout&experiment=Room");
  for (const refused of [await upload("quota"), live]) {
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: "quota-exceeded" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await usage()).json()).toMatchObject({ workspace: "home", quota: { uploadsPerDay: uploadsToday } });
  expect(await quota()).toContain("home: ");
  await quota("home", "--uploads-per-day", "none");
  expect((await upload("quota")).statusCode).toBe(201);
  await expect(quota("nowhere")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nowhere"),
  });
  await expect(quota("home", "--uploads-per-day", "many")).rejects.toMatchObject({ code: 2 });
});
