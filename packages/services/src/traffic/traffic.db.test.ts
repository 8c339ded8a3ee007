import fc from "fast-check";
import { ALL_LABEL, encodeDistribution, mergeAllCells } from "@headroom/core";
import { movePosition, readPositions, readTrafficCells } from "@headroom/db";
import type { TrafficStep } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { partitionOf } from "../live/batch-log.ts";
import { aggregate } from "../run/live/aggregate.ts";
import type { Importing } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import type { Value } from "../testing/traffic.ts";
import { readTrafficLabels, readTrafficPoints } from "./read-traffic.ts";
import { receiveTraffic } from "./receive-traffic.ts";
import { forgetTraffic, rollUpTraffic } from "./roll-up.ts";
import { watchedTraffic } from "./watched-traffic.ts";
import type { TrafficIntake } from "./traffic-intake.ts";

let home: Traffic;
let world: Importing;
let intake: TrafficIntake;
beforeAll(async () => {
  home = await Traffic.open();
  ({ world, intake } = home);
});
afterAll(() => world.close());

const count = () => aggregate({ services: world.test.services, log: world.log });
const send: Traffic["send"] = (...sent) => home.send(...sent);
const inHome: Traffic["inHome"] = (work) => home.inHome(work);
const cellsOf: Traffic["cellsOf"] = (...asked) => home.cellsOf(...asked);
const requestsOf = async (serviceId: string, step: TrafficStep, label = ALL_LABEL) =>
  (await home.totalOf(serviceId, step, label)).requests;

async function bytesOf(serviceId: string, step: TrafficStep): Promise<string> {
  const { distribution } = await home.totalOf(serviceId, step);
  return Buffer.from(encodeDistribution(distribution).all ?? []).toString("hex");
}

describe("bodies", () => {
  it("count once, in any order, with repeats, two readers, and positions set back", async () => {
    const base = now() - 600;
    const plan = fc.record({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      repeats: fc.array(fc.nat(5), { maxLength: 4 }),
      setBack: fc.boolean(),
    });
    let run = 0;
    const values = (body: number): Value[] =>
      [3, 7, 11].map((value, at) => ({ second: base + body * 13 + at, value: value * (body + 1) }));
    const whole = bodyOf([0, 1, 2, 3, 4, 5].flatMap(values)).finish().cells;
    const expected = mergeAllCells(whole.map(({ cell }) => cell));
    await fc.assert(
      fc.asyncProperty(plan, async ({ order, repeats, setBack }) => {
        const service = `Any order ${(run += 1)}`;
        const { id } = await intake.serviceOf(world.ci, service);
        const partition = partitionOf(world.log, world.home.workspaceId, id);
        const before = (await readPositions(world.test.db)).get(partition) ?? 0;
        await Promise.all(
          [...order, ...repeats].map((body) => send(service, bodyOf(values(body)), `body ${body}`)),
        );
        await Promise.all([count(), count()]);
        if (setBack) {
          const from = (await readPositions(world.test.db)).get(partition) ?? 0;
          await world.test.db.asJobs((tx) => movePosition(tx, { partition, from, to: before }));
          await Promise.all([count(), count()]);
        }
        await world.counted();
        expect(await requestsOf(id, 1)).toBe(18);
        expect(await bytesOf(id, 1)).toBe(
          Buffer.from(encodeDistribution(expected.distribution).all ?? []).toString("hex"),
        );
      }),
      { numRuns: 4 },
    );
  });

  it("without times of their own count as often as they are sent", async () => {
    const fold = () => {
      const traffic = bodyOf([]);
      const series = traffic.series({
        name: "http_req_duration",
        field: "value",
        unit: null,
        kind: "unknown",
        temporality: "each",
        tags: [["name", "/a"]],
      });
      traffic.number(series, { atMicros: null, startMicros: null }, 5);
      return traffic;
    };
    await send("Untimed", fold(), "same");
    const id = await send("Untimed", fold(), "same");
    await world.counted();
    expect(await requestsOf(id, 1)).toBe(2);
  });
});

