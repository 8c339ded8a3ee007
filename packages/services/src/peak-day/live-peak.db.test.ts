import { afterAll, beforeAll, expect, it } from "vitest";
import { getNextPeakDay } from "../readiness/next-peak-day.ts";
import type { Context } from "../context.ts";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { createPeakDay } from "./create.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let traffic: Traffic;
let owner: Context;
beforeAll(async () => {
  traffic = await Traffic.open();
  owner = { ...traffic.world.home.owner, clock: () => new Date() };
});
afterAll(() => traffic.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");

it("has the load and the last hour of a day that runs, by the minute", async () => {
  const from = now() - 1_200;
  const values = Array.from({ length: 2_390 }, (_, at) => ({ second: from + Math.floor(at / 2), value: 20 }));
  await traffic.deliver("Shop", [bodyOf(values)]);
  const times = { startsAt: iso(from), endsAt: iso(from + 7_200), eventAt: iso(from + 3_600) };
  const body = { service: "shop", name: "Sale", timeZone: "UTC", eventName: "doors open", ...times };
  await createPeakDay({ ctx: owner, input: { body, webUrl } });
  const [day] = (await getNextPeakDay({ ctx: owner, keepDays }))?.running ?? [];
  expect(day).toMatchObject({
    name: "Sale",
    service: { slug: "shop", name: "Shop" },
    state: "calm",
    live: {
      minute: { throughput: expect.closeTo(2, 0) as number },
      capacity: null,
      slope: null,
      event: { name: "doors open" },
    },
  });
  const hour = day?.live?.hour ?? [];
  expect(hour.length).toBeGreaterThan(15);
  expect(hour.length).toBeLessThan(23);
  expect(hour.map(({ throughput }) => throughput)).toEqual(hour.map(() => expect.closeTo(2, 0) as number));
});
