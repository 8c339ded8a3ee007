import { DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
import { addTrafficSeries } from "@headroom/db";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { saveExperiment } from "../experiment/save.ts";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { addTrafficService } from "../testing/stored-traffic.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { rollUpTraffic } from "../traffic/roll-up.ts";
import { createPeakDay } from "./create.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };

let traffic: Traffic;
let owner: Context;
/** When the traffic below begins: with a whole minute. */
let base: number;
beforeAll(async () => {
  traffic = await Traffic.open();
  owner = { ...traffic.world.home.owner, clock: () => new Date() };
  base = Math.floor(now() / 60) * 60 - 600;
});
afterAll(() => traffic.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");
const create = (service: string, [from, to]: readonly [number, number]) =>
  createPeakDay({
    ctx: owner,
    input: {
      body: {
        service,
        name: "Sale",
        timeZone: "UTC",
        eventName: "start",
        startsAt: iso(from),
        endsAt: iso(to),
        eventAt: iso(from),
      },
      webUrl,
    },
  });
const watch = (id: string) => watchPeakDay({ ctx: owner, input: { id, webUrl, keepDays } });

/** Ten minutes with two requests a second to two labels. */
async function deliver(
  service: string,
  errorsFrom = Infinity,
  silence: readonly [number, number] = [240, 420],
): Promise<string> {
  const [from, to] = silence;
  const seconds = Array.from({ length: 600 }, (_, at) => at).filter((at) => at < from || at >= to);
  const id = await traffic.deliver(service, [
    bodyOf(
      seconds.flatMap((at) => {
        const expected_response = String(at < errorsFrom);
        return [
          { second: base + at, value: 20, tags: { name: "/cart", expected_response } },
          { second: base + at, value: 40, tags: { name: at < 300 ? "/pay" : "/cart", expected_response } },
        ];
      }),
    ),
    bodyOf(
      seconds.map((at) => ({ second: base + at, value: at, tags: {} })),
      { name: "vus", field: "value" },
    ),
  ]);
  while ((await rollUpTraffic(traffic.world.test.services)) > 0);
  return id;
}

/** The same traffic some weeks before, each request several times. */
async function copyTo(
  serviceId: string,
  weeks: number,
  times: number,
  steps: readonly number[] = [10, 60, 600],
): Promise<void> {
  const client = new pg.Client(traffic.world.test.url);
  await client.connect();
  for (const step of steps)
    await client.query(
      `insert into traffic_cell_${step} (at, series_id, requests, errors, items, bytes, dist_kind)
       select c.at - make_interval(days => $2 * 7), c.series_id, c.requests * $3, 0, c.requests * $3, 0, 0
       from traffic_cell_${step} c join traffic_series s on s.id = c.series_id where s.service_id = $1 and c.at > now() - interval '1 day'`,
      [serviceId, weeks, times],
    );
  await client.end();
}

describe("what a peak day is seen against", () => {
  it("has its gauges, label shares as the day goes on, and how long it was up", async () => {
    await deliver("Busy", 540);
    const { id } = await create("busy", [base, base + HOUR_SECONDS]);
    const { gauges, mix, uptime } = await watch(id);
    expect(gauges).toMatchObject([{ name: "users", points: { length: expect.any(Number) as number } }]);
    const [first, second] = gauges[0]?.points ?? [];
    expect([first?.[0], (second?.[1] ?? 0) > (first?.[1] ?? 0)]).toEqual([base, true]);
    expect(mix).toMatchObject({ stepSeconds: 60, labels: ["/cart", "/pay"], labelsTotal: 2 });
    expect(mix?.points.slice(0, 2).map(({ requests, shares }) => [requests, shares])).toEqual([
      [120, [0.5, 0.5]],
      [120, [0.5, 0.5]],
    ]);
    expect(mix?.points.at(-1)).toMatchObject({ shares: [1, 0] });
    // The last minute failed, and nobody knows of three.
    expect(uptime).toEqual({ upSeconds: 360, downSeconds: 60, unknownSeconds: 180 });
  });

  it("isn't known to have been up while requests don't say whether they failed", async () => {
    const serviceId = await deliver("Unsaid");
    const client = new pg.Client(traffic.world.test.url);
    await client.connect();
    for (const step of [1, 10, 60])
      await client.query(
        `update traffic_cell_${step} c set without_outcome = c.requests from traffic_series s
         where s.id = c.series_id and s.service_id = $1 and c.at >= $2 and c.at < $3`,
        [serviceId, iso(base + 480), iso(base + 540)],
      );
    await client.end();
    const { id } = await create("unsaid", [base, base + HOUR_SECONDS]);
    expect((await watch(id)).uptime).toEqual({ upSeconds: 360, downSeconds: 0, unknownSeconds: 240 });
  });

  it("says how many requests a gauge is a share of, whatever part of its last point is still to come", async () => {
    const seconds = Array.from({ length: 555 }, (_, at) => base + at);
    const serviceId = await addTrafficService(traffic.world, "Shared", { heardAt: new Date() });
    const ofRequests = { kind: "gauge", label: "users", unit: "% of requests" } as const;
    await traffic.inHome((tx) => addTrafficSeries(tx, serviceId, [ofRequests]));
    await traffic.deliver("Shared", [
      bodyOf(seconds.flatMap((second) => [0, 1].map(() => ({ second, value: 20 })))),
      bodyOf(
        seconds.map((second) => ({ second, value: 10, tags: {} })),
        { name: "vus", field: "value" },
      ),
    ]);
    while ((await rollUpTraffic(traffic.world.test.services)) > 0);
    // In points of a minute.
    const { id } = await create("shared", [base, base + 6 * HOUR_SECONDS]);
    const { gauges } = await watch(id);
    expect(gauges.map(({ share }) => share)).toEqual([
      {
        of: null,
        percent: expect.closeTo(10, 5),
        throughput: expect.closeTo(2, 5),
        shareThroughput: expect.closeTo(0.2, 5),
      },
    ]);
  });

  it("says nothing of a share of more than 100 labels", async () => {
    const serviceId = await addTrafficService(traffic.world, "Many", { heardAt: new Date() });
    const users = { kind: "gauge", label: "users", unit: "% of /m/*" } as const;
    await traffic.inHome((tx) => addTrafficSeries(tx, serviceId, [users]));
    const bodyWith = (labels: number) =>
      bodyOf(
        Array.from({ length: labels }, (_, at) => {
          const letters = [Math.floor(at / 26), at % 26].map((place) => String.fromCodePoint(97 + place));
          return { second: base + 300 + at, value: 20, tags: { name: `/m/${letters.join("")}` } };
        }),
      );
    const values = Array.from({ length: 300 }, (_, at) => ({ second: base + 200 + at, value: 10, tags: {} }));
    await traffic.deliver("Many", [bodyWith(99), bodyOf(values, { name: "vus", field: "value" })]);
    const { id } = await create("many", [base, base + HOUR_SECONDS]);
    expect((await watch(id)).gauges[0]?.share).toMatchObject({ of: "/m/*", percent: expect.closeTo(10, 5) });
    await traffic.deliver("Many", [bodyWith(101)]);
    expect((await watch(id)).gauges).toMatchObject([{ unit: "% of /m/*", share: null }]);
  });

  it("has the strictest targets of the experiments that represent the peak", async () => {
    await deliver("Promised");
    const { id } = await create("promised", [base, base + HOUR_SECONDS]);
    expect((await watch(id)).targets).toEqual({ p99Ms: null, errorRate: null });
    for (const [experiment, targets, representsPeak] of [
      [
        "Mix",
        ["p99 <= 300 ms", "error rate <= 1 %", "p99 of /cart <= 5 ms", "p99 <= 10 ms at 5 users"],
        true,
      ],
      ["Search", ["p99 <= 0.2 s", "throughput >= 10/s"], true],
      ["Cached", ["p99 <= 20 ms"], false],
    ] as const)
      await saveExperiment({
        ctx: owner,
        input: { body: { service: "Promised", experiment, targets, representsPeak }, webUrl },
      });
    expect((await watch(id)).targets).toEqual({ p99Ms: 200, errorRate: 0.01 });
  });
});

describe("the usual weekday", () => {
  it("is the middle of the last weeks without a peak day", async () => {
    const serviceId = await deliver("Usual");
    await copyTo(serviceId, 1, 3);
    const { id } = await create("usual", [base, base + 600]);
    expect((await watch(id)).usual).toBeNull();
    await copyTo(serviceId, 2, 5);
    const two = (await watch(id)).usual;
    expect(two?.weeks).toBe(2);
    expect(two?.points).toContainEqual([base + 60, 8]);
    await copyTo(serviceId, 3, 90);
    const { usual } = await watch(id);
    expect(usual?.weeks).toBe(3);
    expect(usual?.points).toContainEqual([base + 60, 10]);
    // Holes stay holes.
    expect(usual?.points.some(([second]) => second > base + 240 && second < base + 400)).toBe(false);
    await create("usual", [base - 14 * DAY_SECONDS - 600, base - 14 * DAY_SECONDS + 600]);
    expect((await watch(id)).usual).toMatchObject({ weeks: 2 });
  });

  it("has no dips at the edges of silences of which only minutes are left", async () => {
    const serviceId = await deliver("Minutes", Infinity, [250, 435]);
    for (const weeks of [3, 4]) await copyTo(serviceId, weeks, 2, [60, 600]);
    const { id } = await create("minutes", [base, base + 600]);
    const points = (await watch(id)).usual?.points ?? [];
    // Nobody knows over which part of the minutes at the edges the requests came.
    const known = [60, 120, 180, 480].map((offset): [number, number] => [base + offset, 4]);
    expect(points.filter(([second]) => (second - base) % 60 === 0)).toEqual(known);
    expect(new Set(points.map(([, rate]) => rate))).toEqual(new Set([4]));
  });

  it("of a day to come is the one before now", async () => {
    const serviceId = await deliver("Ahead");
    await copyTo(serviceId, 1, 2);
    const { id } = await create("ahead", [base + 21 * DAY_SECONDS, base + 21 * DAY_SECONDS + 600]);
    const { usual } = await watch(id);
    expect(usual).toMatchObject({ weeks: 2 });
    expect(usual?.points).toContainEqual([base + 21 * DAY_SECONDS + 60, 3]);
  });
});
