import { trafficAnswer } from "@headroom/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const now = () => world.test.services.clock().getTime();

async function post(url: string, payload: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${world.home.ingestToken}`;
  const response = await world.app.inject({
    method: "POST",
    url,
    payload,
    headers: { authorization, ...headers },
  });
  return {
    status: response.statusCode,
    body: response.payload === "" ? null : (JSON.parse(response.payload) as Record<string, unknown>),
  };
}

async function read(service: string) {
  const authorization = `Bearer ${world.home.readToken}`;
  const response = await world.app.inject({
    method: "GET",
    url: `/v1/services/${service}/traffic`,
    headers: { authorization },
  });
  return trafficAnswer.parse(JSON.parse(response.payload));
}

const line = (secondsAgo: number, tags = "") =>
  `http_req_duration,name=/a${tags} value=5 ${now() - secondsAgo * 1_000}000000`;

/** What an OpenTelemetry SDK sends with OTEL_RESOURCE_ATTRIBUTES=headroom.simulated=true. */
function otlp(service: string, ...attributes: [string, string][]) {
  const of = (all: [string, string][]) => all.map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const point = { startTimeUnixNano: `${now() - 30_000}000000`, timeUnixNano: `${now() - 10_000}000000` };
  const histogram = {
    aggregationTemporality: 1,
    dataPoints: [{ ...point, count: "4", sum: 0.2, explicitBounds: [0.1], bucketCounts: ["3", "1"] }],
  };
  const metrics = [{ name: "http.server.request.duration", unit: "s", histogram }];
  const resource = { attributes: of([["service.name", service], ...attributes]) };
  return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] });
}
const json = { "content-type": "application/json" };

describe("traffic that says that it is simulated", () => {
  it("is marked as such, by a tag of line protocol or a resource attribute", async () => {
    expect((await post("/write?db=Tagged", line(20, ",headroom_simulated=true"))).status).toBe(204);
    const simulated = otlp("Resource", ["headroom.simulated", "true"]);
    expect((await post("/v1/metrics", simulated, json)).status).toBe(200);
    expect((await post("/write?db=Plain", line(20))).status).toBe(204);
    await vi.waitFor(async () => {
      expect((await read("tagged")).simulated).toMatchObject({ withReal: false });
      expect((await read("resource")).simulated).toMatchObject({ withReal: false });
      const plain = await read("plain");
      expect([plain.total.requests, plain.simulated]).toEqual([1, null]);
    }, 20_000);
  });

  it("is refused beside real traffic, which goes on", async () => {
    expect((await post("/write?db=Busy", line(30))).status).toBe(204);
    await vi.waitFor(async () => expect((await read("busy")).total.requests).toBe(1), 20_000);
    const refused = await post("/write?db=Busy", `${line(10, ",headroom_simulated=true")}\n${line(10)}`);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "points-refused" });
    expect(String(refused.body?.["detail"])).toContain("is simulated, and the service has real traffic");
    const partial = await post("/v1/metrics", otlp("Busy", ["headroom.simulated", "true"]), json);
    expect(partial.body).toMatchObject({ partialSuccess: { rejectedDataPoints: "1" } });
    expect((await post("/write?db=Busy", line(5))).status).toBe(204);
  });
});
