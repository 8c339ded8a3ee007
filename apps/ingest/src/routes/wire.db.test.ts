import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { trafficAnswer } from "@headroom/contract";
import type { TrafficMapping } from "@headroom/contract";
import { mergeAllCells, quantileInterval } from "@headroom/core";
import { encodeSnappy } from "@headroom/core/wire";
import { createToken, listServices, updateTrafficMapping } from "@headroom/services";
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

interface Sent {
  payload?: Uint8Array | string;
  headers?: Record<string, string>;
  authorization?: string;
}

async function post(url: string, { payload, headers = {}, authorization }: Sent = {}) {
  const response = await world.app.inject({
    method: "POST",
    url,
    headers: { authorization: authorization ?? `Bearer ${world.home.ingestToken}`, ...headers },
    ...(payload === undefined
      ? {}
      : { payload: typeof payload === "string" ? payload : Buffer.from(payload) }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    raw: response.rawPayload,
    text: response.payload,
  };
}

/** What a service has counted, once that many requests have arrived. */
async function countedIn(service: string, requests: number) {
  return vi.waitFor(async () => {
    const cells = await readLiveTraffic(world.test.services, world.home.workspaceId, service);
    const all = mergeAllCells(cells.filter(({ label }) => label === "(all)").map(({ cell }) => cell));
    expect(all.requests).toBe(requests);
    const labels = Map.groupBy(cells, ({ label }) => label);
    const of = (label: string) => mergeAllCells((labels.get(label) ?? []).map(({ cell }) => cell));
    return { all, of, labels: [...labels.keys()].filter((label) => label !== "(all)").toSorted() };
  }, 20_000);
}

/** The latencies of k6's own raw file of the same run. */
const truth = JSON.parse(readFileSync(join(fixtures, "influx/fixtures/k6-1.8.1/truth.json"), "utf8")) as {
  http_req_duration: Record<string, number[]>;
};
const durations = (label: string) => (truth.http_req_duration[label] ?? []).toSorted((a, b) => a - b);
const everything = Object.values(truth.http_req_duration).flat();
const exact = (values: readonly number[], q: number) =>
  (values[Math.ceil(q * values.length) - 1] ?? 0) * 1_000;

describe("InfluxDB's line protocol", () => {
  it("of k6 gives what k6's raw file has, at both paths, with each kind of token, and once if repeated", async () => {
    const payload = gunzipSync(fixture("influx/fixtures/k6-1.8.1/all.body.gz"));
    const basic = `Basic ${Buffer.from(`k6:${world.home.ingestToken}`).toString("base64")}`;
    const first = await post("/write?db=Shop&precision=ns&consistency=&rp=", {
      payload,
      authorization: basic,
    });
    expect([first.status, first.text]).toEqual([204, ""]);
    expect(Object.keys(first.headers).filter((name) => name.endsWith("-written"))).toEqual([]);
    expect((await post("/write?db=Shop&precision=ns&consistency=&rp=", { payload })).status).toBe(204);
    const { all, of, labels } = await countedIn("shop", everything.length);
    expect([all.errors, labels]).toEqual([1, Object.keys(truth.http_req_duration).toSorted()]);
    for (const label of labels) {
      const { requests, distribution } = of(label);
      const values = durations(label);
      expect(requests).toBe(values.length);
      if (distribution.kind !== "sketch") throw new Error("expected sketches");
      for (const q of [0.5, 0.95, 0.99]) {
        const quantile = distribution.all.quantile(q) ?? 0;
        expect(Math.abs(quantile / exact(values, q) - 1)).toBeLessThan(0.0051);
      }
    }
    const authorization = `Token ${world.home.ingestToken}`;
    const second = await post("/api/v2/write?org=o&bucket=Shop2/autogen&precision=ns", {
      payload: gzipSync(payload),
      headers: { "content-encoding": "gzip" },
      authorization,
    });
    expect(second.status).toBe(204);
    await countedIn("shop2", everything.length);
  });

  it("of JMeter counts its transactions and their failures", async () => {
    const payload = fixture("influx/fixtures/jmeter-5.6.3/shop.body");
    const seconds = Number(/ (\d{10})\d*\s*$/m.exec(payload.toString())?.[1]);
    world.test.pass(seconds - world.test.services.clock().getTime() / 1_000);
    expect((await post("/write?db=jmeter", { payload })).status).toBe(204);
    const { all, labels } = await countedIn("jmeter", 226);
    expect([all.errors, labels.includes("all")]).toEqual([3, false]);
    world.test.pass((NOW.getTime() - world.test.services.clock().getTime()) / 1_000);
  });

  it("is answered as clients of 1.x expect before they write", async () => {
    const created = await post("/query?db=&q=CREATE+DATABASE+k6db");
    expect([created.status, JSON.parse(created.text)]).toEqual([200, { results: [{ statement_id: 0 }] }]);
    expect((await post("/query?q=SELECT+1")).status).toBe(400);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const telegraf = await post("/query", { payload: "q=CREATE+DATABASE+%22telegraf%22", headers: form });
    expect(telegraf.status).toBe(200);
    expect((await post("/query", { payload: "q=DROP+DATABASE+x", headers: form })).status).toBe(400);
    const ping = await world.app.inject({ method: "GET", url: "/ping" });
    expect([ping.statusCode, ping.headers["x-influxdb-version"]]).toEqual([204, "1.8-headroom"]);
  });

  it("counts good lines beside bad ones and says which were refused", async () => {
    const at = NOW.getTime() * 1_000_000;
    const payload = [
      `http_req_duration,name=a value=5 ${at}`,
      "http_req_duration,name=a value=NaN 1",
      `http_req_duration,name=a value=6 ${at - 90_000_000_000_000}`,
      `http_req_duration,name=a value=7 ${at + 601_000_000_000}`,
    ].join("\n");
    const answer = await post("/write?db=Partly", { payload });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "points-refused" });
    expect(answer.text).toContain("3 values were refused");
    await countedIn("partly", 1);
  });
});

