import { DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sloReport } from "@headroom/contract";
import { addTrafficGaps } from "@headroom/db";
import type { Context } from "../context.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { addTrafficService, storeTraffic } from "../testing/stored-traffic.ts";
import type { StoredStretch } from "../testing/stored-traffic.ts";
import { createSlo } from "./create.ts";
import { getSloReport } from "./get-report.ts";
import { listSlos } from "./list.ts";
import { updateSlo } from "./update.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
/** A Monday, in the middle of a minute. */
const NOW = Date.parse("2026-11-23T12:00:30Z") / 1_000;
const MINUTE_OF_NOW = Math.floor(NOW / 60) * 60;

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

const at = (ctx: Context, second = NOW): Context => ({ ...ctx, clock: () => new Date(second * 1_000) });
const iso = (second: number) => new Date(second * 1_000).toISOString();
const base = { objectivePercent: 99, latencyMs: 300, window: { kind: "rolling", days: 7 } };

/** A service with this traffic. */
async function serve(name: string, stretches: readonly StoredStretch[]): Promise<string> {
  const serviceId = await addTrafficService(world, name, { heardAt: new Date(NOW * 1_000) });
  await store(serviceId, stretches);
  return serviceId;
}
const store = (serviceId: string, stretches: readonly StoredStretch[]) =>
  storeTraffic(world.test.db, { workspaceId: world.home.workspaceId, serviceId }, stretches);
const create = (service: string, body: object = {}, second = NOW) =>
  createSlo({
    ctx: at(world.home.owner, second),
    input: { body: { service, name: "Fast", ...base, ...body }, webUrl },
  });
const report = async (id: string, second = NOW) =>
  sloReport.parse(await getSloReport({ ctx: at(world.home.viewer, second), keepDays, input: { id } }));
/** Stretches of ten minutes, so many one after the other. */
const run = (from: number, count: number, more: Partial<StoredStretch> = {}): StoredStretch[] =>
  Array.from({ length: count }, (_, index) => ({ second: from + index * 600, requests: 1_000, ...more }));

