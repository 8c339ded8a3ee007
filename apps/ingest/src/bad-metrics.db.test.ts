import { request as httpRequest } from "node:http";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { mergeAllCells } from "@headroom/core";
import { encodeSnappy } from "@headroom/core/wire";
import { createToken, revokeToken } from "@headroom/services";
import { readLiveTraffic } from "@headroom/services/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const SLOW_CLIENTS = 6;
const BYTE_MILLIS = 50;
const MIB = 1_048_576;

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const require = createRequire(import.meta.url);
const wire = join(dirname(require.resolve("@headroom/formats")), "wire");
const written = () => readFileSync(join(wire, "remote-write/fixtures/k6-1.8.1/1.body"));

const SNAPPY = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
const GZIP = { "content-encoding": "gzip" };
const PROTOBUF = { "content-type": "application/x-protobuf" };
const JSON_TYPE = { "content-type": "application/json" };

async function post(
  url: string,
  payload: Uint8Array | string,
  headers: Record<string, string> = {},
  token = world.home.ingestToken,
) {
  const response = await world.app.inject({
    method: "POST",
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: typeof payload === "string" ? payload : Buffer.from(payload),
  });
  return { status: response.statusCode, text: response.payload };
}

/** What a service has counted, once that many requests have arrived. */
async function countedIn(service: string, requests: number) {
  return vi.waitFor(async () => {
    const cells = await readLiveTraffic(world.test.services, world.home.workspaceId, service);
    const all = mergeAllCells(cells.filter(({ label }) => label === "(all)").map(({ cell }) => cell));
    expect(all.requests).toBe(requests);
    return new Set(cells.map(({ label }) => label));
  }, 20_000);
}

const nanos = (secondsAgo = 0) => (world.test.services.clock().getTime() - secondsAgo * 1_000) * 1_000_000;

/** A Snappy block that says how long it is, and has nothing of it. */
function declaring(bytes: number): Buffer {
  const out: number[] = [];
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 128))
    out.push((rest % 128) + (rest >= 128 ? 128 : 0));
  return Buffer.from(out);
}

function sumOf(value: string, more: object = {}): string {
  const point = { timeUnixNano: String(nanos()), startTimeUnixNano: String(nanos(1)), asInt: value, ...more };
  const sum = { isMonotonic: true, aggregationTemporality: 1, dataPoints: [point] };
  const metrics = [{ name: "http_requests_total", sum }];
  return JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
}

type Case = [what: string, send: () => ReturnType<typeof post>, status: number, code: string | null];

describe("a body that can't be read is refused as a whole", () => {
  const write = "/api/v1/write?service=Bad";
  it.each<Case>([
    ["Snappy that can't be decoded", () => post(write, "not snappy", SNAPPY), 400, "encoding-broken"],
    ["Snappy that ends early", () => post(write, written().subarray(0, 900), SNAPPY), 400, "encoding-broken"],
    ["Snappy of 4 GiB", () => post(write, declaring(2 ** 32 - 1), SNAPPY), 413, "decompressed-too-large"],
    [
      "protobuf that ends early",
      () => post(write, encodeSnappy(Buffer.from([10, 200, 1, 8])), SNAPPY),
      400,
      "batch-unreadable",
    ],
    [
      "OTLP's protobuf that ends early",
      () => post("/v1/metrics?service=Bad", Buffer.from([10, 200, 1]), PROTOBUF),
      400,
      null,
    ],
    [
      "JSON that ends early",
      () => post("/v1/metrics?service=Bad", '{"resourceMetrics":[', JSON_TYPE),
      400,
      null,
    ],
    ["gzip that can't be decoded", () => post("/write?db=bad", "no gzip", GZIP), 400, "encoding-broken"],
    ["more than 32 MiB", () => post("/write?db=bad", Buffer.alloc(33 * MIB, "x")), 413, "body-too-large"],
    [
      "a gzip bomb",
      () => post("/write?db=bad", gzipSync(Buffer.alloc(100 * MIB)), GZIP),
      413,
      "decompressed-too-large",
    ],
    [
      "an unknown precision",
      () => post("/write?db=bad&precision=fortnight", "a b=1"),
      400,
      "parameter-unreadable",
    ],
  ])("%s", async (_what, send, status, code) => {
    const answer = await send();
    expect(answer.status, answer.text).toBe(status);
    // OTLP's own failures have no code.
    if (code !== null) expect(JSON.parse(answer.text)).toMatchObject({ code });
  });
});

