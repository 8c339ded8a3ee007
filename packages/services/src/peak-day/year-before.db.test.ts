import { DAY_SECONDS, dayFacts, HOUR_SECONDS, WEEK_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { given } from "../testing/given-curve.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { addTrafficService } from "../testing/stored-traffic.ts";
import { createPeakDay } from "./create.ts";
import { importCurve } from "./import-curve.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
/** Two Saturdays, and a Friday between them. */
const START = Date.parse("2026-04-18T00:00:00Z") / 1_000;
const EARLIER = START - 52 * WEEK_SECONDS;
const LAST_MONTH = START - 29 * DAY_SECONDS;

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  await addTrafficService(world, "Shop", { heardAt: new Date(START * 1_000) });
});
afterAll(() => world.close());

const iso = (second: number) => `${new Date(second * 1_000).toISOString().slice(0, 19)}Z`;
const now = START + DAY_SECONDS + HOUR_SECONDS;
const as = (ctx: Context): Context => ({ ...ctx, clock: () => new Date(now * 1_000) });

async function create(
  name: string,
  from: number,
  earlier: string[] = [],
  to = from + DAY_SECONDS,
): Promise<string> {
  const times = { startsAt: iso(from), endsAt: iso(to), eventAt: iso(from + 60) };
  const links = earlier.map((id) => ({ id, growthLow: 1, growthHigh: 1 }));
  const body = { service: "shop", name, timeZone: "UTC", eventName: "start", earlier: links, ...times };
  return (await createPeakDay({ ctx: as(world.home.owner), input: { body, webUrl } })).id;
}

/** Hours of so many requests a second. */
async function importHours(
  id: string,
  of: "day" | "weeks-before",
  [from, to, rateAt]: [number, number, (second: number) => number],
) {
  const rows = Array.from({ length: (to - from) / HOUR_SECONDS }, (_, at) => {
    const second = from + at * HOUR_SECONDS;
    return { at: second, value: rateAt(second) };
  });
  const file = {
    format: "gauges-csv",
    rowEnds: false,
    refused: { count: 0, first: [], reasons: {} },
    warnings: [],
    series: [{ name: "requests", unit: null, rows }],
  };
  const parameters = { of, unit: "per-second" };
  const input = { id, webUrl, parameters, source: given(file) };
  await importCurve({ ctx: as(world.home.owner), input });
}

async function importDay(id: string, from: number, usual: number, weeks = 1) {
  await importHours(id, "day", [from, from + DAY_SECONDS, () => 3 * usual]);
  await importHours(id, "weeks-before", [from - weeks * WEEK_SECONDS, from, () => usual]);
}

async function growthOf(id: string) {
  const { summary } = await watchPeakDay({ ctx: as(world.home.viewer), input: { id, webUrl, keepDays } });
  return summary?.volume ?? null;
}

it("says how much the usual traffic grew in a year, if both years are known", async () => {
  const last = await create("Green Saturday 2025", EARLIER);
  const other = await create("Spring sale", LAST_MONTH);
  const id = await create("Green Saturday 2026", START, [last, other]);
  await importDay(id, START, 1_667);
  await importDay(other, LAST_MONTH, 1_600);
  expect((await growthOf(id))?.yearBefore).toBeNull();
  await importDay(last, EARLIER, 833);
  const volume = await growthOf(id);
  expect(volume?.yearBefore).toMatchObject({
    earlier: { id: last, name: "Green Saturday 2025" },
    usual: "Saturday",
    before: 833,
    now: 1_667,
    imported: true,
  });
  expect(dayFacts({ busiestHour: null, volume }, { startsAt: iso(START), timeZone: "UTC" })).toContain(
    "Usual traffic grew 2.00x: 1,667 req/s in the same hours of a usual Saturday before this day, 833 req/s before Green Saturday 2025 (19 Apr 2025), as imported.",
  );
});

it("compares whole weeks if the days are on different weekdays, and says nothing if a part isn't known", async () => {
  const friday = EARLIER - DAY_SECONDS;
  const last = await create("Friday 2025", friday);
  await importDay(last, friday, 833, 3);
  const id = await create("Saturday 2026", START, [last]);
  await importDay(id, START, 1_666);
  expect((await growthOf(id))?.yearBefore).toBeNull();
  await importDay(id, START, 1_666, 3);
  expect((await growthOf(id))?.yearBefore).toMatchObject({ usual: "week", before: 833, now: 1_666 });
});

it("doesn't compare a morning with an afternoon, nor with nothing", async () => {
  const noon = START + DAY_SECONDS / 2;
  const last = await create("Morning 2025", EARLIER, [], EARLIER + DAY_SECONDS / 2);
  await importDay(last, EARLIER, 100);
  const id = await create("Afternoon 2026", noon, [last], noon + DAY_SECONDS / 2);
  await importDay(id, noon, 1_000);
  expect((await growthOf(id))?.window).toMatchObject({ hours: 12, weeks: [{ hours: 12 }] });
  expect((await growthOf(id))?.yearBefore).toBeNull();
  const silent = await create("Silent 2025", EARLIER);
  await importDay(silent, EARLIER, 100);
  const isUsual = (second: number) => second < EARLIER - WEEK_SECONDS + DAY_SECONDS;
  await importHours(silent, "weeks-before", [
    EARLIER - WEEK_SECONDS,
    EARLIER,
    (second) => (isUsual(second) ? 0 : 100),
  ]);
  const whole = await create("Whole 2026", START, [silent]);
  await importDay(whole, START, 1_000);
  expect((await growthOf(whole))?.yearBefore).toBeNull();
});
