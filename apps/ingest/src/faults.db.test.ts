import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Uploads } from "@headroom/services";
import { createTenant, createTestServices, openHangingProxy } from "@headroom/services/testing";
import type { Tenant, TestServices } from "@headroom/services/testing";
import { startIngest as start } from "./testing/ingest-process.ts";
import type { IngestProcess } from "./testing/ingest-process.ts";
import { jtl } from "./testing/jtl.ts";
import { until } from "./testing/until.ts";

let test: TestServices;
let home: Tenant;
let child: ChildProcess | null = null;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
});
afterEach(() => child?.kill("SIGKILL"));
afterAll(() => test.drop());

async function startIngest(databaseUrl: string, env: Record<string, string> = {}): Promise<IngestProcess> {
  const ingest = await start(databaseUrl, env);
  child = ingest.child;
  return ingest;
}

function begin(address: string, query = "") {
  const client = httpRequest(`${address}/v1/runs?service=S&experiment=E${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${home.ingestToken}`, "idempotency-key": "k" },
  });
  client.on("error", () => undefined);
  return client;
}

async function traces(): Promise<unknown> {
  return test.db.asJobs((tx) =>
    tx.query(
      `select (select count(*) from run) as runs, (select count(*) from part) as parts, (select count(*) from series) as series,
         (select count(*) from run_cell) as cells, (select count(*) from idempotency_key) as keys`,
    ),
  );
}
async function writing(): Promise<number> {
  const [row] = await test.db.asJobs((tx) =>
    tx.query<{ parts: number }>("select count(*) as parts from part where state = 'writing'"),
  );
  return row?.parts ?? 0;
}
const NOTHING = [{ runs: 0, parts: 0, series: 0, cells: 0, keys: 0 }];

describe("a process that is killed in the middle of an upload", () => {
  it("leaves no trace after the next one's sweep, and the same upload then works", async () => {
    const first = await startIngest(test.url);
    const client = begin(first.address);
    client.write(jtl({ rows: 60_000, perSecond: 10 }));
    await until(async () => {
      const [row] = await test.db.asJobs((tx) =>
        tx.query<{ cells: number }>("select count(*) as cells from run_cell"),
      );
      return (row?.cells ?? 0) > 0;
    });
    first.child.kill("SIGKILL");
    await once(first.child, "exit");

    const uploads = new Uploads(test.services);
    await until(async () => (await uploads.sweep()).parts > 0);
    await uploads.sweep();
    expect(await traces()).toEqual(NOTHING);
    await uploads.close();

    const second = await startIngest(test.url);
    const answered = await fetch(`${second.address}/v1/runs?service=S&experiment=E`, {
      method: "POST",
      headers: { authorization: `Bearer ${home.ingestToken}`, "idempotency-key": "k" },
      body: jtl({ rows: 1_000 }),
    });
    expect(answered.status).toBe(201);
  });
});

describe("a process that is told to stop", () => {
  it("finishes the upload that it is reading, takes no other, and ends well", async () => {
    const { child: ingest, address } = await startIngest(test.url);
    const file = jtl({ rows: 2_000 });
    const client = begin(address, "&run=last");
    client.setHeader("idempotency-key", "last");
    const answered = once(client, "response");
    client.write(file.slice(0, file.length / 2));
    await until(async () => (await writing()) > 0);
    ingest.kill("SIGTERM");
    await until(async () => (await fetch(`${address}/readyz`)).status === 503);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const other = await fetch(`${address}/v1/runs?service=S&experiment=E`, {
      method: "POST",
      headers: { authorization: `Bearer ${home.ingestToken}` },
      body: file,
    });
    expect([other.status, other.headers.get("connection")]).toEqual([503, "close"]);
    expect(other.headers.has("retry-after")).toBe(true);
    expect(await other.json()).toMatchObject({ code: "not-ready" });
    client.end(file.slice(file.length / 2));
    const [response] = (await answered) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(201);
    const [code] = (await once(ingest, "exit")) as [number];
    expect(code).toBe(0);
  });
});