describe("remote write", () => {
  const bodies = [1, 2, 3, 4, 5, 6, 7].map((body) => fixture(`remote-write/fixtures/k6-1.8.1/${body}.body`));
  const headers = {
    "content-type": "application/x-protobuf",
    "content-encoding": "snappy",
    "x-prometheus-remote-write-version": "0.1.0",
  };

  it("of k6 counts what k6's raw file has, however often each body is sent", async () => {
    for (const payload of [...bodies, ...bodies.slice(2, 5)]) {
      const answer = await post("/api/v1/write?service=Prometheus+shop", { payload, headers });
      expect(answer.status).toBe(204);
    }
    const { all, of, labels } = await countedIn("prometheus-shop", everything.length);
    expect([all.errors, labels]).toEqual([1, Object.keys(truth.http_req_duration).toSorted()]);
    for (const label of labels) expect(of(label).requests).toBe(durations(label).length);
  });

  it("of Prometheus reads classic histograms, in 1.0 and 2.0, with the job as the service", async () => {
    const first = await post("/api/v1/write", {
      payload: fixture("remote-write/fixtures/prometheus-3.8/write-1.body"),
      headers,
    });
    expect([first.status, first.text]).toEqual([204, ""]);
    const type = "application/x-protobuf;proto=io.prometheus.write.v2.Request";
    const payload = fixture("remote-write/fixtures/prometheus-3.8/write-2.body");
    const second = await post("/api/v1/write", { payload, headers: { ...headers, "content-type": type } });
    expect(second.status).toBe(204);
    const written = (what: string) => Number(second.headers[`x-prometheus-remote-write-${what}-written`]);
    expect([written("histograms"), written("exemplars")]).toEqual([2, written("samples")]);
    expect(written("samples")).toBeGreaterThan(10);
  });

  it("refuses what it can't read for good, and never with a 500", async () => {
    const garbage = encodeSnappy(Buffer.from("not a request"));
    const asked: [Sent, number, string][] = [
      [{ payload: Buffer.from("not snappy"), headers }, 400, "encoding-broken"],
      [{ payload: garbage, headers }, 400, "batch-unreadable"],
      [
        { payload: garbage, headers: { ...headers, "content-type": "application/json" } },
        415,
        "encoding-unsupported",
      ],
      [
        { payload: garbage, headers: { ...headers, "content-encoding": "gzip" } },
        415,
        "encoding-unsupported",
      ],
      [{ payload: garbage, headers, authorization: "Basic !" }, 401, "unauthenticated"],
      [{ payload: garbage, headers, authorization: `Bearer ${world.home.readToken}` }, 403, "scope-missing"],
    ];
    for (const [sent, status, code] of asked) {
      const answer = await post("/api/v1/write?service=Bad", sent);
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { code }]);
    }
  });
});