describe("a source that counts since its start", () => {
  const counter = { name: "http_requests_total", field: null };
  const at = (second: number, value: number) => bodyOf([{ second, value, tags: { path: "/a" } }], counter);

  it("adds what it has counted between its readings, repeats and restarts included", async () => {
    const base = now() - 300;
    const readings = [
      [0, 100],
      [15, 130],
      [15, 130],
      [0, 100],
      [30, 4],
      [45, 10],
    ] as const;
    let id = "";
    for (const [second, value] of readings) {
      id = await send("Counter", at(base + second, value), `${second} ${value}`);
      await world.counted();
    }
    // The same again, under other names: nothing counts that isn't newer.
    for (const [second, value] of readings)
      await send("Counter", at(base + second, value), `again ${second} ${value}`);
    await world.counted();
    expect(await requestsOf(id, 1)).toBe(40);
    expect(await requestsOf(id, 1, "/a")).toBe(40);
    const seconds = (await cellsOf(id, 1)).map(({ second }) => second - base);
    expect(seconds.every((second) => second >= 0 && second <= 45)).toBe(true);
  });

  it("is left out where the same requests arrive with durations, and says so", async () => {
    const second = now() - 100;
    await send("Twice", at(second, 10), "1");
    await world.counted();
    await send("Twice", at(second + 10, 30), "2");
    await world.counted();
    const id = await send("Twice", bodyOf([{ second: second + 20, value: 5 }]), "3");
    await world.counted();
    await send("Twice", at(second + 30, 60), "4");
    await world.counted();
    // 20 between its readings and one with its duration; of the next 30 in 20 seconds, those of the 9.5 seconds before that one.
    expect([20 + 14 + 1, 20 + 15 + 1]).toContain(await requestsOf(id, 1));
    expect((await cellsOf(id, 1)).filter((cell) => cell.second >= second + 20)).toMatchObject([
      { second: second + 20, cell: { requests: 1, distribution: { kind: "sketch" } } },
    ]);
    const { rule, rules } = await inHome(async (tx) => ({
      rule: (await tx.prisma.traffic.findUniqueOrThrow({ where: { serviceId: id } })).rule,
      rules: await tx.prisma.trafficRule.findMany({ where: { serviceId: id }, orderBy: { rule: "asc" } }),
    }));
    expect([rule, rules.map((seen) => seen.rule)]).toEqual(["k6", ["http-requests-total", "k6"]]);
  });
});

describe("adding up", () => {
  it("keeps every count and every byte at every step, late requests included", async () => {
    const minute = Math.floor((now() - 3_000) / 600) * 600;
    const values = Array.from({ length: 240 }, (_, at) => ({
      second: minute + at * 3,
      value: 1 + (at % 40),
    }));
    const id = await send("Steps", bodyOf(values), "1");
    await world.counted();
    while ((await rollUpTraffic(world.test.services)) > 0);
    const wanted = await bytesOf(id, 1);
    for (const step of [10, 60, 600] as const) {
      expect(await requestsOf(id, step)).toBe(240);
      expect(await bytesOf(id, step)).toBe(wanted);
    }
    expect((await cellsOf(id, 600)).map(({ second }) => second)).toEqual([minute, minute + 600]);
    await send("Steps", bodyOf([{ second: minute + 7, value: 500 }]), "2");
    await world.counted();
    // Not added up yet, and read all the same.
    const range = { from: minute, to: minute + 1_200, pointSeconds: 600 };
    const read = () => inHome((tx) => readTrafficPoints(tx, id, range));
    expect((await read()).map(({ cell }) => cell.requests)).toEqual([201, 40]);
    while ((await rollUpTraffic(world.test.services)) > 0);
    for (const step of [1, 10, 60, 600] as const) expect(await requestsOf(id, step)).toBe(241);
    expect((await read()).map(({ cell }) => [cell.requests, cell.maxMicros])).toEqual([
      [201, 500_000],
      [40, 40_000],
    ]);
    expect(
      (await inHome((tx) => readTrafficLabels(tx, id, range))).map(({ label, cell }) => [
        label,
        cell.requests,
      ]),
    ).toEqual([["/a", 241]]);
  });

  it("never drops cells that aren't added up", async () => {
    const id = await send("Old", bodyOf([{ second: now() - 80_000, value: 5 }]), "1");
    await world.counted();
    const nothing = { 1: 0, 10: 0, 60: 0, 600: 0 };
    await forgetTraffic(world.test.services, nothing);
    expect(await requestsOf(id, 1)).toBe(1);
    while ((await rollUpTraffic(world.test.services)) > 0);
    expect(await requestsOf(id, 600)).toBe(1);
  });
});

describe("labels", () => {
  it("past the limit are added up as one, and no request is lost", async () => {
    const values = Array.from({ length: 1_100 }, (_, at) => {
      return { second: now() - 50, value: 1, tags: { name: `/page-${at}-x` } };
    });
    const id = await send("Wide", bodyOf(values), "1");
    await world.counted();
    expect(await requestsOf(id, 1)).toBe(1_100);
    expect(await requestsOf(id, 1, "(other)")).toBeGreaterThanOrEqual(100);
  });
});

describe("access", () => {
  it("next door there is nothing, and a token for one service reaches no other", async () => {
    const id = await send("Mine", bodyOf([{ second: now() - 5, value: 5 }]), "1");
    await world.counted();
    const segment = { step: 1, from: now() - 90_000, to: now() } as const;
    const foreign = await world.test.db.inWorkspace(world.foreign.workspaceId, (tx) =>
      readTrafficCells(tx, id, segment, null),
    );
    expect(foreign).toEqual([]);
    const actor = {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["ingest"],
      serviceId: id,
    } as const;
    const held: Context = { ...world.ci, actor };
    expect((await intake.serviceOf(held, "Mine")).id).toBe(id);
    const watched = (ctx: Context) => watchedTraffic({ ctx, input: { service: "mine" } });
    expect(await watched(world.home.viewer)).toBe(id);
    await expect(watched(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(intake.serviceOf(held, "Wide")).rejects.toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
    const reader: Context = { ...world.ci, actor: { ...actor, scopes: ["read"] } };
    const input = { serviceId: id, traffic: bodyOf([]).finish(), digest: "x" };
    await expect(receiveTraffic({ ctx: reader, intake, input })).rejects.toThrow(
      expect.objectContaining({ code: "scope-missing" }),
    );
  });
});
