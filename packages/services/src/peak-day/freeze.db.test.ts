import { DAY_SECONDS, dayAnswer, HOUR_SECONDS } from "@headroom/core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peakDayAnswer } from "@headroom/contract";
import type { PeakDayView } from "@headroom/contract";
import type { Context, Services } from "../context.ts";
import { saveExperiment } from "../experiment/save.ts";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { addTrafficService, storeTraffic } from "../testing/stored-traffic.ts";
import type { StoredStretch } from "../testing/stored-traffic.ts";
import { createPeakDay } from "./create.ts";
import { deletePeakDay } from "./delete.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import { freezeDay, serviceDayOf } from "../testing/freeze-day.ts";
import { getPeakDay } from "./get.ts";
import { typeCurve } from "./import-curve.ts";
import { freezePastPeakDays } from "./queue-freeze.ts";
import { updatePeakDay } from "./update.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const START = Date.parse("2026-11-20T00:00:00Z") / 1_000;
const LENGTH = 12 * HOUR_SECONDS;
const END = START + LENGTH;
const PEAK = START + 8 * HOUR_SECONDS;
/** No more traffic of it arrives. */
const SETTLED = END + 26 * HOUR_SECONDS;

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString();
const plain = (second: number) => iso(second).replace(".000Z", "Z");
const clockAt = (second: number) => () => new Date(second * 1_000);
const as = (ctx: Context, second: number): Context => ({ ...ctx, clock: clockAt(second) });
const servicesAt = (second: number): Services => ({ ...world.test.services, clock: clockAt(second) });

/** A service with a request a second and 20 a second for ten minutes, half of them to one label and one in ten failed. */
async function serve(name: string): Promise<string> {
  const { workspaceId } = world.home;
  const lastAt = new Date(END * 1_000);
  const serviceId = await addTrafficService(world, name, { heardAt: lastAt, lastAt });
  const stretches = Array.from({ length: LENGTH / 600 }, (_, index): StoredStretch[] => {
    const second = START + index * 600;
    const requests = second === PEAK ? 12_000 : 600;
    const half = { second, requests: requests / 2 };
    return [
      { second, requests, errors: requests / 10, slow: 10 },
      ...["/pay", "/cart"].map((label) => ({ ...half, label })),
    ];
  });
  await storeTraffic(world.test.db, { workspaceId, serviceId }, stretches.flat());
  return serviceId;
}

async function forget(serviceId: string): Promise<void> {
  const client = new pg.Client(world.test.url);
  await client.connect();
  for (const step of [60, 600]) {
    const series = "select id from traffic_series where service_id = $1";
    const { rowCount } = await client.query(
      `delete from traffic_cell_${step} where series_id in (${series})`,
      [serviceId],
    );
    expect(rowCount).toBeGreaterThan(0);
  }
  await client.end();
}
/** Tests it under the current targets. */
async function prove(name: string, capacity: number): Promise<void> {
  const samples = steadySamples({ seconds: 120, perSecond: 50, startSeconds: START - HOUR_SECONDS });
  const ctx = as(world.ci, START);
  await world.upload({ service: name, experiment: "Peak mix" }, sampleSource(samples), { ctx });
  await world.inHome((tx) =>
    tx.query(
      "update run set held_throughput = $2 where service_id = (select id from service where name = $1)",
      [name, capacity],
    ),
  );
}

const fields = (service: string, body: object = {}) => ({
  service,
  name: "Sale",
  timeZone: "UTC",
  eventName: "start",
  expectedPeak: 30,
  startsAt: plain(START),
  endsAt: plain(END),
  eventAt: plain(PEAK),
  ...body,
});
const create = async (service: string, body: object = {}, second = START - DAY_SECONDS) =>
  createPeakDay({ ctx: as(world.home.owner, second), input: { body: fields(service, body), webUrl } });
const freeze = (peakDayId: string, second = SETTLED, { workspaceId: claimedBy } = world.home) =>
  freezeDay({
    services: servicesAt(second),
    workspaceId: world.home.workspaceId,
    claimedBy,
    peakDayId,
    keepDays,
  });
const watch = (id: string, second = SETTLED) =>
  watchPeakDay({ ctx: as(world.home.owner, second), input: { id, webUrl, keepDays } });
const get = async (id: string, second = SETTLED) =>
  peakDayAnswer.parse(await getPeakDay({ ctx: as(world.home.viewer, second), input: { id, webUrl } }));
