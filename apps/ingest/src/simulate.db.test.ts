import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { trafficAnswer } from "@headroom/contract";
import { mergeAllCells } from "@headroom/core";
import { replayTraffic, SCENARIOS, STEP_SECONDS, TrafficDay } from "@headroom/demo";
import { createToken } from "@headroom/services";
import { readLiveTraffic } from "@headroom/services/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
let manageToken: string;
beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "simulator", scopes: ["manage" as const] };
  manageToken = (await createToken({ ctx: world.home.owner, input })).secret;
});
afterAll(() => world.close());

interface Change {
  scenario?: string;
  service: string;
  minutes?: number;
  speed?: number;
  url?: string;
  stop?: AbortSignal;
  onSay?: (line: string) => void;
}

/** Waits pass on the server's clock, so that a peak takes as long as the server needs for it. */
function replay(change: Change) {
  const { scenario = "green-saturday", service, minutes = 20, speed = 600, url = world.address } = change;
  const { stop = new AbortController().signal, onSay = () => undefined } = change;
  const found = SCENARIOS.find(({ name }) => name === scenario);
  if (found === undefined) throw new Error(`no scenario ${scenario}`);
  const day = new TrafficDay(found, 7);
  const now = () => world.test.services.clock().getTime();
  const steps = (minutes * 60) / STEP_SECONDS;
  const fromStep = Math.floor(day.peakSecond / STEP_SECONDS - steps / 2);
  const { ingestToken, readToken } = world.home;
  return replayTraffic(
    { day, fromStep, steps, speed, startMillis: now(), id: `replay of ${service}` },
    { url, service, ingestToken, readToken, manageToken },
    {
      now,
      say: onSay,
      stop,
      sleep: async (millis) => {
        world.test.pass(millis / 1_000);
        await delay(20);
      },
    },
  );
}

async function read(service: string, { fromMillis, toMillis }: { fromMillis: number; toMillis: number }) {
  const [from, to] = [fromMillis, toMillis].map((millis) => new Date(millis).toISOString());
  const query = new URLSearchParams({ from: from ?? "", to: to ?? "" });
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  const url = `/v1/services/${service}/traffic?${query.toString()}`;
  return trafficAnswer.parse((await world.app.inject({ url, headers })).json());
}

const requestsOf = (totals: readonly { requests: number }[]) =>
  totals.reduce((sum, { requests }) => sum + requests, 0);

describe("a replayed peak", () => {
  it("is counted to the request, in each label and bucket, and is marked as simulated", async () => {
    const report = await replay({ service: "Green" });
    expect(report.differences).toEqual([]);
    expect(report.stopped).toBe(false);
    // The peak is 100,000 requests a minute.
    expect(requestsOf(report.totals)).toBeGreaterThan(1_900_000);
    expect(requestsOf(report.totals)).toBeLessThan(2_050_000);
    const cells = await readLiveTraffic(world.test.services, world.home.workspaceId, "green");
    const all = mergeAllCells(cells.filter(({ label }) => label === "(all)").map(({ cell }) => cell));
    expect(all.requests).toBe(requestsOf(report.totals));
    expect(all.distribution).toMatchObject({ kind: "buckets", counts: report.bucketCounts });
    expect((all.sumMicros ?? 0) / all.requests / 1_000).toBeCloseTo(80, -1);
    const traffic = await read("green", report);
    expect(traffic.simulated).toMatchObject({ withReal: false });
    expect(traffic.labels.map(({ label, requests, errors }) => ({ label, requests, errors }))).toEqual(
      report.totals.toSorted((a, b) => b.requests - a.requests),
    );
    const gauges = new Map(traffic.gauges.map(({ name, points }) => [name, points]));
    expect([...gauges.keys()].toSorted()).toEqual(["cache hits", "cpu"]);
    expect(gauges.get("cache hits")?.at(-1)?.mean).toBeCloseTo(9, 0);
  });

  it("is refused where there is traffic already", async () => {
    await expect(replay({ service: "Green" })).rejects.toThrow("already has traffic in this time");
    world.test.pass(7_200);
    const later = { service: "Green", scenario: "usual-day", minutes: 1 };
    expect((await replay(later)).differences).toEqual([]);
    // The next one's quarter of a minute has nothing yet.
    world.test.pass(20);
    await expect(replay({ ...later, minutes: 0.25 })).rejects.toThrow("is receiving traffic right now");
  });
});

/** In front of the server: some requests fail, and some answers are lost on their way. */
async function openFlaky() {
  let requests = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk as Buffer);
      requests += request.method === "POST" ? 1 : 0;
      if (request.method === "POST" && requests % 3 === 1) return response.writeHead(503).end();
      const answer = await world.app.inject({
        method: request.method as "GET",
        url: request.url ?? "",
        headers: request.headers,
        ...(body.length === 0 ? {} : { payload: Buffer.concat(body) }),
      });
      if (request.method === "POST" && requests % 3 === 2) return response.destroy();
      return response.writeHead(answer.statusCode).end(answer.rawPayload);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  return { url, failed: () => Math.floor((requests * 2) / 3), close: () => server.close() };
}

describe("a replay", () => {
  it("sends a body again until it is accepted, and each request counts once", async () => {
    const flaky = await openFlaky();
    try {
      const report = await replay({ scenario: "usual-day", service: "Flaky", minutes: 10, url: flaky.url });
      expect(flaky.failed()).toBeGreaterThan(3);
      expect([report.differences, report.stopped]).toEqual([[], false]);
      expect(report.counted?.requests).toBe(requestsOf(report.totals));
    } finally {
      flaky.close();
    }
  });

  it("that is stopped says what was sent by then, and that was counted", async () => {
    const stop = new AbortController();
    const change = {
      scenario: "black-friday",
      service: "Stopped",
      minutes: 60,
      speed: 30,
      stop: stop.signal,
    };
    const report = await replay({ ...change, onSay: (line) => line.includes("%") && stop.abort() });
    expect(report.stopped).toBe(true);
    expect(requestsOf(report.totals)).toBeGreaterThan(0);
    expect(requestsOf(report.totals)).toBeLessThan(10_000_000);
    expect(report.differences).toEqual([]);
  });
});