describe("a process that can't wait any longer", () => {
  it("answers the upload that is still arriving, and leaves nothing of it", async () => {
    const before = await traces();
    const { child: ingest, address } = await startIngest(test.url, { HEADROOM_DRAIN_SECONDS: "1" });
    const client = begin(address, "&run=late");
    client.setHeader("idempotency-key", "late");
    const answered = once(client, "response");
    client.write(jtl({ rows: 2_000 }));
    await until(async () => (await writing()) > 0);
    ingest.kill("SIGTERM");
    const [response] = (await answered) as [{ statusCode: number; resume(): void }];
    response.resume();
    client.destroy();
    expect(response.statusCode).toBe(503);
    const [code] = (await once(ingest, "exit")) as [number];
    expect([code, await traces()]).toEqual([0, before]);
  });
});

describe("a database that is away", () => {
  it("is said by readiness and by uploads, with a time to come again", async () => {
    // Nothing listens on port 1, so the token can't be looked up either.
    const { address } = await startIngest("postgres://nobody:nothing@127.0.0.1:1/none");
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, ready.headers.has("retry-after")]).toEqual([503, true]);
    const refused = await fetch(`${address}/v1/runs?service=S&experiment=E`, {
      method: "POST",
      headers: { authorization: `Bearer ${home.ingestToken}` },
      body: jtl({ rows: 10 }),
    });
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
    expect(await refused.json()).toMatchObject({ code: "unavailable" });
    // Clients of wire protocols send it again after a 503.
    for (const path of ["/write?db=s", "/api/v2/write?bucket=s", "/api/v1/write", "/v1/metrics"]) {
      const headers = { authorization: `Bearer ${home.ingestToken}` };
      const metrics = await fetch(`${address}${path}`, { method: "POST", headers, body: "x" });
      expect([path, metrics.status, metrics.headers.has("retry-after")]).toEqual([path, 503, true]);
    }
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });
});

describe("a database that hangs", () => {
  it("is answered for within ten seconds, and an upload that is repeated with its key counts once", async () => {
    const proxy = await openHangingProxy(test.url);
    const { address } = await startIngest(proxy.url);
    const call = async (path: string, token: string, init: RequestInit = {}) => {
      const began = performance.now();
      const answer = await fetch(`${address}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, "idempotency-key": "hung" },
      });
      const body = (await answer.json()) as { code?: string; hint?: string };
      const later = answer.headers.has("retry-after");
      return { status: answer.status, later, body, millis: performance.now() - began };
    };
    const upload = () =>
      call("/v1/runs?service=S&experiment=Hung", home.ingestToken, {
        method: "POST",
        body: jtl({ rows: 500 }),
      });
    const read = () => call("/v1/runs?experiment=hung", home.readToken);
    expect((await read()).status).toBe(200);
    const first = upload();
    await until(async () => (await claimed()) > 0);
    proxy.hang();
    const answers = await Promise.all([first, read(), upload()]);
    for (const { status, later, body, millis } of answers) {
      // The first may have been stored just before.
      expect([
        [503, true, "unavailable"],
        [201, false, undefined],
      ]).toContainEqual([status, later, body.code]);
      expect(millis).toBeLessThan(10_000);
    }
    expect(answers[1].status).toBe(503);
    expect(answers[2].body.hint).toMatch(/same Idempotency-Key/);
    proxy.goOn();
    await until(async () => (await upload()).status === 201);
    expect((await read()).body).toMatchObject({ runs: [expect.anything()] });
    await proxy.close();
  });
});

async function claimed(): Promise<number> {
  const [row] = await test.db.asJobs((tx) =>
    tx.query<{ keys: number }>("select count(*)::int as keys from idempotency_key where key = 'hung'"),
  );
  return row?.keys ?? 0;
}