async function edit(id: string, change: object, second = SETTLED): Promise<void> {
  const { version } = await get(id);
  const { service: _same, ...body } = fields("", change);
  await updatePeakDay({
    ctx: as(world.home.owner, second),
    input: { id, body: { ...body, version }, webUrl },
  });
}
/** What a page shows, without when it was read. */
const pageOf = ({ now: _now, heardAt: _heard, answer: _answer, ...view }: PeakDayView) => view;

describe("a peak day that is over", () => {
  it("is frozen once no more of its traffic can arrive, and shows the same when its traffic is gone", async () => {
    const serviceId = await serve("Frozen");
    const { id } = await create("frozen");
    await freeze(id, END + 24 * HOUR_SECONDS);
    expect((await get(id)).frozen).toBeNull();
    const before = await watch(id, END + 24 * HOUR_SECONDS);
    await freeze(id);
    const { frozen } = await get(id);
    expect(frozen).toMatchObject({
      at: iso(SETTLED),
      from: iso(START),
      to: iso(END),
      summary: {
        requests: 71 * 600 + 12_000,
        errors: 71 * 60 + 1_200,
        p99Range: null,
        busiest: { at: iso(PEAK), seconds: 60, throughput: 20 },
        busiestHour: { requests: 15_000, throughput: 15_000 / 3_600, unknownSeconds: 0, p99Range: null },
        uptime: { upSeconds: LENGTH, downSeconds: 0, unknownSeconds: 0 },
        busiestLabel: { label: "/cart", share: 0.5 },
        ofProven: null,
        timesEarlier: null,
      },
    });
    expect(Math.abs((frozen?.summary.p99Ms ?? 0) - 1_000)).toBeLessThan(10);
    // Of the day, 1.3% took a second; of its busiest hour, 0.4%.
    expect(frozen?.summary.busiestHour?.p99Ms).toBeCloseTo(20, 0);
    // Exact: 60 of the hour's 15,000 requests took a second, the others 20 ms.
    expect(frozen?.summary.busiestHour?.meanMs).toBeCloseTo((60 * 1_000 + 14_940 * 20) / 15_000, 9);
    expect(frozen?.summary.meanMs).toBeCloseTo((720 * 1_000 + 53_880 * 20) / 54_600, 9);
    const shown = await watch(id);
    expect(pageOf(shown)).toEqual({ ...pageOf(before), peakDay: { ...before.peakDay, frozen } });
    expect(before.answer?.sentence).toContain(shown.answer?.sentence);
    await forget(serviceId);
    expect(pageOf(await watch(id, SETTLED + 3 * 365 * DAY_SECONDS))).toEqual(pageOf(shown));
    // Again changes nothing.
    await freeze(id, SETTLED + DAY_SECONDS);
    expect((await get(id)).frozen).toEqual(frozen);
  });

  it("keeps the capacity and the targets of its end, whatever is proven later", async () => {
    await serve("Proven");
    const body = { service: "Proven", experiment: "Peak mix", representsPeak: true, targets: ["p99 <= 2 s"] };
    await saveExperiment({ ctx: world.home.owner, input: { body, webUrl } });
    await prove("Proven", 40);
    const { id } = await create("proven");
    await freeze(id, END + 60);
    await saveExperiment({
      ctx: world.home.owner,
      input: { body: { ...body, targets: ["p99 <= 1 s"] }, webUrl },
    });
    await prove("Proven", 100);
    const before = await watch(id, END + HOUR_SECONDS);
    expect(before).toMatchObject({
      capacity: { throughput: 40 },
      targets: { p99Ms: 2_000 },
      provenAt: iso(END + 60),
      summary: { ofProven: 0.5 },
    });
    await freeze(id);
    expect(await watch(id)).toMatchObject({
      capacity: { throughput: 40 },
      targets: { p99Ms: 2_000 },
      provenAt: iso(END + 60),
      peakDay: { frozen: { summary: { ofProven: 0.5 } } },
    });
    const { workspaceId } = world.home;
    const serviceDayId = await serviceDayOf(world.test.services, { workspaceId, peakDayId: id });
    const stored = await world.inHome((tx) =>
      tx.prisma.serviceDayFrozen.findUniqueOrThrow({ where: { serviceDayId }, select: { proven: true } }),
    );
    expect(stored.proven).toMatchObject({ tests: [[{ load: expect.closeTo(50, 0), errorRate: 0.002 }]] });
    // Of a day that is entered afterwards, nobody knows what was proven then.
    const { id: later } = await create("proven", {}, SETTLED);
    await freeze(later);
    expect(await watch(later)).toMatchObject({ capacity: { throughput: 100 }, provenAt: null });
    expect((await get(later)).frozen?.summary.ofProven).toBeNull();
  });

  it("is judged the same evening, which is provisional until it is frozen", async () => {
    const serviceId = await serve("Evening");
    const body = {
      service: "Evening",
      experiment: "Peak mix",
      representsPeak: true,
      targets: ["p99 <= 2 s"],
    };
    await saveExperiment({ ctx: world.home.owner, input: { body, webUrl } });
    await prove("Evening", 40);
    const { id } = await create("evening");
    const reportAt = (second: number) =>
      getReadiness({ ctx: as(world.home.viewer, second), keepDays, input: { id } });
    // A moment after the end, what was proven isn't recorded yet.
    expect((await reportAt(END + 1)).reconciled).toBeNull();
    await freeze(id, END + 60);
    const changesUntil = iso(END + 25 * HOUR_SECONDS);
    const evening = await reportAt(END + HOUR_SECONDS);
    expect(evening).toMatchObject({
      phase: "after",
      reconciled: { changesUntil, real: 20, day: { verdict: "held", missedSeconds: 0 }, proven: 40 },
    });
    expect(dayAnswer(evening.reconciled, evening.peakDay)).toMatchObject({
      word: "Held so far",
      sentence: expect.stringContaining("Provisional: late data can change this until 21 Nov 2026, 13:00."),
    });
    // What arrives late changes it.
    const late = [{ second: PEAK + 600, requests: 18_000, slow: 0 }];
    await storeTraffic(world.test.db, { workspaceId: world.home.workspaceId, serviceId }, late);
    expect((await reportAt(END + 2 * HOUR_SECONDS)).reconciled).toMatchObject({ changesUntil, real: 31 });
    await freeze(id);
    expect((await reportAt(SETTLED)).reconciled).toMatchObject({
      changesUntil: null,
      real: 31,
      day: evening.reconciled?.day,
      busiestHour: { requests: 33_000 },
    });
  });

  it("shows its frozen curve as an earlier day when its traffic is gone", async () => {
    const serviceId = await serve("Yearly");
    const { id: earlier } = await create("yearly");
    await freeze(earlier);
    await forget(serviceId);
    const year = 364 * DAY_SECONDS;
    const { id } = await create("yearly", {
      startsAt: plain(START + year),
      endsAt: plain(END + year),
      eventAt: plain(PEAK + year),
      earlier: [{ id: earlier, growthLow: 2, growthHigh: 2 }],
    });
    const [curve] = (await watch(id, START + year - DAY_SECONDS)).earlier;
    expect(curve?.points.reduce((most, one) => (one[1] > most[1] ? one : most))).toEqual([PEAK + year, 20]);
  });
});