describe("OTLP", () => {
  const protobuf = { "content-type": "application/x-protobuf" };

  it("of k6 counts what k6's raw file has between two exports, in buckets that hold the true percentiles", async () => {
    for (const body of [1, 7]) {
      const payload = gunzipSync(fixture(`otlp/fixtures/k6-1.8.1/${body}.body.gz`));
      const answer = await post("/v1/metrics", { payload, headers: protobuf });
      expect([answer.status, answer.raw.length, answer.headers["content-type"]]).toEqual([
        200,
        0,
        protobuf["content-type"],
      ]);
    }
    const { all, of, labels } = await countedIn("k6", everything.length);
    expect(labels).toEqual(Object.keys(truth.http_req_duration).toSorted());
    expect(all.errors).toBe(1);
    for (const label of labels) {
      for (const q of [0.5, 0.95, 0.99]) {
        const { lowMicros = 0, highMicros = 0 } = quantileInterval([of(label)], q) ?? {};
        const value = exact(durations(label), q);
        expect(lowMicros).toBeLessThanOrEqual(value);
        expect(highMicros ?? Infinity).toBeGreaterThanOrEqual(Math.floor(value));
      }
    }
  });

  it("keeps the traces of slow requests for those who may read", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const at = `${NOW.getTime() - 1_000}000000`;
    const exemplars = [{ timeUnixNano: at, asDouble: 1.5, traceId, spanId: "b7ad6b7169203331" }];
    const value = { count: "1", sum: 1.5, bucketCounts: ["0", "1"], explicitBounds: [1], exemplars };
    const attributes = [{ key: "http.route", value: { stringValue: "/pay" } }];
    const dataPoints = [{ timeUnixNano: at, startTimeUnixNano: at, attributes, ...value }];
    const histogram = { aggregationTemporality: 1, dataPoints };
    const metrics = [{ name: "http.server.request.duration", unit: "s", histogram }];
    const resource = { attributes: [{ key: "service.name", value: { stringValue: "Exemplary" } }] };
    const payload = JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] });
    const headers = { "content-type": "application/json" };
    expect((await post("/v1/metrics", { payload, headers })).status).toBe(200);
    await countedIn("exemplary", 1);
    const { readToken } = world.home;
    const authorization = { authorization: `Bearer ${readToken}` };
    const answer = await world.app.inject({ url: "/v1/services/exemplary/traces", headers: authorization });
    const traces = [{ label: "/pay", latencyMs: 1_500, traceId, url: null }];
    expect(answer.json()).toMatchObject({ service: "exemplary", traces });
  });

  it("answers in the encoding of the request, with the points that it refused", async () => {
    const json = { "content-type": "application/json", "content-encoding": "gzip" };
    const point = { timeUnixNano: `${NOW.getTime() - 100_000_000}000000`, asInt: "5" };
    const metric = { name: "vus", gauge: { dataPoints: [point] } };
    const resource = { attributes: [{ key: "service.name", value: { stringValue: "Late" } }] };
    const body = { resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [metric] }] }] };
    const late = await post("/v1/metrics?service=Late", {
      payload: gzipSync(JSON.stringify(body)),
      headers: json,
    });
    expect([late.status, JSON.parse(late.text)]).toMatchObject([
      200,
      {
        partialSuccess: {
          rejectedDataPoints: "1",
          errorMessage: expect.stringContaining("more than a day old"),
        },
      },
    ]);
    const nothing = { name: "latency", histogram: { dataPoints: [point], aggregationTemporality: 0 } };
    const wrong = { resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [nothing] }] }] };
    const homeless = await post("/v1/metrics", {
      payload: JSON.stringify(wrong),
      headers: { "content-type": "application/json" },
    });
    expect(JSON.parse(homeless.text)).toMatchObject({ partialSuccess: { rejectedDataPoints: "1" } });
    const broken = await post("/v1/metrics", {
      payload: "{",
      headers: { "content-type": "application/json" },
    });
    expect([broken.status, JSON.parse(broken.text)]).toEqual([400, { message: expect.any(String) }]);
    const unknown = await post("/v1/metrics", { payload: "{", headers: { "content-type": "text/plain" } });
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([415, { code: "encoding-unsupported" }]);
  });
});

async function ownToken(): Promise<string> {
  const own = (await listServices({ ctx: world.home.owner })).find(({ slug }) => slug === "own");
  const input = { name: "own", scopes: ["ingest" as const], serviceId: own?.id ?? null };
  return (await createToken({ ctx: world.home.owner, input })).secret;
}