describe("an SLO over seven days", () => {
  it("says which part of its traffic is simulated", async () => {
    const serviceId = await serve("Rehearsed", run(NOW - DAY_SECONDS, 3));
    const { id } = await create("rehearsed");
    expect((await report(id)).simulated).toBeNull();
    const data = { simulatedFrom: iso(NOW - DAY_SECONDS), simulatedTo: iso(NOW - DAY_SECONDS + 600) };
    await world.inHome((tx) => tx.prisma.traffic.update({ where: { serviceId }, data }));
    expect((await report(id)).simulated).toEqual({
      from: iso(NOW - DAY_SECONDS),
      to: iso(NOW - DAY_SECONDS + 601),
      withReal: false,
    });
    expect((await report(id, NOW + 8 * DAY_SECONDS)).simulated).toBeNull();
  });

  it("adds up requests, bad ones and the budget, and goes below zero", async () => {
    const noon = NOW - 30;
    await serve("Whole", [
      // Older than the window.
      ...run(noon - 11 * DAY_SECONDS, 6, { errors: 1_000 }),
      ...run(noon - 6 * DAY_SECONDS, 10, { slow: 10 }),
      ...run(noon - 3 * DAY_SECONDS, 10, { errors: 50 }),
    ]);
    const { id } = await create("whole");
    const kept = await report(id, noon - 3 * DAY_SECONDS + 30);
    // 10,000 requests allow 100, and 100 were slow.
    expect(kept).toMatchObject({
      state: "kept",
      requests: 10_000,
      bad: { low: 100, high: 100 },
      goodPercent: { low: 99, high: 99 },
      budget: { requests: 100, minutes: 1, leftPercent: { low: 0, high: 0 } },
      measuredSeconds: 6_000,
    });
    const spent = await report(id);
    expect(spent).toMatchObject({
      from: iso(noon - 7 * DAY_SECONDS),
      to: iso(noon),
      state: "spent",
      requests: 20_000,
      bad: { low: 600, high: 600 },
      budget: {
        requests: 200,
        leftPercent: { low: -200, high: -200 },
        leftRequests: { low: -400, high: -400 },
        minutes: 2,
        leftMinutes: { low: -4, high: -4 },
      },
      elapsedSeconds: 7 * DAY_SECONDS,
      measuredSeconds: 12_000,
      gapRequests: 0,
      simulated: null,
    });
  });

  it("leaves maintenance out of its budget and its burn rates, and says so", async () => {
    const noon = NOW - 30;
    const from = noon - 2 * HOUR_SECONDS;
    await serve("Maintained", [
      ...run(noon - DAY_SECONDS, 10, { errors: 10 }),
      ...run(from, 6, { errors: 1_000 }),
      ...run(noon - HOUR_SECONDS, 3),
    ]);
    const { id } = await create("maintained");
    expect(await report(id)).toMatchObject({ state: "spent", requests: 19_000, maintenance: [] });
    const add = (ctx: Context, body: object) =>
      addServiceEvents({ ctx, input: { service: "maintained", body } });
    // Half a minute early, and five minutes late.
    const times = { at: iso(from - 30), until: iso(from + HOUR_SECONDS + 300) };
    const maintenance = { kind: "maintenance", title: "New database", ...times };
    await add(at(world.home.owner, from - DAY_SECONDS), maintenance);
    const found = await report(id);
    expect(found).toMatchObject({
      state: "kept",
      requests: 13_000,
      bad: { low: 100, high: 100 },
      maintenance: [
        { title: "New database", from: iso(from), to: iso(from + HOUR_SECONDS), enteredLater: false },
      ],
    });
    expect(found.burnRates.filter(({ state }) => state === "alert")).toEqual([]);
    await add(at(world.home.owner), { ...maintenance, title: "Afterwards" });
    expect((await report(id)).maintenance[1]).toMatchObject({ title: "Afterwards", enteredLater: true });
    expect((await report(id, NOW + 8 * DAY_SECONDS)).maintenance).toEqual([]);
  });

  it("is spent by a day without a success, and says how fast", async () => {
    const noon = NOW - 30;
    await serve("Dead", run(noon - DAY_SECONDS, 144, { errors: 1_000 }));
    const { id } = await create("dead");
    const dead = await report(id);
    expect(dead).toMatchObject({
      state: "spent",
      requests: 144_000,
      bad: { low: 144_000, high: 144_000 },
      goodPercent: { low: 0, high: 0 },
      budget: { requests: 1_440, leftPercent: { low: -9_900, high: -9_900 } },
      measuredSeconds: DAY_SECONDS,
    });
    for (const { state, long } of dead.burnRates)
      expect([state, long?.low, long?.high]).toEqual(["alert", 100, 100]);
  });

  it("shows how its budget went down, and what spent it", async () => {
    const noon = NOW - 30;
    const deploy = noon - DAY_SECONDS - 900;
    await serve("Spent", [
      ...run(noon - 2 * DAY_SECONDS, 3),
      ...run(noon - DAY_SECONDS, 2, { errors: 20 }),
      ...run(noon - DAY_SECONDS, 2, { requests: 600, errors: 20, label: "/pay" }),
      ...run(noon - DAY_SECONDS, 2, { requests: 400, label: "/cart" }),
      ...run(noon - DAY_SECONDS / 2, 1, { slow: 30 }),
    ]);
    const event = { at: iso(deploy), kind: "deploy", title: "v42" };
    await addServiceEvents({
      ctx: at(world.home.owner),
      input: { service: "spent", body: [event] },
    });
    const { id: slo } = await create("spent");
    const { history, spent, budget } = await report(slo);
    expect(budget.requests).toBe(60);
    expect(history.at(0)?.leftPercent).toEqual({ low: 100, high: 100 });
    expect(history.at(-1)).toMatchObject({ at: iso(noon), leftPercent: budget.leftPercent });
    const left = history.map(({ leftPercent }) => leftPercent.low);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(spent).toMatchObject([
      {
        from: iso(noon - DAY_SECONDS),
        to: iso(noon - DAY_SECONDS + 1_200),
        bad: { low: 40, high: 40 },
        labels: [{ label: "/pay", bad: { low: 40, high: 40 } }],
        events: [{ at: iso(deploy), title: "v42" }],
      },
      { from: iso(noon - DAY_SECONDS / 2), bad: { low: 30, high: 30 }, labels: [], events: [] },
    ]);
    expect(spent[0]?.budgetPercent?.low).toBeCloseTo(66.667, 2);
  });

  it("of a label counts nothing else", async () => {
    await serve("Labels", [
      ...run(NOW - 30 - DAY_SECONDS, 4, { errors: 20 }),
      ...run(NOW - 30 - DAY_SECONDS, 4, { requests: 500, errors: 20, label: "/pay" }),
    ]);
    const { id } = await create("labels", { label: "/pay" });
    expect(await report(id)).toMatchObject({ requests: 2_000, bad: { low: 80 } });
  });

  it("without traffic is neither kept nor spent, and its alerts are neither on nor quiet", async () => {
    await serve("Silent", []);
    const { id } = await create("silent");
    const status = await report(id);
    expect(status).toMatchObject({
      state: "no-requests",
      goodPercent: null,
      budget: { requests: 0, minutes: 0, leftPercent: null, leftRequests: null, leftMinutes: null },
      measuredSeconds: 0,
      history: [],
      spent: [],
    });
    expect(status.burnRates.map(({ state }) => state)).toEqual(["no-requests", "no-requests", "no-requests"]);
  });

  it("doesn't count requests as good of which nobody knows whether they failed", async () => {
    await serve("Unknown", run(NOW - 30 - DAY_SECONDS, 4, { errors: 10, withoutOutcome: 500 }));
    const { id } = await create("unknown");
    expect(await report(id)).toMatchObject({ state: "unsure", bad: { low: 40, high: 2_040 } });
    const { id: timeOnly } = await create("unknown", { name: "Time", withoutError: false });
    expect(await report(timeOnly)).toMatchObject({ state: "kept", bad: { low: 0, high: 0 } });
  });

  it("says how many requests came after gaps, and doesn't judge them", async () => {
    const serviceId = await serve("Gaps", run(NOW - 30 - DAY_SECONDS, 1));
    const gap = (from: number, requests: number) => ({
      fromMillis: from * 1_000,
      toMillis: (from + 900) * 1_000,
      requests,
      atLeast: false,
    });
    await world.inHome((tx) =>
      addTrafficGaps(tx, serviceId, [gap(NOW - DAY_SECONDS / 2, 700), gap(NOW - 9 * DAY_SECONDS, 5_000)]),
    );
    const { id } = await create("gaps");
    expect(await report(id)).toMatchObject({ requests: 1_000, gapRequests: 700 });
  });
});

