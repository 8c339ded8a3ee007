import type { TrafficMapping } from "@headroom/contract";
import { encodeWriteRequest, WRITE_REQUEST_HEADERS as headers } from "@headroom/core/wire";
import { createToken, listServices } from "@headroom/services";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

async function post(
  url: string,
  { payload, headers: sent }: { payload: Uint8Array; headers: typeof headers },
) {
  const authorization = `Bearer ${world.home.ingestToken}`;
  const answer = await world.app.inject({
    method: "POST",
    url,
    headers: { authorization, ...sent },
    payload: Buffer.from(payload),
  });
  return { status: answer.statusCode, text: answer.payload };
}

describe("remote write", () => {
  it("of a metric that nothing uses makes no service, but lists its sender", async () => {
    const labels = [
      ["__name__", "http_client_request_duration_seconds_bucket"],
      ["job", "ghost"],
      ["le", "+Inf"],
    ] as const;
    const payload = encodeWriteRequest([
      { labels, value: 5, atMillis: world.test.services.clock().getTime() },
    ]);
    expect((await post("/api/v1/write", { payload, headers })).status).toBe(204);
    const names = async () => (await listServices({ ctx: world.home.owner })).map(({ slug }) => slug);
    expect(await names()).not.toContain("ghost");
    const ask = (secret: string) =>
      world.app.inject({ url: "/v1/unmapped-senders", headers: { authorization: `Bearer ${secret}` } });
    const answer = await ask(world.home.readToken);
    expect(answer.json()).toMatchObject({
      senders: [{ sender: "ghost", name: "ghost", metrics: [{ name: labels[0][1], series: 1 }] }],
    });
    expect((await ask(world.foreign.readToken)).json()).toEqual({ senders: [] });
    const { secret } = await createToken({
      ctx: world.home.owner,
      input: { name: "mapper", scopes: ["manage"] },
    });
    const mapped = await world.app.inject({
      method: "POST",
      url: "/v1/unmapped-senders/ghost/service",
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([mapped.statusCode, mapped.json<TrafficMapping>().unmapped[0]?.name]).toEqual([201, labels[0][1]]);
    expect(await names()).toContain("ghost");
  });

  it("of a histogram by OpenTelemetry does the same for a service that nobody knows", async () => {
    const atNanos = `${world.test.services.clock().getTime()}000000`;
    const histogram = {
      aggregationTemporality: 2,
      dataPoints: [
        {
          startTimeUnixNano: atNanos,
          timeUnixNano: atNanos,
          count: "3",
          sum: 9,
          bucketCounts: ["3", "0"],
          explicitBounds: [5],
        },
      ],
    };
    const attributes = [{ key: "service.name", value: { stringValue: "gateway" } }];
    const metrics = [{ name: "kong.upstream.latency", unit: "ms", histogram }];
    const body = { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] };
    const answer = await world.app.inject({
      method: "POST",
      url: "/v1/metrics",
      headers: { authorization: `Bearer ${world.home.ingestToken}`, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    expect(answer.statusCode).toBe(200);
    const listed = await world.app.inject({
      url: "/v1/unmapped-senders",
      headers: { authorization: `Bearer ${world.home.readToken}` },
    });
    expect(listed.json<{ senders: { sender: string }[] }>().senders).toContainEqual(
      expect.objectContaining({
        sender: "gateway",
        metrics: [expect.objectContaining({ name: "kong.upstream.latency", kind: "histogram" })],
      }),
    );
  });

  it("accepts an infinite value of a metric that nothing uses, and refuses one that would count", async () => {
    const sent = (name: string) => ({
      payload: encodeWriteRequest([
        { labels: [["__name__", name]], value: Infinity, atMillis: world.test.services.clock().getTime() },
      ]),
      headers,
    });
    const unused = await post("/api/v1/write?service=Infinite", sent("cache_age_seconds"));
    expect(unused.status).toBe(204);
    const used = await post("/api/v1/write?service=Infinite", sent("http_requests_total"));
    expect([used.status, JSON.parse(used.text).detail]).toEqual([
      400,
      "1 values were refused, and the others were accepted. 1: the value of http_requests_total is not a finite number",
    ]);
  });
});