describe("a frozen peak day that is edited", () => {
  it("is frozen again with its new times", async () => {
    const serviceId = await serve("Moved");
    const { id } = await create("moved");
    await freeze(id);
    await edit(id, { startsAt: plain(START + 6 * HOUR_SECONDS) });
    // Until then, it shows its live traffic.
    expect(await watch(id)).toMatchObject({
      total: { requests: 35 * 600 + 12_000 },
      peakDay: { frozen: null },
    });
    await freeze(id, SETTLED + HOUR_SECONDS);
    await forget(serviceId);
    const { frozen } = await get(id);
    expect(frozen).toMatchObject({ at: iso(SETTLED + HOUR_SECONDS), from: iso(START + 6 * HOUR_SECONDS) });
    expect(frozen?.summary.requests).toBe(35 * 600 + 12_000);
  });

  it("stays what it was if the traffic is gone, without what is outside its new times", async () => {
    const serviceId = await serve("Stays");
    const { id } = await create("stays");
    await freeze(id);
    await forget(serviceId);
    await edit(id, { startsAt: plain(START + 6 * HOUR_SECONDS), endsAt: plain(END + 6 * HOUR_SECONDS) });
    await freeze(id, SETTLED + 2 * DAY_SECONDS);
    const view = await watch(id);
    expect(view.peakDay.frozen).toMatchObject({
      from: iso(START),
      to: iso(END),
      summary: { requests: 71 * 600 + 12_000 },
    });
    expect(view.points.map(({ at }) => at).toSorted()[0]).toBe(iso(START + 6 * HOUR_SECONDS));
    expect(view.points.length).toBe(view.mix === null ? 0 : (6 * HOUR_SECONDS) / view.pointSeconds);
    // Back to where it was.
    await edit(id, {});
    await freeze(id, SETTLED + 2 * DAY_SECONDS);
    expect((await watch(id)).points.length).toBe(LENGTH / view.pointSeconds);
  });

  it("has its earlier days laid under its new event, and what it measured stays", async () => {
    const serviceId = await serve("Other event");
    const { id: earlier } = await create("other-event", {
      startsAt: plain(START - 7 * DAY_SECONDS),
      endsAt: plain(END - 7 * DAY_SECONDS),
      eventAt: plain(PEAK - 7 * DAY_SECONDS),
    });
    await typeCurve({
      ctx: as(world.home.owner, SETTLED),
      input: {
        id: earlier,
        body: {
          points: [START, PEAK, END - 60].map((at) => ({
            at: plain(at - 7 * DAY_SECONDS),
            requestsPerSecond: at === PEAK ? 5 : 0,
          })),
        },
        webUrl,
      },
    });
    const links = { earlier: [{ id: earlier, growthLow: 1, growthHigh: 1 }] };
    const { id } = await create("other-event", links);
    await freeze(id);
    await forget(serviceId);
    const peakAt = async () =>
      (await watch(id)).earlier[0]?.points.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
    expect(await peakAt()).toBe(PEAK);
    await edit(id, { ...links, eventAt: plain(PEAK + HOUR_SECONDS) });
    expect(await peakAt()).toBe(PEAK + HOUR_SECONDS);
    await freeze(id, SETTLED + DAY_SECONDS);
    expect(await peakAt()).toBe(PEAK + HOUR_SECONDS);
    expect((await get(id)).frozen).toMatchObject({
      at: iso(SETTLED + DAY_SECONDS),
      summary: { requests: 71 * 600 + 12_000, timesEarlier: { name: "Sale", pointSeconds: 120 } },
    });
    // What people write about it isn't frozen.
    await edit(id, { ...links, eventAt: plain(PEAK + HOUR_SECONDS), notes: "It held." });
    expect(await get(id)).toMatchObject({ notes: "It held.", frozen: { at: iso(SETTLED + DAY_SECONDS) } });
  });

  it("that is moved into the future isn't over", async () => {
    await serve("Ahead");
    const { id } = await create("ahead");
    await freeze(id);
    const later = 30 * DAY_SECONDS;
    await edit(id, {
      startsAt: plain(START + later),
      endsAt: plain(END + later),
      eventAt: plain(PEAK + later),
    });
    await freeze(id);
    expect(await watch(id)).toMatchObject({
      phase: "before",
      points: [],
      peakDay: { frozen: null },
      provenAt: null,
    });
  });
});

