import { DAY_MILLIS, MINUTE_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestedLoad } from "@headroom/core";
import type { Prisma } from "@headroom/db";
import { readServiceCapacity } from "../capacity/service-capacity.ts";
import type { Context } from "../context.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { freezeDay, serviceDayOf } from "../testing/freeze-day.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { getHeadroom } from "./get-headroom.ts";
import { getReadiness } from "./get-readiness.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let world: Importing;
let owner: Context;
beforeAll(async () => {
  world = await Importing.open();
  owner = { ...world.home.owner, clock: () => new Date() };
  await savePeakExperiment(world, "Mix");
  await uploadRun(world, { experiment: "Mix", millis: 50, daysAgo: 1, environment: "staging" });
});
afterAll(() => world.close());

const inDays = (days: number) => `${new Date(Date.now() + days * DAY_MILLIS).toISOString().slice(0, 19)}Z`;
async function createDay(name: string, days: number): Promise<string> {
  const times = { startsAt: inDays(days), endsAt: inDays(days + 0.5), eventAt: inDays(days + 0.1) };
  const body = { service: "checkout", name, timeZone: "UTC", eventName: "start", expectedPeak: 4, ...times };
  return (await createPeakDay({ ctx: owner, input: { body, webUrl } })).id;
}

/** Minutes: so many requests a second, with that p99. */
type Minutes = [count: number, throughput: number, p99Ms: number][];

/** A day as it is stored once it is over. Tests on staging had proven 10 requests a second. */
async function freeze(
  peakDayId: string,
  minutes: Minutes,
  change: { simulated?: boolean; factor?: number; tests?: TestedLoad[][] } = {},
) {
  const { simulated = false, factor = 1, tests = [] } = change;
  const each = minutes.flatMap(([count, throughput, p99Ms]) =>
    Array.from({ length: count }, () => [throughput, p99Ms] as const),
  );
  const points = each.map(([throughput, p99Ms], at) => ({
    at: new Date(at * MINUTE_MILLIS).toISOString(),
    throughput,
    p99Ms,
    p99Range: null,
    errorRate: 0,
  }));
  const run = { id: "r", number: 1, ranAt: inDays(-400), environment: "Staging" };
  const capacity = {
    proven: true,
    throughput: 10 * factor,
    experiment: { id: "e", name: "Mix" },
    run,
    elsewhere: true,
    accepted: null,
    calibration: factor === 1 ? null : { factor, peakDay: { id: "x", name: "Before" } },
  };
  const origin = simulated
    ? { from: points[0]?.at ?? "", to: points.at(-1)?.at ?? "", withReal: false }
    : null;
  const own = { pointSeconds: 60, source: "live", points, total: {}, simulated: origin };
  const busiest = Math.max(...points.map(({ throughput }) => throughput));
  const at = new Date();
  const { workspaceId } = world.home;
  const serviceDayId = await serviceDayOf(world.test.services, { workspaceId, peakDayId });
  await world.inHome((tx) =>
    tx.prisma.serviceDayFrozen.create({
      data: {
        serviceDayId,
        workspaceId,
        provenAt: at,
        frozenAt: at,
        shownFrom: at,
        shownTo: at,
        proven: {
          capacity,
          targets: { p99Ms: 200, errorRate: null },
          tests: tests as unknown as Prisma.InputJsonArray,
        },
        shown: { own, summary: { busiest: { throughput: busiest } } },
      },
    }),
  );
}
const headroom = () => getHeadroom({ ctx: owner, keepDays, input: { service: "checkout" } });
const reconciled = async (id: string) =>
  (await getReadiness({ ctx: owner, keepDays, input: { id } })).reconciled;

