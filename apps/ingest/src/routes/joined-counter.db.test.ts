import { createToken } from "@headroom/services";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Scraping, START } from "../testing/scraping.ts";
import type { Series } from "../testing/scraping.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let app: Scraping;
beforeAll(async () => {
  world = await createTestApp();
  app = new Scraping(world);
});
afterAll(() => world.close());

/** Requests and failures a second of a route. */
interface Route {
  route: string;
  rate: number;
  failing?: number;
  /** When it begins to fail, in seconds. */
  failsFrom?: number;
  in?: "both" | "histogram" | "counter";
}

const HISTOGRAM = "kong_request_latency_ms";
const COUNTER = "kong_http_requests_total";
const names = { instance: "10.0.0.1:8001", service: "discovery", workspace: "default" };

function latenciesOf({ route, rate }: Route, job: string, second: number): Series {
  const requests = START + rate * second;
  const labels = { ...names, job, route };
  const bucket = (le: string, value: number) => {
    return { labels: { ...labels, __name__: `${HISTOGRAM}_bucket`, le }, value };
  };
  return [
    bucket("25", Math.floor(requests * 0.5)),
    bucket("80", Math.floor(requests * 0.9)),
    bucket("+Inf", requests),
    { labels: { ...labels, __name__: `${HISTOGRAM}_count` }, value: requests },
    { labels: { ...labels, __name__: `${HISTOGRAM}_sum` }, value: requests * 45 },
  ];
}

/** A series with a code begins with the first request that has it. */
function countsOf({ route, rate, failing = 0, failsFrom = 0 }: Route, job: string, second: number): Series {
  const failed = failing * Math.max(0, second - failsFrom);
  const labels = { ...names, __name__: COUNTER, job, route, consumer: "" };
  return [
    { labels: { ...labels, code: "200", source: "service" }, value: START + rate * second - failed },
    ...(failed > 0 ? [{ labels: { ...labels, code: "503", source: "error" }, value: failed }] : []),
  ];
}

interface Scrapes {
  seconds: number;
  /** The counter is read so much later. */
  offset?: number;
  has?: (metric: "histogram" | "counter", second: number) => boolean;
  /** Whether both metrics come in one request. */
  together?: boolean;
}

async function scrape(job: string, routes: readonly Route[], scrapes: Scrapes): Promise<void> {
  const { seconds, offset = 0, has = () => true, together = true } = scrapes;
  for (let second = 0; second <= seconds; second += 15) {
    const histogram = routes
      .filter((route) => route.in !== "counter" && has("histogram", second))
      .flatMap((route) => latenciesOf(route, job, second));
    const counter = routes
      .filter((route) => route.in !== "histogram" && has("counter", second))
      .flatMap((route) => countsOf(route, job, second + offset));
    const at = app.nowMillis();
    if (together && offset === 0) await app.write([...histogram, ...counter], at);
    else {
      await app.write(histogram, at);
      await app.counted(job);
      world.test.pass(offset);
      await app.write(counter, at + offset * 1_000);
    }
    world.test.pass(15 - offset);
  }
  await app.counted(job);
}

const labelOf = async (job: string, label: string) =>
  (await app.trafficOf(job)).labels.find((one) => one.label === label);

const LOCATION: Route = { route: "location", rate: 100, failing: 6, failsFrom: 330 };
const LISTINGS: Route = { route: "listings", rate: 40 };

