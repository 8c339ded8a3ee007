import { DAY_SECONDS, foundState, HOUR_SECONDS, runningHeadline } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { saveExperiment } from "../experiment/save.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { sampleSource, steadySamples } from "../testing/sample-source.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { rollUpTraffic } from "../traffic/roll-up.ts";
import { createPeakDay } from "./create.ts";
import { typeCurve } from "./import-curve.ts";
import { listPeakDays } from "./list.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };

let traffic: Traffic;
let owner: Context;
/** When the traffic below begins. */
let base: number;
beforeAll(async () => {
  traffic = await Traffic.open();
  owner = { ...traffic.world.home.owner, clock: () => new Date() };
  // Every edge below is well inside a point: one or two seconds of silence can be a pause between requests.
  base = Math.floor((now() - 610) / 60) * 60 + 10;
  const seconds = Array.from({ length: 500 }, (_, at) => base + at).filter(
    (at) => at < base + 200 || at >= base + 320,
  );
  const values = seconds.flatMap((second) => [
    { second, value: 20, tags: { name: "/cart", expected_response: "true" } },
    { second, value: 40, tags: { name: "/pay", expected_response: second % 10 === 0 ? "false" : "true" } },
  ]);
  await traffic.deliver("Shop", [bodyOf(values)]);
});
afterAll(() => traffic.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");
const create = (body: object) =>
  createPeakDay({
    ctx: owner,
    input: { body: { service: "shop", name: "Sale", timeZone: "UTC", eventName: "start", ...body }, webUrl },
  });
const times = (from: number, to: number, event: number) => {
  return { startsAt: iso(from), endsAt: iso(to), eventAt: iso(event) };
};
const watch = (id: string, ctx = owner) => watchPeakDay({ ctx, input: { id, webUrl, keepDays } });
const typed = (id: string, points: readonly (readonly [number, number])[]) =>
  typeCurve({
    ctx: owner,
    input: {
      id,
      body: { points: points.map(([at, requestsPerSecond]) => ({ at: iso(at), requestsPerSecond })) },
      webUrl,
    },
  });

describe("a peak day that is running", () => {
  it("shows live traffic with its gaps, the last minute and hour, and the busiest labels", async () => {
    const { id } = await create(times(base - 60, base + 7_140, base));
    const view = await watch(id);
    expect(view).toMatchObject({
      phase: "during",
      source: "live",
      capacity: { proven: false, experiment: null },
    });
    const { points, pointSeconds, latest, total } = view;
    expect(pointSeconds).toBe(20);
    const within = points.map((point) => Date.parse(point.at) / 1_000 - base);
    expect(within.some((second) => second >= 205 && second < 300)).toBe(false);
    // Those at the edges of a gap, too.
    expect(points.map(({ throughput }) => throughput)).toEqual(points.map(() => 2));
    expect(points.length).toBeGreaterThan(15);
    expect(latest).toMatchObject({
      at: iso(base + 500).replace("Z", ".000Z"),
      minute: { requests: 120, throughput: 2, errorRate: 0.05 },
      hourRequests: 760,
      labels: [
        { share: 0.5, throughput: 1, errorRate: 0.1 },
        { share: 0.5, throughput: 1, errorRate: 0 },
      ],
      labelsTotal: 2,
      busiest: { share: 0.5 },
    });
    expect(total).toMatchObject({ requests: 760, errors: 38, peak: { throughput: 2 } });
    // The list leads with the same.
    const listed = await listPeakDays({ ctx: owner, keepDays, input: { parameters: {}, webUrl } });
    expect(listed.peakDays.find((one) => one.id === id)?.headline).toEqual({
      ...runningHeadline(view),
      state: foundState(view),
    });
  });

  it("has no dips where a silence begins and ends, also with points of minutes", async () => {
    const { id } = await create(times(base - 60, base + 7 * HOUR_SECONDS, base));
    const assertNoDips = async () => {
      const { points, pointSeconds } = await watch(id);
      expect(pointSeconds).toBe(60);
      expect(points.map(({ throughput }) => throughput)).toEqual(points.map(() => 2));
    };
    await assertNoDips();
    while ((await rollUpTraffic(traffic.world.test.services)) > 0);
    await assertNoDips();
  });

  it("lays an earlier day under it by the event, not by the clock", async () => {
    const before = base - 364 * DAY_SECONDS - 5_000;
    const { id: earlier } = await create(times(before - HOUR_SECONDS, before + HOUR_SECONDS, before));
    await typed(earlier, [
      [before - HOUR_SECONDS, 0],
      [before, 3_600],
      [before + HOUR_SECONDS, 0],
    ]);
    const { id } = await create({
      ...times(base - 600, base + 1_200, base),
      earlier: [{ id: earlier, growthLow: 1.5, growthHigh: 2 }],
    });
    const [curve] = (await watch(id)).earlier;
    expect(curve).toMatchObject({
      name: "Sale",
      growthLow: 1.5,
      growthHigh: 2,
      source: "typed",
      stepSeconds: 60,
    });
    const peak = curve?.points.reduce((most, one) => (one[1] > most[1] ? one : most));
    // Typed minutes begin with whole minutes.
    expect(Math.abs((peak?.[0] ?? 0) - base)).toBeLessThan(60);
    expect(curve?.points.every(([second]) => second > base - 660 && second < base + 1_200)).toBe(true);
  });

  it("has the events of its service within the day", async () => {
    const { id } = await create(times(base, base + 900, base));
    const event = { kind: "deploy", title: "v2" };
    const events = [
      { ...event, at: iso(base + 60) },
      { ...event, at: iso(base - 60) },
    ];
    await addServiceEvents({ ctx: owner, input: { service: "shop", body: events } });
    expect((await watch(id)).events.map(({ at }) => at)).toEqual([iso(base + 60).replace("Z", ".000Z")]);
  });

  it("says which experiment leaves its capacity unproven", async () => {
    const body = { service: "Shop", experiment: "Peak mix", representsPeak: true };
    await saveExperiment({ ctx: owner, input: { body, webUrl } });
    const { id } = await create(times(base, base + 900, base));
    expect((await watch(id)).capacity).toMatchObject({
      proven: false,
      experiment: { name: "Peak mix" },
      measured: null,
    });
  });
});

it("requests that come only now and then are points, too", async () => {
  const from = now() - 1_200;
  const values = Array.from({ length: 29 }, (_, at) => ({ second: from + at * 40, value: 20 }));
  await traffic.deliver("Sparse", [bodyOf(values)]);
  const { id } = await create({ ...times(from, from + 7_200, from), service: "sparse" });
  const { points, pointSeconds } = await watch(id);
  expect(points.length).toBeGreaterThan(25);
  expect(points.every(({ throughput }) => throughput <= 1 / pointSeconds)).toBe(true);
});

it("after a silence, the last minute is over what followed it", async () => {
  const from = now() - 400;
  const seconds = Array.from({ length: 390 }, (_, at) => from + at).filter(
    (at) => at < from + 200 || at >= from + 370,
  );
  const id = await traffic.deliver("Back again", [bodyOf(seconds.map((second) => ({ second, value: 20 })))]);
  expect(id).not.toBe("");
  const { id: peakDay } = await create({ ...times(from, from + HOUR_SECONDS, from), service: "back-again" });
  const { latest } = await watch(peakDay);
  expect(latest?.minute).toMatchObject({ seconds: 20, requests: 20, throughput: 1 });
  expect(latest?.labels).toMatchObject([{ label: "/a", throughput: 1, share: 1 }]);
});

it("rising throughput has a moment at which it reaches what is proven, and only then", async () => {
  const from = now() - 1_000;
  // From 1 to 10 requests a second, and then 10 more to go: about as long again.
  const seconds = Array.from({ length: 990 }, (_, at) => from + at);
  const values = seconds.flatMap((second, at) =>
    Array.from({ length: 1 + Math.floor(at / 100) }, () => ({ second, value: 20 })),
  );
  await traffic.deliver("Rising", [bodyOf(values)]);
  const { id } = await create({ ...times(from, from + 7_200, from), service: "rising" });
  expect((await watch(id)).latest?.slope).toBeNull();
  const targets = ["p99 <= 1 s"];
  const body = { service: "Rising", experiment: "Peak mix", representsPeak: true, targets };
  const { experiment } = await saveExperiment({ ctx: owner, input: { body, webUrl } });
  const samples = steadySamples({ seconds: 120, perSecond: 50, startSeconds: from - HOUR_SECONDS });
  const ctx = { ...traffic.world.ci, clock: owner.clock };
  await traffic.world.upload({ service: "Rising", experiment: "Peak mix" }, sampleSource(samples), { ctx });
  await traffic.inHome((tx) =>
    tx.query("update run set held_throughput = 20 where experiment_id = $1", [experiment.id]),
  );
  const view = await watch(id);
  expect(view.capacity).toMatchObject({ proven: true, throughput: 20 });
  const { slope } = view.latest ?? {};
  expect(Math.abs((slope?.minutes ?? 0) - 16.5)).toBeLessThan(2);
  expect(slope?.perMinute).toBeCloseTo(0.6, 1);
});

describe("a peak day", () => {
  it("before it starts has no figures of now", async () => {
    const { id } = await create(times(base + DAY_SECONDS, base + 2 * DAY_SECONDS, base + DAY_SECONDS));
    expect(await watch(id)).toMatchObject({
      phase: "before",
      points: [],
      latest: null,
      total: { requests: 0, peak: null },
    });
  });

  it("without live traffic is empty, and never zero", async () => {
    const { id } = await create(times(base - 2 * DAY_SECONDS, base - DAY_SECONDS, base - DAY_SECONDS));
    expect(await watch(id)).toMatchObject({
      phase: "after",
      points: [],
      latest: null,
      total: { peak: null },
    });
  });

  it("of another workspace isn't found", async () => {
    const { id } = await create(times(base, base + 900, base));
    await expect(watch(id, traffic.world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
  });
});
