import { DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import { given } from "../testing/given-curve.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { savePeakExperiment } from "../testing/peak-runs.ts";
import { createPeakDay } from "./create.ts";
import { importCurve } from "./import-curve.ts";
import { watchPeakDay } from "./watch.ts";
import { freezeDay } from "../testing/freeze-day.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const START = Date.parse("2026-11-27T00:00:00Z") / 1_000;
const END = START + DAY_SECONDS;
const EVENING = END + HOUR_SECONDS;

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await savePeakExperiment(world, "Mix", { targets: ["p99 <= 200 ms", "error rate <= 0.1%"] });
});
afterAll(() => world.close());

const iso = (second: number) => `${new Date(second * 1_000).toISOString().slice(0, 19)}Z`;
const as = (ctx: Context, second: number): Context => ({ ...ctx, clock: () => new Date(second * 1_000) });

async function create(name: string, createdAt: number): Promise<string> {
  const times = { startsAt: iso(START), endsAt: iso(END), eventAt: iso(START + 60) };
  const body = { service: "checkout", name, timeZone: "UTC", eventName: "start", expectedPeak: 4, ...times };
  const made = await createPeakDay({ ctx: as(world.home.owner, createdAt), input: { body, webUrl } });
  await world.inHome((tx) =>
    tx.prisma.serviceDayRow.updateMany({
      where: { peakDayId: made.id },
      data: { createdAt: new Date(createdAt * 1_000) },
    }),
  );
  return made.id;
}

/** Hours at 10,000 requests a second, 91 ms and 1 failed a second, except for a p99 given by its place. */
async function importHours(id: string, p99At: Record<number, number> = {}) {
  const of = (name: string, valueAt: (hour: number) => number) => ({
    name,
    unit: null,
    rows: Array.from({ length: 24 }, (_, hour) => ({
      at: START + hour * HOUR_SECONDS,
      value: valueAt(hour),
    })),
  });
  const file = {
    format: "gauges-csv",
    rowEnds: false,
    refused: { count: 0, first: [], reasons: {} },
    warnings: [],
    series: [of("requests", () => 10_000), of("p99", (hour) => p99At[hour] ?? 91), of("failed", () => 1)],
  };
  const parameters = {
    unit: "per-second",
    series: "requests",
    p99: "p99",
    p99Unit: "ms",
    errors: "failed",
    errorsUnit: "per-second",
  };
  const input = { id, webUrl, parameters, source: given(file) };
  await importCurve({ ctx: as(world.home.owner, EVENING), input });
}

async function doorsOf(id: string, second = EVENING) {
  const ctx = as(world.home.viewer, second);
  const report = await getReadiness({ ctx, keepDays, input: { id } });
  const { answer } = await watchPeakDay({ ctx, input: { id, webUrl, keepDays } });
  return { report, answer };
}

const HELD =
  "Targets were met. p99 was at most 91 ms in each of 24 hours (target 200 ms). 0.010% of all requests failed (limit 0.10%).";

describe("a past day that was imported", () => {
  it("is judged by today's targets if it was entered after its end, and says the same everywhere", async () => {
    const id = await create("Entered later", EVENING);
    await importHours(id);
    const { report, answer } = await doorsOf(id);
    expect(answer).toEqual({ outcome: "held", word: "Met today's targets", sentence: HELD });
    expect(report).toMatchObject({
      sentence: HELD,
      verdictSentence: expect.stringContaining("no proof that counts"),
      reconciled: {
        changesUntil: null,
        day: { verdict: "held", byTodaysTargets: true, targets: { p99Ms: 200, errorRate: 0.001 } },
      },
    });
  });

  it("is judged by the targets of its end, and is final at once: no late traffic changes a file", async () => {
    const id = await create("Entered before", START - DAY_SECONDS);
    await freezeDay({
      services: { ...world.test.services, clock: () => new Date((END + 60) * 1_000) },
      workspaceId: world.home.workspaceId,
      peakDayId: id,
      keepDays,
    });
    await savePeakExperiment(world, "Mix", { targets: ["p99 <= 50 ms", "error rate <= 0.1%"] });
    await importHours(id);
    const { report, answer } = await doorsOf(id);
    expect(answer).toEqual({ outcome: "held", word: "Held", sentence: HELD });
    expect(report).toMatchObject({
      sentence: HELD,
      verdictSentence: expect.stringContaining("no proof that counts"),
      reconciled: { changesUntil: null, day: { byTodaysTargets: false } },
    });
    await savePeakExperiment(world, "Mix", { targets: ["p99 <= 200 ms", "error rate <= 0.1%"] });
  });

  it("isn't said to have missed what only some of its hours did", async () => {
    const id = await create("Some hours", EVENING);
    await importHours(id, { 17: 210, 18: 240 });
    const { report, answer } = await doorsOf(id);
    expect(answer).toMatchObject({
      outcome: "over",
      sentence: expect.stringMatching(
        /^p99 was above 200 ms in 2 of 24 hours, the highest 240 ms at 18:00\. It isn't known whether/,
      ),
    });
    expect(report.sentence).toBe(answer?.sentence);
  });

  it("missed its targets if all of its hours did", async () => {
    const id = await create("All hours", EVENING);
    await importHours(id, Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [hour, 210 + hour])));
    const { report, answer } = await doorsOf(id);
    expect(answer).toMatchObject({ outcome: "missed", word: "Missed today's targets" });
    expect(report.sentence).toBe(answer?.sentence);
    expect(report.reconciled?.day?.verdict).toBe("missed");
  });
});
