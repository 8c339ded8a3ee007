import { DAY_SECONDS, MINUTE_SECONDS, runningHeadline } from "@headroom/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { createPeakDay } from "./create.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const SECONDS = 3_000;

let traffic: Traffic;
let owner: Context;
let base: number;
beforeAll(async () => {
  traffic = await Traffic.open();
  // As of the newest second: what arrives at once isn't late then.
  base = now() - SECONDS;
  owner = { ...traffic.world.home.owner, clock: () => new Date((base + SECONDS) * 1_000) };
});
afterAll(() => traffic.world.close());

/** In which of the seconds requests arrive, and fail. Null: none arrive. */
type Made = (second: number) => { fails: boolean; millis?: number } | null;

const moment = (second: number) => new Date((base + second) * 1_000).toISOString().replace(".000Z", "Z");

async function latestOf(service: string, made: Made, days = 0.2) {
  const values = Array.from({ length: SECONDS }, (_, second) => second).flatMap((second) => {
    const found = made(second);
    if (found === null) return [];
    const tags = { name: "/pay", expected_response: String(!found.fails) };
    return [1, 2].map(() => ({ second: base + second, value: found.millis ?? 20, tags }));
  });
  await traffic.deliver(service, [bodyOf(values)]);
  const onTime = { offClockAt: null, offClockSeconds: null };
  await traffic.inHome(({ prisma }) => prisma.traffic.updateMany({ data: onTime }));
  const span = (days * DAY_SECONDS) / 2;
  const body = {
    service: service.toLowerCase(),
    name: "Sale",
    timeZone: "UTC",
    eventName: "start",
    startsAt: moment(Math.round(-span)),
    endsAt: moment(Math.round(SECONDS + span)),
    eventAt: moment(0),
  };
  const { id } = await createPeakDay({ ctx: owner, input: { body, webUrl } });
  const view = await watchPeakDay({ ctx: owner, input: { id, webUrl, keepDays } });
  const errors = view.latest?.since.errors ?? null;
  const since = errors === null ? null : Date.parse(errors) / 1_000 - base;
  return { since, slow: view.latest?.since.slow ?? null, lead: runningHeadline(view).lead };
}

it("says since when requests fail to ten seconds, on a day of hours and on one of weeks", async () => {
  for (const [service, days] of [
    ["Hours", 0.2],
    ["Weeks", 13],
  ] as const) {
    const begin = SECONDS - 252;
    const { since, slow } = await latestOf(service, (second) => ({ fails: second >= begin }), days);
    expect(Math.abs((since ?? 0) - begin)).toBeLessThanOrEqual(10);
    expect(slow).toBeNull();
  }
});

it("doesn't run across a hole, whatever was before it", async () => {
  const begin = SECONDS - 3 * MINUTE_SECONDS;
  const { since, lead } = await latestOf("Holes", (second) => {
    if (second < 300) return { fails: true };
    return second < begin ? null : { fails: true };
  });
  expect(Math.abs((since ?? 0) - begin)).toBeLessThanOrEqual(10);
  expect(lead).toMatch(/^All requests have failed since (\d+ \w+ (\d{4}, )?)?\d\d:\d\d\.$/);
});

it("says nothing of a time while nothing is wrong, and no more than the day while all of it is", async () => {
  expect((await latestOf("Calm", () => ({ fails: false }))).since).toBeNull();
  const { since } = await latestOf("Dead", () => ({ fails: true }));
  expect(since).toBeLessThanOrEqual(10);
});