describe("freezing", () => {
  it("is queued once for each day that is over, and again after a while", async () => {
    await serve("Queued");
    while ((await freezePastPeakDays({ services: servicesAt(END + 60) })) > 0);
    await create("queued");
    const sweep = (second: number) => freezePastPeakDays({ services: servicesAt(second) });
    expect(await sweep(END - 60)).toBe(0);
    expect(await sweep(END + 60)).toBe(1);
    expect(await sweep(END + 120)).toBe(0);
    expect(await sweep(END + 7 * HOUR_SECONDS)).toBeGreaterThan(0);
  });

  it("leaves alone days that were deleted or are another workspace's", async () => {
    await serve("Deleted");
    const { id } = await create("deleted");
    await freeze(id, SETTLED, world.foreign);
    expect((await get(id)).frozen).toBeNull();
    await freeze(id);
    const { workspaceId } = world.home;
    const serviceDayId = await serviceDayOf(world.test.services, { workspaceId, peakDayId: id });
    await deletePeakDay({ ctx: world.home.owner, input: { id } });
    await expect(
      freezeDay({ services: servicesAt(SETTLED), workspaceId, serviceDayId, keepDays }),
    ).resolves.toBeUndefined();
    const left = await world.inHome((tx) => tx.prisma.serviceDayFrozen.count({ where: { serviceDayId } }));
    expect(left).toBe(0);
  });

  it("an imported curve is shown instead, and what was frozen comes back without it", async () => {
    await serve("Imported");
    const { id } = await create("imported");
    await freeze(id);
    await typeCurve({
      ctx: as(world.home.owner, SETTLED),
      input: {
        id,
        body: { points: [START, PEAK].map((at) => ({ at: plain(at), requestsPerSecond: 3 })) },
        webUrl,
      },
    });
    expect(await watch(id)).toMatchObject({
      source: "typed",
      summary: { busiest: null, busiestHour: { requests: 10_800, p99Ms: null }, volume: null },
      gauges: [],
      peakDay: { frozen: null },
    });
  });
});
