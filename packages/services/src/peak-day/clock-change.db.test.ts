import { HOUR_SECONDS, WEEK_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { addTrafficService, storeTraffic } from "../testing/stored-traffic.ts";
import { createPeakDay } from "./create.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const STRETCH = 600;
const second = (text: string) => Date.parse(text) / 1_000;
const at = (text: string) => new Date(text).toISOString();

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

const as = (now: string): Context => ({ ...world.home.owner, clock: () => new Date(now) });

/** Evenly one request a second, and ten a second for ten minutes from each of the busy moments on. */
async function serve(
  name: string,
  spans: readonly (readonly [number, number])[],
  busy: readonly number[],
): Promise<void> {
  const { workspaceId } = world.home;
  const lastAt = new Date((spans.at(-1)?.[1] ?? 0) * 1_000);
  const serviceId = await addTrafficService(world, name, { heardAt: lastAt, lastAt });
  const stretches = spans.flatMap(([from, to]) =>
    Array.from({ length: (to - from) / STRETCH }, (_, index) => from + index * STRETCH),
  );
  await storeTraffic(
    world.test.db,
    { workspaceId, serviceId },
    stretches.map((one) => ({ second: one, requests: busy.includes(one) ? 6_000 : 600 })),
  );
}

async function dayOf(
  service: string,
  {
    now,
    earlier = [],
    ...times
  }: { now: string; startsAt: string; endsAt: string; eventAt: string } & {
    earlier?: string[];
  },
) {
  const links = earlier.map((id) => ({ id, growthLow: 1, growthHigh: 1 }));
  const body = {
    service,
    name: "Sale",
    timeZone: "Europe/Berlin",
    eventName: "doors open",
    ...times,
    earlier: links,
  };
  const { id } = await createPeakDay({ ctx: as(now), input: { body, webUrl } });
  return { id, view: await watchPeakDay({ ctx: as(now), input: { id, webUrl, keepDays } }) };
}

const busyOf = (points: readonly (readonly [number, number])[] = []) =>
  points.filter(([, rate]) => rate === 10).map(([moment]) => moment);

describe("a peak day on which the clocks change", () => {
  it("has 25 hours in autumn, with the event of earlier days and the clocks of usual weeks under its own", async () => {
    // 09:00 in Berlin: at 08:00 UTC on the day, and at 07:00 on the Sundays before.
    const [event, usual] = [second("2026-10-25T08:00:00Z"), second("2026-10-18T07:00:00Z")];
    const [from, to] = [second("2026-10-24T22:00:00Z"), second("2026-10-25T23:00:00Z")];
    // An hour more on both sides: at the edge of what is known, nobody knows what is missing.
    const sunday = [second("2026-10-17T21:00:00Z"), second("2026-10-18T23:00:00Z")] as const;
    const lastYear = [second("2025-11-27T23:00:00Z"), second("2025-11-28T23:00:00Z")] as const;
    const eventBefore = second("2025-11-28T08:00:00Z");
    await serve(
      "Autumn",
      [lastYear, [sunday[0] - WEEK_SECONDS, sunday[1] - WEEK_SECONDS], sunday, [from, to]],
      [eventBefore, usual - WEEK_SECONDS, usual, event],
    );
    const now = "2026-10-26T12:00:00Z";
    const before = { startsAt: "2025-11-28T00:00", endsAt: "2025-11-29T00:00", eventAt: "2025-11-28T09:00" };
    const { id: earlier } = await dayOf("autumn", { now, ...before });
    const { view } = await dayOf("autumn", {
      now,
      startsAt: "2026-10-25T00:00",
      endsAt: "2026-10-26T00:00",
      eventAt: "2026-10-25T09:00",
      earlier: [earlier],
    });
    expect(view.peakDay).toMatchObject({
      startsAt: at("2026-10-24T22:00:00Z"),
      endsAt: at("2026-10-25T23:00:00Z"),
    });
    const hours = (count: number) => (count * view.pointSeconds) / HOUR_SECONDS;
    expect(hours(view.points.length)).toBe(25);
    const eventPoints = STRETCH / view.pointSeconds;
    const fromEvent = Array.from({ length: eventPoints }, (_, place) => event + place * view.pointSeconds);
    expect(busyOf(view.points.map((one) => [second(one.at), one.throughput]))).toEqual(fromEvent);
    expect(view.total.requests).toBe(25 * HOUR_SECONDS + 5_400);
    expect(view.uptime).toMatchObject({ upSeconds: 25 * HOUR_SECONDS, downSeconds: 0, unknownSeconds: 0 });
    // Aligned on the event: an hour of it is past the end of the earlier day.
    expect(busyOf(view.earlier[0]?.points)).toEqual([event]);
    // By the clocks: 09:00 of the weeks is 09:00 of the day, and the hour that occurs twice has the hour of the weeks twice.
    expect(busyOf(view.usual?.points)).toEqual(fromEvent);
    expect(hours(view.usual?.points.length ?? 0)).toBe(25);
  });

  it("has 23 hours in spring, and nothing of usual weeks in the hour that is skipped", async () => {
    // 09:00 in Berlin: at 07:00 UTC on the day, and at 08:00 on the Sundays before.
    const [event, usual] = [second("2026-03-29T07:00:00Z"), second("2026-03-22T08:00:00Z")];
    // 02:30 in Berlin, which the day doesn't have.
    const skipped = second("2026-03-22T01:30:00Z");
    const [from, to] = [second("2026-03-28T23:00:00Z"), second("2026-03-29T22:00:00Z")];
    const sunday = [second("2026-03-21T22:00:00Z"), second("2026-03-23T00:00:00Z")] as const;
    await serve(
      "Spring",
      [[sunday[0] - WEEK_SECONDS, sunday[1] - WEEK_SECONDS], sunday, [from, to]],
      [usual - WEEK_SECONDS, usual, skipped - WEEK_SECONDS, skipped, event],
    );
    const { view } = await dayOf("spring", {
      now: "2026-03-30T12:00:00Z",
      startsAt: "2026-03-29T00:00",
      endsAt: "2026-03-30T00:00",
      eventAt: "2026-03-29T09:00",
    });
    const hours = (count: number) => (count * view.pointSeconds) / HOUR_SECONDS;
    expect([hours(view.points.length), hours(view.usual?.points.length ?? 0)]).toEqual([23, 23]);
    const busy = busyOf(view.usual?.points);
    expect(busy[0]).toBe(event);
    expect(busy.every((moment) => moment < event + STRETCH)).toBe(true);
    expect(view.total.requests).toBe(23 * HOUR_SECONDS + 5_400);
    expect(view.uptime).toMatchObject({ upSeconds: 23 * HOUR_SECONDS, unknownSeconds: 0 });
  });
});