describe("values that can't be used are refused, and the others count", () => {
  const line = (value: string, at: number) => `http_req_duration,name=a value=${value} ${at}`;
  it.each<[string, () => string[], string]>([
    [
      "timestamps of mixed units",
      () => [line("1", nanos() / 1e6), line("2", nanos() / 1e9)],
      "more than a day old",
    ],
    ["a clock an hour ahead", () => [line("1", nanos(-3_600)), line("2", nanos(-3_600))], "ahead"],
    ["negative values and NaN", () => [line("NaN", nanos()), line("-1", nanos())], "is negative"],
    [
      "values that no source can have",
      () => [`vus value=1e300 ${nanos()}`, `vus value=-1e300 ${nanos()}`],
      "too large",
    ],
  ])("%s", async (what, build, reason) => {
    const service = `Partly ${what.split(" ", 1)[0]}`;
    const answer = await post(
      `/write?db=${encodeURIComponent(service)}`,
      [line("5", nanos()), ...build()].join("\n"),
    );
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { code: "points-refused" }]);
    expect(answer.text).toContain("2 values were refused");
    expect(answer.text).toContain(reason);
    await countedIn(service.toLowerCase().replaceAll(/[^a-z]+/g, "-"), 1);
  });

  it("an hour behind, they are late: they count where they say", async () => {
    expect((await post("/write?db=Late", line("5", nanos(3_600)))).status).toBe(204);
    await countedIn("late", 1);
  });

  it("negative deltas, and bounds of buckets that no latency has", async () => {
    const negative = await post("/v1/metrics?service=Deltas", sumOf("-5"), JSON_TYPE);
    expect([negative.status, JSON.parse(negative.text)]).toMatchObject([
      200,
      { partialSuccess: { rejectedDataPoints: "1" } },
    ]);
    expect((await post("/v1/metrics?service=Deltas", sumOf("7"), JSON_TYPE)).status).toBe(200);
    await countedIn("deltas", 7);
    const times = { timeUnixNano: String(nanos()), startTimeUnixNano: String(nanos(1)) };
    const point = {
      ...times,
      count: "6",
      sum: 1e300,
      explicitBounds: [0.1, 1e305],
      bucketCounts: ["1", "2", "3"],
    };
    const histogram = { aggregationTemporality: 1, dataPoints: [point] };
    const metrics = [{ name: "http.server.request.duration", unit: "s", histogram }];
    const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
    expect((await post("/v1/metrics?service=Bounds", body, JSON_TYPE)).status).toBe(200);
    await countedIn("bounds", 6);
  });

  it("names that aren't text a database takes", async () => {
    const text = JSON.stringify({
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              metrics: [
                { name: "a\u0000b", gauge: { dataPoints: [{ timeUnixNano: String(nanos()), asInt: "1" }] } },
              ],
            },
          ],
        },
      ],
    });
    expect((await post("/v1/metrics?service=Names", text, JSON_TYPE)).status).toBe(200);
    expect((await post("/write?db=Names", line("5", nanos()))).status).toBe(204);
    await countedIn("names", 1);
    const aside = await world.test.db.asJobs((tx) => tx.query("select reason from live_log_failed"));
    expect(aside).toEqual([]);
  });
});

it("more labels than a service can have are counted under (other), and none is lost", async () => {
  const lines = Array.from(
    { length: 3_000 },
    (_, at) => `http_req_duration,name=page-${at} value=5 ${nanos(at % 5)}`,
  );
  expect((await post("/write?db=Wide", lines.join("\n"))).status).toBe(204);
  expect((await countedIn("wide", lines.length)).size).toBeLessThanOrEqual(1_002);
});

describe("a client", () => {
  let impatient: TestApp;
  beforeAll(async () => {
    impatient = await createTestApp({ bodyLimits: { ...world.deps.bodyLimits, idleSeconds: 0.5 } });
  });
  afterAll(() => impatient.close());

  it("whose token is revoked in mid-stream is refused from then on", async () => {
    const ctx = world.home.owner;
    const { id, secret } = await createToken({ ctx, input: { name: "stream", scopes: ["ingest"] } });
    const send = (value: number) =>
      post("/write?db=Revoked", `http_req_duration,name=a value=${value} ${nanos()}`, {}, secret);
    expect((await send(1)).status).toBe(204);
    await revokeToken({ ctx, input: { tokenId: id } });
    const refused = await send(2);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([401, { code: "token-revoked" }]);
    await countedIn("revoked", 1);
  });

  it("that sends a byte at a time holds up no other workspace, and is cut off", async () => {
    const headers = { authorization: `Bearer ${impatient.home.ingestToken}` };
    const answers = Array.from({ length: SLOW_CLIENTS }, () => {
      const client = httpRequest(`${impatient.address}/write?db=Slow`, { method: "POST", headers });
      const bytes = setInterval(() => client.write("h"), BYTE_MILLIS);
      const answer = new Promise<number>((resolve, reject) => {
        client.on("error", reject);
        client.on("response", (response) => resolve(response.resume().statusCode ?? 0));
      });
      return answer.finally(() => clearInterval(bytes));
    });
    const payload = `http_req_duration,name=a value=5 ${nanos()}`;
    const others = { authorization: `Bearer ${impatient.foreign.ingestToken}` };
    const quick = await impatient.app.inject({
      method: "POST",
      url: "/write?db=Quick",
      headers: others,
      payload,
    });
    expect(quick.statusCode).toBe(204);
    // It may be the network: the client is to send again.
    expect(await Promise.all(answers)).toEqual(Array.from(answers, () => 503));
  });

  it.each(["/write?db=Idle", "/api/v1/write?service=Idle", "/v1/metrics?service=Idle"])(
    "that stops sending to %s is asked to send again",
    async (path) => {
      const headers = {
        authorization: `Bearer ${impatient.home.ingestToken}`,
        "content-type": "application/x-protobuf",
        "content-length": "1000",
      };
      const client = httpRequest(`${impatient.address}${path}`, { method: "POST", headers });
      const answer = await new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
        client.on("error", reject);
        client.on("response", (response) => {
          response.resume();
          resolve([response.statusCode, response.headers["retry-after"]]);
        });
        client.write("h");
      });
      expect(answer).toEqual([503, "5"]);
      client.destroy();
    },
  );
});