describe("metrics that no known source uses", () => {
  const counter = (service: string, second: number, value: number) => {
    const at = { timeUnixNano: `${NOW.getTime() / 1_000 - 300 + second}000000000`, asInt: String(value) };
    const queue = { key: "queue", value: { stringValue: "main" } };
    const sum = {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: [{ ...at, attributes: [queue] }],
    };
    const metric = { name: "orders.handled", sum };
    const name = { key: "service.name", value: { stringValue: service } };
    const scopes = { resource: { attributes: [name] }, scopeMetrics: [{ metrics: [metric] }] };
    const headers = { "content-type": "application/json" };
    return post("/v1/metrics", { payload: JSON.stringify({ resourceMetrics: [scopes] }), headers });
  };
  const mappingOf = async (service: string) => {
    const url = `/v1/services/${service}/mapping`;
    const headers = { authorization: `Bearer ${world.home.readToken}` };
    const response = await world.app.inject({ method: "GET", url, headers });
    return { status: response.statusCode, body: response.json<TrafficMapping>() };
  };

  it("create no service, and are listed and counted in one that exists", async () => {
    await counter("nobody", 0, 5);
    expect((await mappingOf("nobody")).status).toBe(404);

    const gauge = `vus value=1 ${NOW.getTime() / 1_000}`;
    expect((await post("/write?db=orders&precision=s", { payload: gauge })).status).toBe(204);
    await counter("orders", 0, 5);
    await vi.waitFor(async () => {
      expect((await mappingOf("orders")).body.unmapped).toMatchObject([{ name: "orders.handled" }]);
    }, 20_000);
    const part = { metric: "orders.handled", measure: "total" as const, labelTags: ["queue"] };
    await updateTrafficMapping({
      ctx: world.home.owner,
      input: { service: "orders", own: [{ name: "Orders", kind: "requests", parts: [part] }] },
    });
    // The first reading only says where counting begins.
    let second = 0;
    await vi.waitFor(async () => {
      second += 15;
      await counter("orders", second, 5 + second);
      expect((await mappingOf("orders")).body.counted).toMatchObject({ title: "Orders" });
    }, 20_000);
    await counter("orders", second + 15, 5 + second + 15);
    await vi.waitFor(async () => {
      const cells = await readLiveTraffic(world.test.services, world.home.workspaceId, "orders");
      const { requests } = mergeAllCells(
        cells.filter(({ label }) => label === "main").map(({ cell }) => cell),
      );
      expect(requests % 15).toBe(0);
      expect(requests).toBeGreaterThanOrEqual(15);
    }, 20_000);
  });
});

it("a token for one service writes to that one, whatever the database is called", async () => {
  const at = NOW.getTime() * 1_000_000;
  const payload = `http_req_duration,name=a value=5 ${at}`;
  await post("/write?db=Own", { payload });
  await countedIn("own", 1);
  const authorization = `Bearer ${await ownToken()}`;
  const other = payload.replace("value=5", "value=6");
  expect((await post("/write?db=k6db", { payload: other, authorization })).status).toBe(204);
  expect((await post("/write?db=x&service=Shop", { payload, authorization })).status).toBe(404);
  await countedIn("own", 2);
});

it("what a service has counted is read by anybody who may read it", async () => {
  const read = async (query: string, token = world.home.readToken) => {
    const url = `/v1/services/shop/traffic?${query}`;
    const response = await world.app.inject({
      method: "GET",
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.statusCode, body: response.json<unknown>() };
  };
  const range = "from=2026-11-21T09:42:30Z&to=2026-11-21T09:43:30Z";
  const { status, body } = await read(range);
  expect(status).toBe(200);
  const answer = trafficAnswer.parse(body);
  expect(answer).toMatchObject({
    service: "shop",
    pointSeconds: 1,
    label: null,
    source: { rule: "k6", title: "k6" },
    total: { requests: everything.length, errors: 1, durationSeconds: 7 },
  });
  expect(answer.points.reduce((sum, { requests }) => sum + (requests ?? 0), 0)).toBe(everything.length);
  expect(answer.labels.map(({ label }) => label).toSorted()).toEqual(
    Object.keys(truth.http_req_duration).toSorted(),
  );
  expect(answer.gauges.map(({ name }) => name)).toEqual(["users"]);
  const one = trafficAnswer.parse((await read(`${range}&label=cached`)).body);
  expect(one.total.requests).toBe(durations("cached").length);
  expect((await read("from=2026-11-21T09:43:30Z&to=2026-11-21T09:42:30Z")).status).toBe(400);
  expect((await read(range, world.foreign.readToken)).status).toBe(404);
});
