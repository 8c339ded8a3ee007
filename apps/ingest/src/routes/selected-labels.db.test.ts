import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trafficAnswer } from "@headroom/contract";
import { createToken } from "@headroom/services";
import { Scraping, START } from "../testing/scraping.ts";
import type { Series } from "../testing/scraping.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let app: Scraping;
/** Requests and failures a second, by path; 100 requests a second together. */
const RATES: Record<string, readonly [rate: number, failing: number]> = {
  "/discovery/location": [20, 2],
  "/discovery/listings": [33, 0],
  "/search": [40, 4],
  "/a|b": [7, 0],
};
const SECONDS = 450;

function scrapeOf(second: number): Series {
  const requests = Object.entries(RATES).flatMap(([path, [rate, failing]]) =>
    ["200", "500"].flatMap((code) => {
      const own = code === "500" ? failing : rate - failing;
      const value = START + own * second;
      const labels = { job: "gateway", instance: "10.0.0.1:80", method: "GET", path, code };
      const slow = path === "/search" ? 0 : 1;
      const named = (end: string) => `http_request_duration_seconds_${end}`;
      return [
        { labels: { ...labels, __name__: named("bucket"), le: "0.1" }, value: value * slow },
        { labels: { ...labels, __name__: named("bucket"), le: "1" }, value },
        { labels: { ...labels, __name__: named("bucket"), le: "+Inf" }, value },
        { labels: { ...labels, __name__: named("count") }, value },
        { labels: { ...labels, __name__: named("sum") }, value: value * (slow === 1 ? 0.05 : 0.5) },
      ];
    }),
  );
  const gauge = (__name__: string, value: number) => {
    return { labels: { __name__, job: "gateway", instance: "10.0.0.1:80" }, value };
  };
  return [...requests, gauge("cache_hit_ratio", 0.09), gauge("cache_items", 150)];
}

beforeAll(async () => {
  world = await createTestApp();
  app = new Scraping(world);
  await app.write(scrapeOf(0), app.nowMillis());
  await app.counted("gateway");
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "map", scopes: ["manage"] } });
  const gauge = (name: string, metric: string, more: object) => ({
    name,
    kind: "gauge",
    parts: [{ metric }],
    ...more,
  });
  const own = [
    gauge("cache hits", "cache_hit_ratio", { percent: true, unit: "% of GET /discovery/*" }),
    gauge("cache items", "cache_items", { unit: "% of requests" }),
  ];
  const answer = await world.app.inject({
    method: "PATCH",
    url: "/v1/services/gateway/mapping",
    headers: { authorization: `Bearer ${secret}` },
    payload: { own },
  });
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  for (let second = 15; second <= SECONDS; second += 15) {
    world.test.pass(15);
    await app.write(scrapeOf(second), app.nowMillis());
  }
  await app.counted("gateway");
});
afterAll(() => world.close());

async function read(label: string | null) {
  const query = label === null ? "" : `?label=${encodeURIComponent(label)}`;
  const response = await world.app.inject({
    url: `/v1/services/gateway/traffic${query}`,
    headers: { authorization: `Bearer ${world.home.readToken}` },
  });
  return trafficAnswer.parse(response.json());
}

describe("live traffic of several labels", () => {
  it("is added up, with its share of all requests", async () => {
    const { total, selected, points } = await read("GET /discovery/*");
    expect(selected).toEqual({
      labels: ["GET /discovery/listings", "GET /discovery/location"],
      labelsTotal: 2,
      share: expect.closeTo(0.53, 3),
    });
    expect(total).toMatchObject({ requests: 53 * SECONDS, errors: 2 * SECONDS });
    expect(total?.throughput).toBeCloseTo(53, 0);
    expect(total?.latencyMs.mean).toBeCloseTo(50, 3);
    expect(total?.latencyIntervalsMs.p99).toMatchObject({ high: 100 });
    expect(points.reduce((sum, { requests }) => sum + (requests ?? 0), 0)).toBe(53 * SECONDS);
  });

  it("merges percentiles, and never averages them", async () => {
    const { total } = await read("GET /discovery/location | GET /search");
    expect(total).toMatchObject({ requests: 60 * SECONDS, errors: 6 * SECONDS });
    // Two thirds of them are above 100 ms.
    expect(total?.latencyIntervalsMs.p50).toMatchObject({ low: 100, high: 1_000 });
    expect(total?.latencyMs.mean).toBeCloseTo((20 * 50 + 40 * 500) / 60, 2);
  });

  it("is of one label that is named like a selection, and of none where nothing fits", async () => {
    expect(await read("GET /a|b")).toMatchObject({
      selected: { labels: ["GET /a|b"], labelsTotal: 1 },
      total: { requests: 7 * SECONDS },
    });
    const nothing = await read("GET /none*");
    expect(nothing).toMatchObject({ selected: { labels: [], labelsTotal: 0, share: 0 }, points: [] });
    const { selected, labels } = await read(null);
    expect(selected).toBeNull();
    expect(labels.map(({ label, share }) => [label, Math.round(share * 100)])).toEqual([
      ["GET /search", 40],
      ["GET /discovery/listings", 33],
      ["GET /discovery/location", 20],
      ["GET /a|b", 7],
    ]);
  });

  it("says how many of its requests a gauge is a share of, and nothing of what is no share", async () => {
    const { gauges } = await read(null);
    const shareOf = (wanted: string) => gauges.find(({ name }) => name === wanted)?.besideLoad.share;
    expect(shareOf("cache hits")).toEqual({
      of: "GET /discovery/*",
      percent: expect.closeTo(9, 3),
      throughput: expect.closeTo(53, -1),
      shareThroughput: expect.closeTo(4.77, 0),
    });
    expect(shareOf("cache items")).toBeNull();
  });
});
