import fc from "fast-check";
import {
  ALL_LABEL,
  DEFAULT_RULES,
  encodeDistribution,
  mergeAllCells,
  type MetricSeries,
  TrafficFold,
} from "@headroom/core";
import { movePosition, readPositions, readTrafficCells, type TrafficStep } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { partitionOf } from "../live/batch-log.ts";
import { aggregate } from "../run/live/aggregate.ts";
import { Importing } from "../testing/importing.ts";
import { getTraffic } from "./get-traffic.ts";
import { readTrafficLabels, readTrafficPoints } from "./read-traffic.ts";
import { receiveTraffic } from "./receive-traffic.ts";
import { forgetTraffic, rollUpTraffic } from "./roll-up.ts";
import { TrafficIntake } from "./traffic-intake.ts";

let world: Importing;
let intake: TrafficIntake;
beforeAll(async () => {
  world = await Importing.open();
  intake = new TrafficIntake(world.log, { rememberMillis: 0 });
});
afterAll(() => world.close());

const now = () => Math.floor(Date.now() / 1_000);
const KEPT = { 1: 2, 10: 14, 60: 90, 600: 730 };
const count = () => aggregate({ services: world.test.services, log: world.log });

interface Value {
  second: number;
  value: number;
  tags?: Record<string, string>;
}

/** A body of k6's Influx output, or of a counter. */
function bodyOf(values: readonly Value[], series: Partial<MetricSeries> = { field: "value" }): TrafficFold {
  const fold = new TrafficFold({
    ...{ rules: DEFAULT_RULES, foldPaths: true, nowMicros: Date.now() * 1_000 },
    keyOf: (text) => text,
  });
  for (const { second, value, tags = { name: "/a" } } of values) {
    const unknown = {
      name: "http_req_duration",
      field: null,
      unit: null,
      kind: "unknown",
      temporality: "each",
    } as const;
    const number = fold.series({ ...unknown, tags: Object.entries(tags), ...series });
    fold.number(number, { atMicros: second * 1e6 + 500_000, startMicros: null }, value);
  }
  return fold;
}

async function send(
  service: string,
  fold: TrafficFold,
  digest: string,
  ctx: Context = world.ci,
): Promise<string> {
  const { id: serviceId } = await intake.serviceOf(ctx, service);
  await receiveTraffic({ ctx, intake, input: { serviceId, traffic: fold.finish(), digest } });
  return serviceId;
}

const inHome = <T>(work: Parameters<typeof world.test.db.inWorkspace<T>>[1]) =>
  world.test.db.inWorkspace(world.home.workspaceId, work);
const cellsOf = (serviceId: string, step: TrafficStep, label = ALL_LABEL) => {
  const segment = { step, from: now() - 90_000, to: now() + 1_200 };
  return inHome((tx) => readTrafficCells(tx, serviceId, segment, [label]));
};
const requestsOf = async (serviceId: string, step: TrafficStep, label = ALL_LABEL) =>
  mergeAllCells((await cellsOf(serviceId, step, label)).map(({ cell }) => cell)).requests;

async function bytesOf(serviceId: string, step: TrafficStep): Promise<string> {
  const cell = mergeAllCells((await cellsOf(serviceId, step)).map(({ cell: one }) => one));
  return Buffer.from(encodeDistribution(cell.distribution).all ?? []).toString("hex");
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
        ...{ name: "http_req_duration", field: "value", unit: null, kind: "unknown", temporality: "each" },
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
    expect(await requestsOf(id, 1)).toBe(21);
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

describe("what isn't known", () => {
  const counter = { name: "http_requests_total", field: null };
  const read = (service: string, from: number, to: number) => {
    const instant = (second: number) => new Date(second * 1_000).toISOString();
    const actor = { ...world.ci.actor, scopes: ["read"] } as Context["actor"];
    const input = { service, from: instant(from), to: instant(to) };
    return getTraffic({ ctx: { ...world.ci, actor, clock: () => new Date() }, keepDays: KEPT, input });
  };

  it("is the number of errors of a source without a status, at every step", async () => {
    const minute = Math.floor((now() - 3_000) / 600) * 600;
    const at = (offset: number, tags?: Record<string, string>): Value => {
      return { second: minute + offset, value: 5, ...(tags === undefined ? {} : { tags }) };
    };
    const failed = { name: "/b", expected_response: "false" };
    await send("Unknown", bodyOf([at(1), at(2), at(61)]), "1");
    await send("Partly", bodyOf([at(1), at(2), at(3, failed)]), "1");
    await world.counted();
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
      if (rolledUp) while ((await rollUpTraffic(world.test.services)) > 0);
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
    const id = (await intake.serviceOf(world.ci, "Unknown")).id;
    for (const step of [1, 10, 60, 600] as const) {
      const cell = mergeAllCells((await cellsOf(id, step)).map((one) => one.cell));
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
      await send("Silent", body, `${path} ${offset}`);
      await world.counted();
    }
    const answer = await read("silent", base, base + 1_200);
    expect(answer.total.requests).toBe(20);
    const instant = (second: number) => new Date((base + second) * 1_000).toISOString();
    expect(answer.gaps).toEqual([{ from: instant(0), to: instant(901.5), requests: 402, atLeast: false }]);
    expect((await read("silent", base + 960, base + 1_200)).gaps).toEqual([]);
  });

  it("are further sources, which are listed with when they were last heard", async () => {
    const second = now() - 30;
    await send("Others", bodyOf([{ second, value: 10 }], counter), "1");
    await send("Others", bodyOf([{ second, value: 5 }]), "2");
    await send("Others", bodyOf([{ second, value: 5 }], { name: "queue_size" }), "3");
    await world.counted();
    const { source, notCounted, unmappedMetrics } = await read("others", second - 60, second + 60);
    expect(source?.rule).toBe("k6");
    expect(notCounted).toMatchObject([{ rule: "http-requests-total", lastSeenAt: expect.any(String) }]);
    expect(unmappedMetrics).toBe(1);
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
