import { DAY_MILLIS, DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readinessReport } from "@headroom/contract";
import { readPeakProofs } from "../capacity/service-capacity.ts";
import { readTestedLoads } from "../capacity/tested-loads.ts";
import type { Context } from "../context.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { typeCurve } from "../peak-day/import-curve.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { rampSource } from "../testing/ramp-source.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { getReadiness } from "./get-readiness.ts";
import { getNextPeakDay } from "./next-peak-day.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let world: Importing;
let owner: Context;
let earlierId: string;
beforeAll(async () => {
  world = await Importing.open();
  owner = { ...world.home.owner, clock: () => new Date() };
  await savePeakExperiment(world, "Mix", { targets: ["p99 <= 200 ms", "error rate <= 1%"] });
  await uploadRun(world, { experiment: "Mix", millis: 50, perSecond: 10, daysAgo: 3 });
  await uploadRun(world, { experiment: "Mix", millis: 250, perSecond: 20, daysAgo: 2 });
  await uploadRun(world, { experiment: "Mix", millis: 5, perSecond: 40, daysAgo: 1, simulated: true });
  await uploadRun(world, { experiment: "Mix", millis: 5, perSecond: 40, daysAgo: 1, environment: "laptop" });
  earlierId = (await createDay("Last year", { days: -300 })).id;
  const [from, to] = [at(-300), at(-300 + 0.5)];
  const points = [
    { at: from, requestsPerSecond: 8 },
    { at: to, requestsPerSecond: 8 },
  ];
  await typeCurve({ ctx: owner, input: { id: earlierId, body: { points }, webUrl } });
});
afterAll(() => world.close());

const START = Date.now();
const at = (days: number) => `${new Date(START + days * DAY_MILLIS).toISOString().slice(0, 16)}:00Z`;
function createDay(name: string, { days, ...more }: { days: number; [more: string]: unknown }) {
  const times = { startsAt: at(days), endsAt: at(days + 0.5), eventAt: at(days + 0.1) };
  const body = { service: "checkout", name, timeZone: "UTC", eventName: "start", ...times, ...more };
  return createPeakDay({ ctx: owner, input: { body, webUrl } });
}
const growing = (growthLow: number, growthHigh: number) => ({
  earlier: [{ id: earlierId, growthLow, growthHigh }],
});
async function forecastOf(id: string, ctx = owner) {
  const report = await getReadiness({ ctx, keepDays, input: { id } });
  expect(readinessReport.parse(report)).toEqual(report);
  return report.forecast;
}

describe("the forecast of a readiness report", () => {
  it("puts what tests saw under the load that is expected", async () => {
    const { id } = await createDay("Sale", { days: 5, ...growing(1, 1.5) });
    expect(await forecastOf(id)).toMatchObject({
      earlier: { id: earlierId, name: "Last year", simulated: false },
      growth: { low: 1, high: 1.5 },
      // 8 to 12 requests a second: between the tests at 10 and 20.
      p99AtPeakMs: { low: expect.closeTo(0, 0), high: expect.closeTo(250, 0) },
      p99TargetMs: 200,
      failed: { low: 0, high: 0 },
      untested: [],
      slos: [],
      secondsUntested: { low: 0, high: 0 },
      testedUpTo: expect.closeTo(20, 0),
    });
  });

  it("scales the earlier day to the peak that somebody entered", async () => {
    const { id } = await createDay("Sale", { days: 6, ...growing(1, 1.5), expectedPeak: 24 });
    const found = await forecastOf(id);
    expect(found).toMatchObject({ growth: { low: 3, high: 3 }, p99AtPeakMs: null });
    // Simulated runs and those of another environment go further, and don't count.
    expect(found?.secondsUntested).toEqual({ low: found?.seconds, high: found?.seconds });
    expect(found?.seconds).toBeCloseTo(12 * HOUR_SECONDS, -2);
  });

  it("names an experiment that no run of the last days is about", async () => {
    const { id } = await createDay("Sale", { days: 7, ...growing(1, 1) });
    await savePeakExperiment(world, "Never run");
    expect(await forecastOf(id)).toMatchObject({ untested: [{ name: "Never run" }] });
    const later = { ...owner, clock: () => new Date(START + 6.9 * DAY_MILLIS) };
    expect((await forecastOf(id, later))?.testedUpTo).toBeCloseTo(20, 0);
  });

  it("forgets runs that are older than a proof may be", async () => {
    const { id } = await createDay("Far away", { days: 90, ...growing(1, 1) });
    const later = { ...owner, clock: () => new Date(START + 80 * DAY_MILLIS) };
    expect(await forecastOf(id, later)).toMatchObject({ testedUpTo: null, failed: null, p99AtPeakMs: null });
  });

  it("leaves out another branch, whether it does better or worse", async () => {
    const { id } = await createDay("Sale", { days: 8, ...growing(1, 1.5) });
    const before = await forecastOf(id);
    await uploadRun(world, { experiment: "Mix", millis: 900, perSecond: 5, daysAgo: 0.2, branch: "slow" });
    await uploadRun(world, {
      experiment: "Mix",
      millis: 1,
      perSecond: 30,
      daysAgo: 0.1,
      branch: "fast",
      seconds: 60,
    });
    expect(await forecastOf(id)).toEqual(before);
  });

  it("isn't there without an earlier day, or once the day has begun", async () => {
    const { id } = await createDay("Alone", { days: 8 });
    expect(await forecastOf(id)).toBeNull();
    const { id: begun } = await createDay("Begun", { days: 9, ...growing(1, 1) });
    expect(await forecastOf(begun, { ...owner, clock: () => new Date(START + 9.1 * DAY_MILLIS) })).toBeNull();
  });

  it("isn't made for the overview", async () => {
    expect((await getNextPeakDay({ ctx: owner, keepDays }))?.report.forecast).toBeNull();
  });
});

describe("what tests saw under which load", () => {
  it("is each level of a ramp, up to where it broke", async () => {
    const id = await savePeakExperiment(world, "Climb");
    const startSeconds = Math.floor(START / 1_000) - DAY_SECONDS;
    const slow = rampSource((users) => (users < 60 ? 50 : 50 * (users - 58)), {
      most: () => 30,
      startSeconds,
    });
    await world.upload({ experiment: "Climb" }, slow, { ctx: { ...world.ci, clock: () => new Date() } });
    const { workspaceId } = world.home;
    const [loads = []] = await world.inHome(async (tx) => {
      const { serviceId } = await tx.prisma.experiment.findUniqueOrThrow({ where: { id } });
      const now = new Date();
      const proofs = await readPeakProofs(tx, { serviceIds: [serviceId], workspaceId, now });
      return readTestedLoads(
        tx,
        proofs.filter(({ experiment }) => experiment.id === id),
        { workspaceId, now },
      );
    });
    expect(loads.length).toBeGreaterThan(5);
    expect(Math.max(...loads.map(({ load }) => load))).toBeCloseTo(30, 0);
    expect(loads.find(({ load }) => load > 20)?.p99Ms?.high).toBeLessThan(80);
    expect(loads.at(-1)?.p99Ms?.low).toBeGreaterThan(500);
  });
});