describe("a gateway whose latencies have no status", () => {
  it.each([true, false])(
    "has its errors from its counter, each request once (one request: %s)",
    async (together) => {
      const job = `gateway-${together ? "one" : "two"}`;
      await scrape(job, [LOCATION, LISTINGS], { seconds: 480, together });
      const { total, source, notCounted } = await app.trafficOf(job);
      expect(source).toEqual({ rule: "kong-latency", title: "Kong" });
      expect(notCounted).toEqual([]);
      expect(total).toMatchObject({ requests: 140 * 480, errors: 150 * 6 });
      expect(total?.latencyIntervalsMs["p50"]).toEqual({ low: 0, high: 25 });
      expect(total?.latencyMs["mean"]).toBeCloseTo(45, 1);
      expect(await labelOf(job, "discovery location")).toMatchObject({ requests: 48_000, errors: 900 });
      expect(await labelOf(job, "discovery listings")).toMatchObject({ requests: 19_200, errors: 0 });
    },
  );

  it("has them with a counter that is read 7 seconds later", async () => {
    await scrape("apart", [LOCATION], { seconds: 480, offset: 7 });
    const { total } = await app.trafficOf("apart");
    expect(total?.requests).toBe(100 * 480);
    expect(Math.abs((total?.errors ?? 0) - 900)).toBeLessThanOrEqual(6 * 8);
    // The counter began later, so the first requests have no outcome.
    expect(total?.errorsAtLeast).toBe(true);
  });

  it("doesn't know what failed while the counter is missing", async () => {
    const has = (metric: string, second: number) => metric === "histogram" || second < 360 || second > 450;
    await scrape("counterless", [{ ...LOCATION, failsFrom: 345 }], { seconds: 480, has });
    const { total } = await app.trafficOf("counterless");
    expect(total).toMatchObject({ requests: 48_000, errorsAtLeast: true });
    expect(total?.errors).toBeLessThan(135 * 6);
    expect(total?.errors).toBeGreaterThan(80 * 6);
  });

  it("counts a gap of the latencies with its errors once they are back", async () => {
    const has = (metric: string, second: number) => metric === "counter" || second < 360 || second > 420;
    await scrape("latencyless", [LOCATION], { seconds: 480, has });
    const { total } = await app.trafficOf("latencyless");
    expect(total).toMatchObject({ requests: 48_000, errors: 900 });
  });

  it.each(["histogram", "counter"] as const)(
    "has its errors if two hours arrive late, first those of the %s",
    async (first) => {
      const job = `late-${first}`;
      const began = app.nowMillis();
      const route = { ...LOCATION, failsFrom: 60 };
      const write = async (metric: "histogram" | "counter", seconds: readonly number[]) => {
        const of = metric === "histogram" ? latenciesOf : countsOf;
        for (const second of seconds) await app.write(of(route, job, second), began + second * 1_000);
        await app.counted(job);
      };
      await write("histogram", [0]);
      await write("counter", [0]);
      world.test.pass(7_200);
      const late = Array.from({ length: 120 }, (_, at) => (at + 1) * 60);
      await write(first, late);
      await write(first === "histogram" ? "counter" : "histogram", late);
      const { total } = await app.trafficOf(job);
      expect(total?.errorsAtLeast).toBeUndefined();
      expect((total?.errors ?? 0) / (total?.requests ?? 0)).toBeCloseTo(0.06, 3);
    },
  );

  it("is counted by its counter if it has no latencies, and by both from when it has some", async () => {
    const has = (metric: string, second: number) => metric === "counter" || second > 300;
    await scrape("later", [LOCATION], { seconds: 480, has });
    const { total, source } = await app.trafficOf("later");
    expect(source?.rule).toBe("kong-latency");
    expect(Math.abs((total?.requests ?? 0) - 48_000)).toBeLessThanOrEqual(100 * 15);
    expect(total?.requests).toBeLessThanOrEqual(48_000);
    expect(Math.abs((total?.errors ?? 0) - 900)).toBeLessThanOrEqual(6 * 30);
    expect(total?.errors).toBeLessThanOrEqual(900);
  });

  it("says of a route without a counter that its errors aren't known, and leaves out one without latencies", async () => {
    const only = { ...LISTINGS, in: "histogram" } as const;
    const other = { route: "brands", rate: 10, failing: 5, in: "counter" } as const;
    await scrape("halves", [LOCATION, only, other], { seconds: 480 });
    const { total } = await app.trafficOf("halves");
    expect(total).toMatchObject({ requests: 140 * 480, errors: 900, errorsAtLeast: true });
    expect(await labelOf("halves", "discovery listings")).toMatchObject({ errors: null });
    expect(await labelOf("halves", "discovery location")).toMatchObject({ errors: 900 });
    expect(await labelOf("halves", "discovery brands")).toBeUndefined();
  });

  it("goes on after a restart of the gateway", async () => {
    await scrape("again", [LOCATION], { seconds: 330 });
    const restarted = [LOCATION].flatMap((route) => [
      ...latenciesOf(route, "again", 0),
      ...countsOf(route, "again", 0),
    ]);
    const fresh = restarted.map(({ labels, value }) => ({ labels, value: Math.max(0, value - START) }));
    await app.write(fresh, app.nowMillis());
    await app.counted("again");
    world.test.pass(15);
    const after = (second: number): Series =>
      [
        ...latenciesOf(LOCATION, "again", second),
        ...countsOf({ ...LOCATION, failsFrom: 0 }, "again", second),
      ].map(({ labels, value }) => {
        const isFailed = labels["code"] === "503";
        const part = labels["le"] === "25" ? 0.5 : labels["le"] === "80" ? 0.9 : 1;
        const base = labels["__name__"] === `${HISTOGRAM}_sum` ? START * 45 : START * part;
        return { labels, value: isFailed ? value : value - base };
      });
    for (const second of [15, 30, 45]) {
      await app.write(after(second), app.nowMillis());
      world.test.pass(15);
    }
    await app.counted("again");
    const { total } = await app.trafficOf("again");
    expect(total?.requests).toBe(33_000 + 45 * 100);
    expect(total?.errors).toBeLessThanOrEqual(45 * 6);
    expect(total?.errors).toBeGreaterThanOrEqual(30 * 6);
  });

  it("joins two metrics of a source that people made", async () => {
    await scrape("own", [LISTINGS], { seconds: 30 });
    const { secret } = await createToken({
      ctx: world.home.owner,
      input: { name: "own", scopes: ["manage"] },
    });
    const series = { labelTags: ["route"], matchers: [{ tag: "route", is: ["location"] }] };
    const parts = [
      { metric: HISTOGRAM, measure: "durations", unit: "ms", ...series },
      { metric: COUNTER, measure: "outcomes", failed: { by: "status", tag: "code" }, ...series },
    ];
    const patch = (own: unknown) =>
      world.app.inject({
        method: "PATCH",
        url: "/v1/services/own/mapping",
        headers: { authorization: `Bearer ${secret}` },
        payload: { own },
      });
    expect((await patch([{ name: "Gateway", kind: "requests", parts }])).statusCode).toBe(200);
    await scrape("own", [LOCATION], { seconds: 480 });
    const { source, notCounted } = await app.trafficOf("own");
    expect(source).toMatchObject({ title: "Gateway" });
    expect(notCounted.map(({ title }) => title)).not.toContain("Gateway");
    expect(await labelOf("own", "location")).toMatchObject({ requests: 48_000, errors: 900 });
    const alone = await patch([{ name: "Gateway", kind: "requests", parts: parts.slice(1) }]);
    expect([alone.statusCode, alone.payload]).toEqual([400, expect.stringContaining("another metric")]);
  });

  it("is joined by OpenTelemetry, too", async () => {
    const attributes = (more: Record<string, string>) =>
      Object.entries({ service: "discovery", route: "location", ...more }).map(([key, stringValue]) => {
        return { key, value: { stringValue } };
      });
    for (let second = 0; second <= 480; second += 15) {
      const time = { timeUnixNano: `${app.nowMillis()}000000` };
      const requests = START + 100 * second;
      const failed = 6 * Math.max(0, second - 330);
      const counts = [
        { ...time, attributes: attributes({ code: "200" }), asInt: `${requests - failed}` },
        ...(failed === 0 ? [] : [{ ...time, attributes: attributes({ code: "503" }), asInt: `${failed}` }]),
      ];
      const buckets = { bucketCounts: [`${requests / 2}`, `${requests / 2}`], explicitBounds: [25] };
      const points = [
        { ...time, attributes: attributes({}), count: `${requests}`, sum: requests * 45, ...buckets },
      ];
      const metrics = [
        { name: HISTOGRAM, histogram: { aggregationTemporality: 2, dataPoints: points } },
        { name: COUNTER, sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: counts } },
      ];
      const resource = { attributes: [{ key: "service.name", value: { stringValue: "by-otlp" } }] };
      const answer = await world.app.inject({
        method: "POST",
        url: "/v1/metrics",
        headers: { authorization: `Bearer ${world.home.ingestToken}`, "content-type": "application/json" },
        payload: JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }),
      });
      expect(answer.payload).toBe("{}");
      world.test.pass(15);
    }
    await app.counted("by-otlp");
    const { total } = await app.trafficOf("by-otlp");
    expect(total).toMatchObject({ requests: 48_000, errors: 900 });
  });
});