describe("burn rates", () => {
  it("page while the last hour and its last five minutes burn fast, and say what was measured", async () => {
    const ten = Math.floor(MINUTE_OF_NOW / 600) * 600;
    await serve("Burning", [
      ...run(ten - 3 * DAY_SECONDS, 426),
      ...run(ten - HOUR_SECONDS, 6, { errors: 300 }),
    ]);
    const { id } = await create("burning", { objectivePercent: 95 });
    const { burnRates } = await report(id);
    // 30% of bad requests where 5% are allowed. Over 7 days, 2% of the budget in an hour is a rate of 3.36.
    expect(burnRates[0]).toMatchObject({
      severity: "page",
      alertingRate: 3.36,
      long: { low: 6, high: 6, measuredSeconds: 3_600 },
      short: { low: 6, measuredSeconds: 300 },
      state: "alert",
    });
    expect(burnRates.map(({ state }) => state)).toEqual(["alert", "quiet", "quiet"]);
    // Ten minutes later nothing has arrived since.
    const later = (await report(id, NOW + 600)).burnRates[0];
    expect(later).toMatchObject({ long: { measuredSeconds: 3_000 }, short: null, state: "no-requests" });
  });

  it("look back over the start of a month", async () => {
    const start = Date.parse("2026-12-01T00:00:00Z") / 1_000;
    await serve("Month", run(start - HOUR_SECONDS, 6, { errors: 200 }));
    const window = { kind: "calendar", unit: "month", timeZone: "UTC" };
    const { id } = await create("month", { window }, start - 60);
    const before = await report(id, start - 60);
    expect(before).toMatchObject({ from: iso(start - 30 * DAY_SECONDS), to: iso(start), state: "spent" });
    const after = await report(id, start + 60);
    expect(after).toMatchObject({ from: iso(start), state: "no-requests", elapsedSeconds: 60 });
    expect(after.burnRates[0]?.long).toMatchObject({ low: 20, measuredSeconds: 59 * 60 });
  });
});

