import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_LIVE_LIMITS, LiveClient } from "../testing/live.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { addMetrics } from "../run/live/add-metrics.ts";
import { getTrafficMapping } from "./get-mapping.ts";
import { getTraffic } from "./get-traffic.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 } as const;
/** Some of the series of a histogram at one moment: how many values are at most each bound. */
const scraped = (second: number, atMost: Record<string, number>) =>
  bodyOf(
    Object.entries(atMost).map(([le, value]) => ({ second, value, tags: { code: "200", le } })),
    { name: "http_request_duration_seconds_bucket", field: null },
  );
const base = () => now() - 300;
const whole = (second: number, count: number) =>
  scraped(second, { "0.5": count - 2, "1": count - 1, "+Inf": count });
/** Alone, neither of the bodies contradicts anything. */
const falling = (second: number) => [scraped(second, { "0.5": 9 }), scraped(second, { "1": 8, "+Inf": 12 })];

async function toldOf(service: string) {
  const ctx = { ...traffic.world.home.viewer, clock: () => new Date() };
  const { unusableAt, total } = await getTraffic({ ctx, keepDays, input: { service } });
  const mapping = await getTrafficMapping({ ctx, input: { service } });
  return { requests: total.requests, told: unusableAt !== null, onMapping: mapping.unusableAt !== null };
}

describe("a histogram whose buckets fall over several bodies", () => {
  it("is reported, and its requests are in its next reading", async () => {
    const from = base();
    const before = [whole(from, 5), ...falling(from + 15)];
    await traffic.deliver("Falls", before);
    expect(await toldOf("falls")).toEqual({ requests: 0, told: true, onMapping: true });
    await traffic.deliver("Falls", [whole(from + 30, 20)]);
    expect(await toldOf("falls")).toEqual({ requests: 15, told: true, onMapping: true });
  });

  it("isn't reported of one that is whole, in whatever bodies it arrives", async () => {
    const from = base();
    const bodies = [
      whole(from, 5),
      scraped(from + 15, { "0.5": 6 }),
      scraped(from + 15, { "1": 7, "+Inf": 8 }),
    ];
    await traffic.deliver("Rises", bodies);
    expect(await toldOf("rises")).toEqual({ requests: 3, told: false, onMapping: false });
  });

  it("is reported if no bucket has all values", async () => {
    const from = base();
    const bodies = Array.from({ length: 10 }, (_, at) => scraped(from + at * 15, { "0.5": at, "1": at * 2 }));
    await traffic.deliver("Endless", bodies);
    expect(await toldOf("endless")).toEqual({ requests: 0, told: true, onMapping: true });
  });

  it("is a warning of a live run", async () => {
    const { world } = traffic;
    const client = new LiveClient(world);
    const run = await client.open();
    const from = base();
    for (const fold of [whole(from, 5), whole(from + 15, 8), ...falling(from + 30)]) {
      const input = {
        run,
        traffic: fold.finish(),
        digest: randomUUID(),
        bytesIn: 100,
        limits: TEST_LIVE_LIMITS,
      };
      await addMetrics({ ctx: world.ci, intake: world.intake, input });
      await world.counted();
    }
    const { summary, warnings } = await client.finish(run);
    expect(summary.requests).toBe(3);
    expect(warnings.find(({ code }) => code === "metrics-unusable")).toMatchObject({ count: 1 });
  });
});
