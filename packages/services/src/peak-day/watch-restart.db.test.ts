import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { openBatchLog } from "../live/open-batch-log.ts";
import { aggregate } from "../run/live/aggregate.ts";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { receiveTraffic } from "../traffic/receive-traffic.ts";
import { TrafficIntake } from "../traffic/traffic-intake.ts";
import { createPeakDay } from "./create.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };

let traffic: Traffic;
let owner: Context;
beforeAll(async () => {
  traffic = await Traffic.open({ counts: false });
  owner = { ...traffic.world.home.owner, clock: () => new Date() };
});
afterAll(() => traffic.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");

/** An ingest process: it remembers nothing of the one before. */
function ingest() {
  const { ci, test } = traffic.world;
  const log = openBatchLog(test.services);
  const intake = new TrafficIntake(log, { rememberMillis: 0 });
  return {
    async accept(service: string, fold: ReturnType<typeof bodyOf>, digest: string): Promise<void> {
      const { id: serviceId } = await intake.serviceOf(ci, service);
      await receiveTraffic({ ctx: ci, intake, input: { serviceId, traffic: fold.finish(), digest } });
    },
    count: () => aggregate({ services: test.services, log }),
  };
}

async function dayOf(service: string, from: number): Promise<string> {
  const times = { startsAt: iso(from), endsAt: iso(from + 7_200), eventAt: iso(from) };
  const body = { service, name: "Sale", timeZone: "UTC", eventName: "start", ...times };
  return (await createPeakDay({ ctx: owner, input: { body, webUrl } })).id;
}
const watch = (id: string) => watchPeakDay({ ctx: owner, input: { id, webUrl, keepDays } });

it("a watched day has no gap and nothing twice when ingest is restarted under it", async () => {
  const base = Math.floor((now() - 400) / 60) * 60;
  const requests = (from: number, to: number) =>
    bodyOf(
      Array.from({ length: (to - from) * 2 }, (_, at) => {
        const tags = { name: "/cart", expected_response: "true" };
        return { second: base + from + Math.floor(at / 2), value: 20, tags };
      }),
    );
  const first = ingest();
  await first.accept("Restarted", requests(0, 120), "one");
  await first.count();
  const id = await dayOf("restarted", base);
  expect(await watch(id)).toMatchObject({
    total: { requests: 240 },
    latest: { at: `${iso(base + 120).slice(0, -1)}.000Z` },
  });
  // Accepted, and the process ends before it has counted it.
  await first.accept("Restarted", requests(120, 180), "two");
  expect((await watch(id)).total.requests).toBe(240);

  const second = ingest();
  // Its sender didn't see the answer.
  await second.accept("Restarted", requests(120, 180), "two");
  await second.accept("Restarted", requests(180, 300), "three");
  await second.count();
  const { total, points, latest, pointSeconds, uptime } = await watch(id);
  expect(total).toMatchObject({ requests: 600, errors: 0 });
  expect(latest).toMatchObject({ minute: { seconds: 60, requests: 120, throughput: 2 } });
  expect(points.map(({ throughput }) => throughput)).toEqual(points.map(() => 2));
  expect(points).toHaveLength(300 / pointSeconds);
  expect(uptime).toMatchObject({ downSeconds: 0, unknownSeconds: 0 });
});

it("a counter that goes on over a restart of ingest loses nothing, and begins with no burst", async () => {
  const base = Math.floor((now() - 400) / 60) * 60;
  const counter = { name: "http_requests_total", field: null };
  const reading = (second: number) =>
    bodyOf(
      [{ second: base + second, value: 1_000 + second * 3, tags: { path: "/a", status: "200" } }],
      counter,
    );
  const first = ingest();
  for (const second of [0, 15, 30]) await first.accept("Counted", reading(second), `at ${second}`);
  await first.count();
  const id = await dayOf("counted", base);
  const second = ingest();
  for (const at of [45, 60, 75, 90]) await second.accept("Counted", reading(at), `at ${at}`);
  await second.count();
  const { total, points } = await watch(id);
  expect(total.requests).toBe(90 * 3);
  for (const { throughput } of points) expect(throughput).toBeCloseTo(3, 0);
});
