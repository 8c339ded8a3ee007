import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { runAnswer } from "@headroom/contract";
import { mergeAllCells } from "@headroom/core";
import { encodeSnappy } from "@headroom/core/wire";
import { readLiveTraffic } from "@headroom/services/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

/** When the bodies were captured, all in one run of k6. */
const NOW = new Date("2026-11-21T09:43:00Z");

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  world.test.pass((NOW.getTime() - world.test.services.clock().getTime()) / 1_000);
});
afterAll(() => world.close());

const require = createRequire(import.meta.url);
const fixtures = join(dirname(require.resolve("@headroom/formats")), "wire");
const fixture = (path: string) => readFileSync(join(fixtures, path));
const truth = JSON.parse(readFileSync(join(fixtures, "influx/fixtures/k6-1.8.1/truth.json"), "utf8")) as {
  http_req_duration: Record<string, number[]>;
};
const everything = Object.values(truth.http_req_duration).flat();
const lines = () => gunzipSync(fixture("influx/fixtures/k6-1.8.1/all.body.gz"));

interface Sent {
  payload?: Uint8Array | string | object;
  headers?: Record<string, string>;
  token?: string;
}

async function post(url: string, { payload, headers = {}, token = world.home.ingestToken }: Sent = {}) {
  const body = payload instanceof Uint8Array ? Buffer.from(payload) : payload;
  const response = await world.app.inject({
    method: "POST",
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  const text = response.payload;
  return { status: response.statusCode, body: text.startsWith("{") ? (JSON.parse(text) as object) : text };
}

async function open(query = ""): Promise<string> {
  const { body } = await post(`/v1/runs/live?service=Shop&experiment=Peak${query}`);
  return runAnswer.parse(body).run.id;
}

async function finish(run: string) {
  const { status, body } = await post(`/v1/runs/${run}/finish`, { payload: {} });
  expect(status, JSON.stringify(body)).toBe(200);
  return runAnswer.parse(body);
}

/** What the same bodies are as live traffic of a service. */
async function trafficOf(service: string, requests: number) {
  return vi.waitFor(async () => {
    const cells = await readLiveTraffic(world.test.services, world.home.workspaceId, service);
    const all = mergeAllCells(cells.filter(({ label }) => label === "(all)").map(({ cell }) => cell));
    expect(all.requests).toBe(requests);
    return { all, labels: new Set(cells.map(({ label }) => label)).size - 1 };
  }, 20_000);
}

const remoteWrite = {
  "content-type": "application/x-protobuf",
  "content-encoding": "snappy",
  "x-prometheus-remote-write-version": "0.1.0",
};

describe("a live run of k6", () => {
  it("by its InfluxDB output has what its raw file has, and what the service's live traffic would have", async () => {
    const run = await open("&target=p99%3C%3D5s");
    // k6 can't add parameters to its address, so its database names the run. What it sends again counts once.
    expect((await post(`/query?q=CREATE+DATABASE+%22run%3A${run}%22`)).status).toBe(200);
    for (const url of [`/write?db=run%3A${run}`, `/write?db=run%3A${run}`, `/write?db=k6&run=${run}`])
      expect((await post(url, { payload: lines() })).status).toBe(204);
    const { summary, verdict, run: told } = await finish(run);
    expect((await post("/write?db=Beside", { payload: lines() })).status).toBe(204);
    const { all, labels } = await trafficOf("beside", everything.length);
    // The third time under another address: the same requests again, as another client's.
    expect([summary.requests, summary.errors, summary.labelsTotal]).toEqual([2 * all.requests, 2, labels]);
    expect([told.status, verdict]).toEqual(["finished", "met"]);
    const sorted = everything.toSorted((a, b) => a - b);
    for (const [name, q] of [
      ["p50", 0.5],
      ["p95", 0.95],
      ["p99", 0.99],
    ] as const) {
      const exact = sorted[Math.ceil(q * sorted.length) - 1] ?? 0;
      expect(Math.abs((summary.latencyMs[name] ?? 0) / exact - 1)).toBeLessThan(0.0051);
    }
    expect(summary.latencyMs.max).toBe((all.maxMicros ?? 0) / 1_000);
  });

  it("by remote write has its counts, and by OTLP buckets that hold the true percentiles", async () => {
    const written = await open();
    const headers = { ...remoteWrite, "headroom-run": written };
    for (const body of [1, 2, 3, 4, 5, 6, 7, 3, 4]) {
      const payload = fixture(`remote-write/fixtures/k6-1.8.1/${body}.body`);
      expect((await post("/api/v1/write", { payload, headers })).status).toBe(204);
    }
    const counted = await finish(written);
    expect([counted.summary.requests, counted.summary.errors]).toEqual([everything.length, 1]);
    expect(counted.summary.latencyMs.p99).toBeNull();

    const exported = await open();
    for (const body of [1, 7, 7]) {
      const payload = gunzipSync(fixture(`otlp/fixtures/k6-1.8.1/${body}.body.gz`));
      const sent = { payload, headers: { "content-type": "application/x-protobuf" } };
      expect((await post(`/v1/metrics?run=${exported}`, sent)).status).toBe(200);
    }
    const { summary, proof } = await finish(exported);
    expect([summary.requests, summary.errors, proof.source]).toEqual([everything.length, 1, "buckets"]);
    const sorted = everything.toSorted((a, b) => a - b);
    for (const [name, q] of [
      ["p50", 0.5],
      ["p99", 0.99],
    ] as const) {
      const { low = Infinity, high } = summary.latencyIntervalsMs[name] ?? {};
      const exact = sorted[Math.ceil(q * sorted.length) - 1] ?? 0;
      expect([low <= exact, (high ?? Infinity) >= exact]).toEqual([true, true]);
    }
  });

  it("has its gauges", async () => {
    const run = await open();
    expect((await post(`/write?run=${run}`, { payload: lines() })).status).toBe(204);
    await finish(run);
    const answer = await world.app.inject({
      method: "GET",
      url: `/v1/runs/${run}/gauges`,
      headers: { authorization: `Bearer ${world.home.readToken}` },
    });
    expect(answer.payload).toContain('"users"');
  });
});

describe("a source that doesn't say which requests failed", () => {
  it("leaves the errors of the run unknown, while it goes on and at its end", async () => {
    const run = await open("&target=errors%3C%3D1%25");
    const at = NOW.getTime() * 1_000_000;
    const payload = [1, 2, 3]
      .map((value) => `http_req_duration,name=a value=${value} ${at + value}`)
      .join("\n");
    expect((await post(`/write?run=${run}`, { payload })).status).toBe(204);
    await vi.waitFor(async () => {
      const answer = await world.app.inject({
        method: "GET",
        url: `/v1/runs/${run}`,
        headers: { authorization: `Bearer ${world.home.readToken}` },
      });
      expect(answer.json()).toMatchObject({ summary: { requests: 3, errors: null, errorRate: null } });
    }, 20_000);
    const { summary, targets } = await finish(run);
    expect([summary.requests, summary.errors, summary.errorRate]).toEqual([3, null, null]);
    expect(targets.map(({ verdict }) => verdict)).toEqual(["unsure"]);
  });
});

describe("metrics of a simulator", () => {
  it("mark the run, which can have real ones, too", async () => {
    const at = NOW.getTime() * 1_000_000;
    const line = (tags: string) => ({ payload: `http_req_duration,name=a${tags} value=5 ${at}` });
    const marked = line(",headroom_simulated=true");
    const [simulated, both, real] = [await open(), await open(), await open()];
    for (const run of [simulated, both]) expect((await post(`/write?run=${run}`, marked)).status).toBe(204);
    for (const run of [both, real]) expect((await post(`/write?run=${run}`, line(""))).status).toBe(204);
    const codesOf = async (run: string) => (await finish(run)).warnings.map(({ code }) => code);
    expect(await codesOf(simulated)).toContain("traffic-simulated");
    expect(await codesOf(both)).toContain("traffic-partly-simulated");
    expect((await codesOf(real)).filter((code) => code.includes("simulated"))).toEqual([]);
  });
});

describe("metrics for a run", () => {
  const point = () => `http_req_duration,name=a value=5 ${NOW.getTime() * 1_000_000}`;
  const asked = (run: string, sent: Sent = {}) =>
    post(`/write?db=x&run=${run}`, { payload: point(), ...sent });

  it("are refused in every protocol if there is no such run, or none of this workspace", async () => {
    const run = await open();
    const nowhere = "00000000-0000-4000-8000-000000000000";
    const foreign = { token: world.foreign.ingestToken };
    for (const answer of [
      await asked("nonsense"),
      await asked(nowhere),
      await asked(run, foreign),
      await post(`/api/v2/write?bucket=run:${nowhere}`, { payload: point() }),
      await post(`/api/v1/write?run=${nowhere}`, {
        payload: encodeSnappy(Buffer.alloc(0)),
        headers: remoteWrite,
      }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: "not-found" } });
    const otlp = { payload: "{}", headers: { "content-type": "application/json", "headroom-run": nowhere } };
    expect((await post("/v1/metrics", otlp)).status).toBe(404);
    expect(await asked(run, { token: world.home.readToken })).toMatchObject({
      status: 403,
      body: { code: "scope-missing" },
    });
  });

  it("are refused for a run that has ended, and if a service is named as well", async () => {
    const run = await open();
    expect((await asked(run)).status).toBe(204);
    expect(await post(`/write?run=${run}&service=Shop`, { payload: point() })).toMatchObject({
      status: 400,
      body: { code: "parameter-unreadable", field: "run" },
    });
    await finish(run);
    expect(await asked(run)).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("can't come from a batch of another writer, and without requests there is no run", async () => {
    const run = await open();
    const batch = { writer: "(metrics)", sequence: 1 };
    expect(await post(`/v1/runs/${run}/cells`, { payload: batch })).toMatchObject({
      status: 400,
      body: { code: "batch-unreadable", field: "writer" },
    });
    expect((await post(`/write?run=${run}`, { payload: "queue_size value=3" })).status).toBe(204);
    expect(await post(`/v1/runs/${run}/finish`, { payload: {} })).toMatchObject({
      body: { code: "file-empty" },
    });
  });
});