describe("a changed objective", () => {
  it("judges what follows, and nothing that was before", async () => {
    const ten = Math.floor(NOW / 600) * 600;
    await serve("Changed", [...run(ten - DAY_SECONDS, 10, { errors: 10 }), ...run(ten, 3, { errors: 10 })]);
    const { id } = await create("changed", { objectivePercent: 98, latencyMs: null });
    const change = { name: "Fast", ...base, objectivePercent: 99.9, latencyMs: null, version: 1 };
    await updateSlo({ ctx: at(world.home.owner), input: { id, body: change, webUrl } });
    // 10,000 requests allowed 200, and the 3,000 since allow 3.
    expect(await report(id, ten + 1_800)).toMatchObject({
      requests: 13_000,
      bad: { low: 130 },
      budget: { requests: 203 },
      state: "kept",
    });
  });
});

it("late traffic counts where it belongs", async () => {
  const serviceId = await serve("Late", run(NOW - 30 - DAY_SECONDS, 2));
  const { id } = await create("late");
  expect(await report(id)).toMatchObject({ bad: { low: 0 }, state: "kept" });
  await store(serviceId, run(NOW - 30 - DAY_SECONDS, 1, { requests: 100, errors: 100 }));
  expect(await report(id)).toMatchObject({
    requests: 2_100,
    bad: { low: 100 },
    state: "spent",
    measuredSeconds: 1_200,
  });
});

describe("an SLO that was read before", () => {
  it("gives the same minute by minute as one that is read for the first time", async () => {
    const ten = Math.floor(NOW / 600) * 600;
    await serve("Again", [
      ...run(ten - 8 * DAY_SECONDS, 144, { errors: 30 }),
      ...run(ten - 3 * DAY_SECONDS, 288, { slow: 70 }),
      ...run(ten - DAY_SECONDS, 144, { errors: 10 }),
    ]);
    const known = await create("again", { name: "Known" });
    for (const minutes of [0, 1, 7, 10, 65, 300, 600]) {
      const second = NOW + minutes * 60;
      const fresh = await create("again", { name: `Fresh ${minutes}` });
      expect(await report(known.id, second), `${minutes}`).toEqual(await report(fresh.id, second));
    }
    // And back: a clock that goes wrong.
    const fresh = await create("again", { name: "Back" });
    expect(await report(known.id, NOW - 7_200)).toEqual(await report(fresh.id, NOW - 7_200));
  });

  it("counts traffic of more than a day ago that was counted very late, some hours later", async () => {
    const serviceId = await serve("Very late", run(NOW - 30 - 3 * DAY_SECONDS, 2));
    const { id } = await create("very-late");
    expect(await report(id)).toMatchObject({ requests: 2_000 });
    await store(serviceId, run(NOW - 30 - 3 * DAY_SECONDS, 1, { requests: 100 }));
    expect(await report(id, NOW + 2 * HOUR_SECONDS)).toMatchObject({ requests: 2_000 });
    expect(await report(id, NOW + 6 * HOUR_SECONDS)).toMatchObject({ requests: 2_100 });
  });
});

it("the SLOs of a service are listed with how they are doing", async () => {
  await serve("Listed", [
    ...run(NOW - 30 - DAY_SECONDS, 4, { slow: 10 }),
    ...run(NOW - 30 - DAY_SECONDS, 4, { requests: 100, label: "/pay" }),
  ]);
  await create("listed", { name: "B", window: { kind: "rolling", days: 1 } });
  await create("listed", { name: "C", label: "/pay" });
  await create("listed", { name: "A", latencyMs: null });
  const { slos } = await listSlos({
    ctx: at(world.home.viewer),
    keepDays,
    input: { parameters: { service: "listed" }, webUrl },
  });
  expect(slos.map(({ name, status }) => [name, status.requests, status.bad.low])).toEqual([
    ["A", 4_000, 0],
    ["B", 4_000, 40],
    ["C", 400, 0],
  ]);
});