describe("a peak day that held less than tests had proven", () => {
  it("says what was predicted and what was real, and is used from then on", async () => {
    await createDay("Next", 5);
    const [proof] = (await headroom()).experiments;
    expect(proof?.calibration).toBeNull();
    expect(proof?.throughput).toBeCloseTo(10, 1);

    const id = await createDay("Last year", -300);
    expect(await reconciled(id)).toBeNull();
    const seen = (load: number, p99Ms: number) => {
      return { ranAt: 0, load, errorRate: 0, p99Ms: { low: p99Ms, high: p99Ms } };
    };
    await freeze(
      id,
      [
        [5, 7.5, 150],
        [5, 9, 400],
      ],
      { tests: [[seen(8, 120), seen(10, 180)]] },
    );
    expect(await reconciled(id)).toEqual({
      changesUntil: null,
      busiestHour: null,
      volume: null,
      expected: 4,
      real: 9,
      simulated: false,
      proven: 10,
      accepted: null,
      environment: "Staging",
      outcome: "lower",
      held: 7.5,
      missedAt: 9,
      factor: 0.75,
      // Ten minutes of half a day are known.
      day: {
        verdict: "missed",
        missedSeconds: 300,
        unknownSeconds: 43_200 - 600,
        targets: { p99Ms: 200, errorRate: null },
        byTodaysTargets: false,
        imported: null,
      },
      realP99Ms: { low: 400, high: 400 },
      predictedP99Ms: { low: 120, high: 180 },
    });
    const found = await headroom();
    expect(found.experiments[0]?.calibration).toEqual({ factor: 0.75, peakDay: { id, name: "Last year" } });
    expect(found.capacity).toBeCloseTo(7.5, 1);
    expect(found.peaks[0]?.times).toBeCloseTo(7.5 / 4, 1);
    const capacity = await world.inHome(async (tx) => {
      const { id: serviceId } = await tx.prisma.service.findFirstOrThrow({ where: { slug: "checkout" } });
      return readServiceCapacity(tx, { serviceId, workspaceId: world.home.workspaceId, now: new Date() });
    });
    expect(capacity).toMatchObject({ proven: true, calibration: { factor: 0.75 } });
  });

  it("says nothing about another environment, and neither does a simulated day", async () => {
    await freeze(
      await createDay("Rehearsal", -200),
      [
        [5, 1, 150],
        [5, 2, 400],
      ],
      { simulated: true },
    );
    expect((await headroom()).experiments[0]?.calibration?.factor).toBe(0.75);
    await uploadRun(world, { experiment: "Mix", millis: 50, daysAgo: 0.5, environment: "production" });
    const [proof] = (await headroom()).experiments;
    expect(proof).toMatchObject({ run: { environment: "production" }, calibration: null });
    await world.inHome((tx) =>
      tx.prisma.run.updateMany({ where: { environment: "production" }, data: { heldThroughput: null } }),
    );
    expect((await headroom()).experiments[0]?.calibration?.factor).toBe(0.75);
  });

  it("counts until a later day confirms what tests had proven, before any calibration", async () => {
    const reached = await createDay("Quiet", -100);
    await freeze(reached, [[5, 8, 90]], { factor: 0.75 });
    expect(await reconciled(reached)).toMatchObject({ outcome: "not-reached", proven: 10, held: 8 });
    expect((await headroom()).experiments[0]?.calibration?.factor).toBe(0.75);
    await freeze(await createDay("Busy", -50), [[5, 11, 90]], { factor: 0.75 });
    const [proof] = (await headroom()).experiments;
    expect(proof?.calibration).toBeNull();
    expect(proof?.throughput).toBeCloseTo(10, 1);
  });
});

describe("a peak day that is over", () => {
  const started = Date.now();
  const at = (days: number): Context => ({
    ...owner,
    clock: () => new Date(started + days * DAY_MILLIS),
  });
  const read = (id: string, days: number) => getReadiness({ ctx: at(days), keepDays, input: { id } });
  const record = (peakDayId: string, days: number) =>
    freezeDay({
      services: { ...world.test.services, clock: at(days).clock },
      workspaceId: world.home.workspaceId,
      peakDayId,
      keepDays,
    });

  it("keeps what its report said at the end, whatever tests show later", async () => {
    const id = await createDay("Kept", 3);
    const ended = await read(id, 3.4);
    expect(ended).toMatchObject({ phase: "during", verdict: "at-risk", judgedAt: ended.now });
    await record(id, 3.6);
    await uploadRun(world, { experiment: "Mix", millis: 900, daysAgo: 0.1, environment: "staging" });
    expect(await read(await createDay("After it", 9), 8)).toMatchObject({ verdict: "not-ready" });
    const kept = await read(id, 8);
    expect(kept).toMatchObject({
      phase: "after",
      verdict: "at-risk",
      verdictSentence: ended.sentence,
      capacity: ended.capacity,
      turnsGreen: [],
      turnsRed: [],
      judgedAt: at(3.6).clock().toISOString(),
    });
    expect(kept.experiments).toEqual(ended.experiments);
  });

  it("has no verdict of its own if nobody recorded one", async () => {
    const id = await createDay("Entered late", -20);
    await record(id, 0);
    expect(await read(id, 0)).toMatchObject({ phase: "after", judgedAt: null, turnsGreen: [], turnsRed: [] });
  });
});
