import { HOUR_SECONDS, MINUTE_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { createPeakDay } from "./create.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };

let traffic: Traffic;
let owner: Context;
beforeAll(async () => {
  traffic = await Traffic.open();
  owner = { ...traffic.world.home.owner, clock: () => new Date() };
});
afterAll(() => traffic.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");

/** Two requests a second, which succeed. */
const requests = (from: number, to: number, tags: Record<string, string> = {}) =>
  bodyOf(
    Array.from({ length: (to - from) * 2 }, (_, at) => {
      const own = { name: "/cart", expected_response: "true", ...tags };
      return { second: from + Math.floor(at / 2), value: 20, tags: own };
    }),
  );

/** As seen in a day from an hour ago to an hour from now. */
async function seenOf(service: string) {
  const at = now();
  const times = { startsAt: iso(at - HOUR_SECONDS), endsAt: iso(at + HOUR_SECONDS), eventAt: iso(at) };
  const body = { service, name: "Sale", timeZone: "UTC", eventName: "start", ...times };
  const { id } = await createPeakDay({ ctx: owner, input: { body, webUrl } });
  return watchPeakDay({ ctx: owner, input: { id, webUrl, keepDays } });
}

const secondsAgo = (at: string | undefined) => (Date.now() - Date.parse(at ?? "")) / 1_000;

describe("a source whose clock is wrong", () => {
  it("by ten minutes behind: what arrives is counted there, it is no outage, and how far it is behind is known", async () => {
    await traffic.deliver("Slow", [requests(now() - 900, now() - 600)]);
    const { latest, uptime, offClock, heardAt, points } = await seenOf("slow");
    expect(offClock?.aheadSeconds).toBeGreaterThanOrEqual(-605);
    expect(offClock?.aheadSeconds).toBeLessThanOrEqual(-598);
    expect(secondsAgo(heardAt ?? "")).toBeLessThan(MINUTE_SECONDS);
    expect(secondsAgo(latest?.at)).toBeGreaterThan(595);
    expect(latest?.minute).toMatchObject({ throughput: 2, errorRate: 0 });
    expect([uptime?.downSeconds, uptime?.unknownSeconds]).toEqual([0, 0]);
    // The last minute is drawn once nine tenths of it are there.
    expect(points.filter(({ throughput }) => throughput < 1.8 || throughput > 2)).toEqual([]);
  });

  it("by ten minutes ahead: the last minute is that of the other sources, and ends now", async () => {
    await traffic.deliver("Fast", [
      requests(now() - 300, now()),
      requests(now() + 300, now() + 598, { name: "/fast" }),
    ]);
    const view = await seenOf("fast");
    const { latest, uptime, offClock } = view;
    expect(offClock?.aheadSeconds).toBeGreaterThan(590);
    expect(secondsAgo(latest?.at)).toBeGreaterThanOrEqual(0);
    expect(latest?.minute.throughput).toBeGreaterThan(1.5);
    expect(latest?.labels.map(({ label }) => label)).toEqual(["/cart"]);
    expect(view.points.every(({ at }) => at <= view.now)).toBe(true);
    expect(uptime?.downSeconds).toBe(0);
  });

  it("too far ahead: nothing of it counts, but it was heard", async () => {
    await traffic.deliver("Refused", [requests(now() + 700, now() + 720)]);
    const { latest, offClock, heardAt, total } = await seenOf("refused");
    expect([latest, total.requests]).toEqual([null, 0]);
    expect(offClock?.aheadSeconds).toBeGreaterThan(600);
    expect(secondsAgo(heardAt ?? "")).toBeLessThan(MINUTE_SECONDS);
  });

  it("isn't a second source, which is named because it isn't counted", async () => {
    const counter = { name: "http_requests_total", field: null };
    const tags = { path: "/cart", code: "200" };
    const counts = [0, 15].map((at) => ({ second: now() - 60 + at, value: at, tags }));
    await traffic.deliver("Two", [requests(now() - 100, now()), bodyOf(counts, counter)]);
    expect((await seenOf("two")).notCounted).toEqual(["Prometheus client (http_requests_total)"]);
  });

  it("isn't one that is right, or a simulator, which replays the past on purpose", async () => {
    await traffic.deliver("Right", [requests(now() - 100, now())]);
    expect((await seenOf("right")).offClock).toBeNull();
    const replayed = requests(now() - 900, now() - 800, { "headroom.simulated": "true" });
    await traffic.deliver("Replayed", [replayed]);
    expect((await seenOf("replayed")).offClock).toBeNull();
  });
});
