import { mergeAllCells } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import type { Value } from "../testing/traffic.ts";
import { getTraffic } from "./get-traffic.ts";
import { rollUpTraffic } from "./roll-up.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

const KEPT = { 1: 2, 10: 14, 60: 90, 600: 730 };

describe("what isn't known", () => {
  const counter = { name: "http_requests_total", field: null };
  const read = (service: string, from: number, to: number) => {
    const instant = (second: number) => new Date(second * 1_000).toISOString();
    const actor = { ...traffic.world.ci.actor, scopes: ["read"] } as Context["actor"];
    const input = { service, from: instant(from), to: instant(to) };
    return getTraffic({
      ctx: { ...traffic.world.ci, actor, clock: () => new Date() },
      keepDays: KEPT,
      input,
    });
  };

  it("is the number of errors of a source without a status, at every step", async () => {
    const minute = Math.floor((now() - 3_000) / 600) * 600;
    const at = (offset: number, tags?: Record<string, string>): Value => {
      return { second: minute + offset, value: 5, ...(tags === undefined ? {} : { tags }) };
    };
    const failed = { name: "/b", expected_response: "false" };
    await traffic.send("Unknown", bodyOf([at(1), at(2), at(61)]), "1");
    await traffic.send("Partly", bodyOf([at(1), at(2), at(3, failed)]), "1");
    await traffic.world.counted();
    const figures = async (service: string) => {
      const { total, points, labels } = await read(service, minute, minute + 600);
      const errors = [total, ...points, ...labels].map((one) => [
        one.requests,
        one.errors,
        one.errorRate,
        one.errorsAtLeast,
      ]);
      return errors;
    };
    const unknown = (requests: number) => [requests, null, null, undefined];
    for (const rolledUp of [false, true]) {
      if (rolledUp) while ((await rollUpTraffic(traffic.world.test.services)) > 0);
      expect(await figures("unknown")).toEqual([3, 1, 1, 1, 3].map(unknown));
      expect(await figures("partly")).toEqual([
        [3, 1, 1 / 3, true],
        unknown(1),
        unknown(1),
        [1, 1, 1, undefined],
        unknown(2),
        [1, 1, 1, undefined],
      ]);
    }
    const id = (await traffic.intake.serviceOf(traffic.world.ci, "Unknown")).id;
    for (const step of [1, 10, 60, 600] as const) {
      const cell = mergeAllCells((await traffic.cellsOf(id, step)).map((one) => one.cell));
      expect([cell.requests, cell.withoutOutcome]).toEqual([3, 3]);
    }
  });

  it("is when requests happened of which nothing was heard for long, and they are named as not counted", async () => {
    const base = Math.floor((now() - 3_600) / 60) * 60;
    const sent: [string, number, number][] = [
      ["/a", 0, 100],
      ["/b", 0, 5],
      ["/a", 15, 110],
      ["/b", 15, 5],
      ["/a", 900, 510],
      ["/b", 901, 7],
      ["/a", 915, 520],
    ];
    for (const [path, offset, value] of sent) {
      const body = bodyOf([{ second: base + offset, value, tags: { path } }], counter);
      await traffic.send("Silent", body, `${path} ${offset}`);
      await traffic.world.counted();
    }
    const answer = await read("silent", base, base + 1_200);
    expect(answer.total.requests).toBe(20);
    const instant = (second: number) => new Date((base + second) * 1_000).toISOString();
    expect(answer.gaps).toEqual([{ from: instant(0), to: instant(901.5), requests: 402, atLeast: false }]);
    expect((await read("silent", base + 960, base + 1_200)).gaps).toEqual([]);
    // 20 requests in 15 s before the silence, and in 15 s after it.
    expect(answer.total.throughput).toBeCloseTo(20 / 30, 1);
    expect(answer.labels[0]?.throughput).toBe(answer.total.throughput);
  });

  it("is named as not counted also if it arrives first, before anything has been counted", async () => {
    const base = Math.floor((now() - 3_600) / 60) * 60;
    const at = (offset: number, value: number) => ({ second: base + offset, value, tags: { path: "/a" } });
    const instant = (second: number) => new Date((base + second) * 1_000).toISOString();
    const gaps = async (service: string) => (await read(service, base, base + 1_800)).gaps;
    const whole = [at(0, 100), at(15, 110), at(1_215, 510), at(1_230, 520)];
    await traffic.deliver("First body", [bodyOf(whole, counter)]);
    const hole = { from: instant(0), to: instant(1_215.5), requests: 400, atLeast: false };
    expect(await gaps("first-body")).toEqual([hole]);
    await traffic.deliver("Nothing yet", [bodyOf([at(0, 100), at(1_215, 510)], counter)]);
    expect(await gaps("nothing-yet")).toEqual([{ ...hole, requests: 410 }]);
    // A better source takes over with its second reading. Nothing has counted until then.
    const better = { name: "http_server_request_duration_seconds", field: null, kind: "summary" } as const;
    const fold = (offset: number, count: number) => {
      const body = bodyOf([]);
      const series = { ...better, unit: null, temporality: "cumulative", tags: [["path", "/a"]] } as const;
      const time = { atMicros: (base + offset) * 1e6, startMicros: null };
      body.summary(body.series(series), time, { count, sum: null });
      return body;
    };
    const bodies = [bodyOf([at(0, 100)], counter), fold(0, 100), fold(1_215, 510), fold(1_230, 520)];
    await traffic.deliver("Better", bodies);
    expect(await gaps("better")).toEqual([{ ...hole, to: instant(1_215), requests: 410 }]);
  });

  it("are further sources, which are listed with when they were last heard", async () => {
    const second = now() - 30;
    await traffic.send("Others", bodyOf([{ second, value: 10 }], counter), "1");
    await traffic.send("Others", bodyOf([{ second, value: 5 }]), "2");
    await traffic.send("Others", bodyOf([{ second, value: 5 }], { name: "queue_size" }), "3");
    await traffic.world.counted();
    const { source, notCounted, unmappedMetrics } = await read("others", second - 60, second + 60);
    expect(source?.rule).toBe("k6");
    expect(notCounted).toMatchObject([{ rule: "http-requests-total", lastSeenAt: expect.any(String) }]);
    expect(unmappedMetrics).toBe(1);
  });
});
