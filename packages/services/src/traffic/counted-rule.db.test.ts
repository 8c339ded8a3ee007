import { quantileInterval } from "@headroom/core";
import type { MetricSeries } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { readTrafficPoints } from "./read-traffic.ts";
import { rollUpTraffic } from "./roll-up.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

describe("sources of different kinds", () => {
  const BOUNDS = [0.01, 0.1];
  /** A classic histogram as remote write brings it: requests of up to 10 ms, up to 100 ms, and slower ones. */
  const histogramOf = (second: number, counts: readonly [number, number, number]) => {
    const fold = bodyOf([]);
    const put = (suffix: string, value: number, tags: MetricSeries["tags"] = []) => {
      const unknown = { field: null, unit: null, kind: "unknown", temporality: "each" } as const;
      const own = [["code", "200"], ["path", "/a"], ...tags] as const;
      const series = fold.series({ name: `http_request_duration_seconds${suffix}`, ...unknown, tags: own });
      fold.number(series, { atMicros: second * 1e6, startMicros: null }, value);
    };
    let below = 0;
    for (const [at, own] of counts.entries()) {
      below += own;
      put("_bucket", below, [["le", String(BOUNDS[at] ?? "+Inf")]]);
    }
    put("_count", below);
    return fold;
  };
  const counter = (second: number, value: number) => {
    const tags = { path: "/a", code: "200" };
    return bodyOf([{ second, value, tags }], { name: "http_requests_total", field: null });
  };

  it("never count in the same second, and lose nothing where one takes over from the other", async () => {
    const base = now() - 600;
    // 2 requests/s throughout. The histogram appears after a minute and counts from its second reading on.
    const times = Array.from({ length: 9 }, (_, at) => base + at * 15);
    const id = await traffic.deliver(
      "Takes over",
      times.flatMap((second, at) => {
        const histogram = histogramOf(second, [at * 20, at * 10, 0]);
        return at < 4 ? [counter(second, at * 30)] : [counter(second, at * 30), histogram];
      }),
    );
    const cells = (await traffic.cellsOf(id, 1)).filter(({ cell }) => cell.requests > 0);
    const kinds = cells.map(({ second, cell }) => [second, cell.distribution.kind] as const);
    const first = Math.min(...kinds.flatMap(([second, kind]) => (kind === "buckets" ? [second] : [])));
    expect(first).toBe(base + 76);
    expect(kinds.every(([second, kind]) => (kind === "buckets") === second >= first)).toBe(true);
    // From the counter's first reading to the last: nothing twice, nothing missing but what can't be divided.
    expect(Math.abs((await traffic.totalOf(id, 1)).requests - 240)).toBeLessThanOrEqual(3);
  });

  it("count once where k6 sends the same requests as line protocol and through OpenTelemetry", async () => {
    const base = now() - 300;
    const seconds = Array.from({ length: 10 }, (_, at) => base + at);
    const id = await traffic.deliver(
      "Both outputs",
      seconds.flatMap((second) => [
        bodyOf([{ second, value: 5 }]),
        bodyOf([{ second, value: 1 }], { field: null, temporality: "delta", kind: "counter" }),
      ]),
    );
    expect((await traffic.totalOf(id, 1)).requests).toBe(10);
  });

  it("give a range of percentiles where both are in one stretch, at every step", async () => {
    const minute = Math.floor((now() - 3_000) / 600) * 600;
    const each = Array.from({ length: 10 }, (_, at) => ({ second: minute + 40 + (at % 5), value: 5 }));
    const id = await traffic.deliver("Both kinds", [
      histogramOf(minute, [0, 0, 0]),
      histogramOf(minute + 15, [20, 70, 0]),
      bodyOf(each),
    ]);
    while ((await rollUpTraffic(traffic.world.test.services)) > 0);
    for (const step of [1, 60, 600] as const) {
      expect((await traffic.totalOf(id, step)).requests).toBe(100);
      const range = { from: minute, to: minute + 600, pointSeconds: 600 };
      const [point] = await traffic.inHome((tx) => readTrafficPoints(tx, id, range));
      expect(point?.cell.distribution.kind).toBe("none");
      expect(quantileInterval(point?.parts ?? [], 0.2)?.highMicros).toBe(10_000);
      expect(quantileInterval(point?.parts ?? [], 0.9)).toEqual({ lowMicros: 10_000, highMicros: 100_000 });
    }
  });

  it("give way to others once they are no longer heard", async () => {
    const base = now() - 900;
    const id = await traffic.deliver("Gives way", [
      counter(base, 10),
      counter(base + 15, 40),
      bodyOf([{ second: base + 30, value: 5 }]),
    ]);
    const seen = new Date(traffic.world.test.services.clock().getTime() - 301_000);
    await traffic.inHome((tx) =>
      tx.prisma.trafficRule.updateMany({ where: { serviceId: id }, data: { seenAt: seen } }),
    );
    await traffic.deliver("Gives way", [counter(base + 630, 1_000), counter(base + 645, 1_015)]);
    const { rule, countedRule } = await traffic.inHome((tx) =>
      tx.prisma.traffic.findUniqueOrThrow({ where: { serviceId: id } }),
    );
    expect([rule, countedRule]).toEqual(["http-requests-total", "http-requests-total"]);
    expect((await traffic.totalOf(id, 1)).requests).toBe(30 + 1 + 15);
  });
});
