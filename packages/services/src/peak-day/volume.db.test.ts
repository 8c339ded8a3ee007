import { DAY_SECONDS, HOUR_SECONDS, volumeText, WEEK_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import { given } from "../testing/given-curve.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { addTrafficService, storeTraffic } from "../testing/stored-traffic.ts";
import { createPeakDay } from "./create.ts";
import type { CurveFile } from "./curve-file.ts";
import { deleteCurve, importCurve } from "./import-curve.ts";
import { watchPeakDay } from "./watch.ts";
import { freezeDay } from "../testing/freeze-day.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
/** A Friday, in winter time like the weeks before it. */
const START = Date.parse("2026-11-27T00:00:00Z") / 1_000;
const END = START + DAY_SECONDS;
const EVENING = END + HOUR_SECONDS;
const SETTLED = END + 26 * HOUR_SECONDS;
const EACH = 600;

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString();
const plain = (second: number) => iso(second).replace(".000Z", "Z");
const clockAt = (second: number) => () => new Date(second * 1_000);
const as = (ctx: Context, second: number): Context => ({ ...ctx, clock: clockAt(second) });

/** Ten minutes at a time: `requests` says how many; null: nothing was reported. */
async function serve(name: string, from: number, requests: (second: number) => number | null) {
  const lastAt = new Date(END * 1_000);
  const serviceId = await addTrafficService(world, name, { heardAt: lastAt, lastAt });
  const stretches: { second: number; requests: number }[] = [];
  for (let second = from; second < END; second += EACH) {
    const own = requests(second);
    if (own !== null) stretches.push({ second, requests: own });
  }
  await storeTraffic(world.test.db, { workspaceId: world.home.workspaceId, serviceId }, stretches);
}
async function create(
  service: string,
  [from, to]: readonly [number, number] = [START, END],
): Promise<string> {
  const times = { startsAt: plain(from), endsAt: plain(to), eventAt: plain(from + 60) };
  const body = { service, name: `Sale ${from}`, timeZone: "UTC", eventName: "start", ...times };
  return (await createPeakDay({ ctx: as(world.home.owner, from - DAY_SECONDS), input: { body, webUrl } })).id;
}
const watch = (id: string, second = EVENING) =>
  watchPeakDay({ ctx: as(world.home.viewer, second), input: { id, webUrl, keepDays } });
const volumeOf = async (id: string, second = EVENING) => (await watch(id, second)).summary?.volume ?? null;
const freeze = (peakDayId: string, second = SETTLED) =>
  freezeDay({
    services: { ...world.test.services, clock: clockAt(second) },
    workspaceId: world.home.workspaceId,
    peakDayId,
    keepDays,
  });
function importWeeks(id: string, file: Partial<CurveFile> & Pick<CurveFile, "series">, second = EVENING) {
  const refused = { count: 0, first: [], reasons: {} };
  const whole = { format: "gauges-csv", rowEnds: false, refused, warnings: [], ...file };
  const input = {
    id,
    webUrl,
    parameters: { of: "weeks-before", unit: "per-second" },
    source: given(whole),
  };
  return importCurve({ ctx: as(world.home.owner, second), input });
}
const weeksOf = (count: number, rateAt: (second: number) => number | null, step = 300) => {
  const rows = Array.from({ length: (count * WEEK_SECONDS) / step }, (_, index) => {
    const at = START - count * WEEK_SECONDS + index * step;
    return { at, value: rateAt(at) };
  });
  const known = rows.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  return [{ name: "requests", unit: null, rows: known }];
};

/** 2.5 times the usual on the day, and 1.5 times on the days before it: 1.643 times in the week. */
const sale = (second: number) => {
  if (second >= START) return 2_500;
  return second >= END - WEEK_SECONDS ? 1_500 : 1_000;
};
const change = ({ requests, ownRequests }: { requests: number; ownRequests: number }) =>
  ownRequests / requests;

describe("a peak day and its week against usual weeks", () => {
  it("are compared the same evening, with the usual week before and up to four", async () => {
    await serve("Whole", END - 4 * WEEK_SECONDS, (second) =>
      second < END - 3 * WEEK_SECONDS ? 800 : sale(second),
    );
    const id = await create("whole");
    const volume = await volumeOf(id);
    expect(volume?.window).toMatchObject({
      hours: 24,
      knownHours: 24,
      requests: 24 * 15_000,
      imported: false,
    });
    expect(volume?.window?.weeks.map(change)).toEqual([2.5, 2.5, 3.125]);
    const { week } = volume ?? {};
    expect(week).toMatchObject({ from: iso(END - WEEK_SECONDS), to: iso(END), hours: 168, knownHours: 168 });
    expect(week?.weeks[0]).toMatchObject({
      from: iso(END - 2 * WEEK_SECONDS),
      hours: 168,
      requests: 168 * 6_000,
    });
    expect(week?.weeks.map(change).map((one) => one.toFixed(3))).toEqual(["1.643", "1.643", "2.054"]);
    if (week == null) throw new Error("no week");
    const { reconciled } = await getReadiness({
      ctx: as(world.home.viewer, EVENING),
      keepDays,
      input: { id },
    });
    // It isn't recorded yet what was proven.
    expect(reconciled).toBeNull();
    await freeze(id, END + 60);
    const report = await getReadiness({ ctx: as(world.home.viewer, EVENING), keepDays, input: { id } });
    expect(report.reconciled).toMatchObject({ volume, busiestHour: { requests: 15_000, unknownSeconds: 0 } });
    expect(volumeText(week, "UTC")).toEqual({
      change: "+64.3%",
      rests: "1.7M requests, 1M the usual week before, to 20 Nov 2026, +64.3% to +105% against 3 usual weeks",
    });
  });

  it("are compared in the hours that both have, so an outage is neither a fall nor a rise", async () => {
    const isOut = (second: number) =>
      (second >= START + 7_200 && second < START + 9_000) ||
      (second >= START - 9 * DAY_SECONDS && second < START - 8.5 * DAY_SECONDS);
    await serve("Holes", END - 2 * WEEK_SECONDS, (second) => (isOut(second) ? null : sale(second)));
    const volume = await volumeOf(await create("holes"));
    // Half an hour of one hour is missing on the day.
    expect(volume?.window).toMatchObject({ hours: 24, knownHours: 23, weeks: [{ hours: 23 }] });
    expect(volume?.window?.weeks.map(change)).toEqual([2.5]);
    expect(volume?.week).toMatchObject({ knownHours: 167, weeks: [{ hours: 155 }] });
    if (volume?.week == null) throw new Error("no week");
    expect(volumeText(volume.week, "UTC").rests).toContain("in the 155 of 168 hours that both have");
  });

  it("aren't compared with a week of which too little is known, or with a peak day", async () => {
    await serve("Young", START - 10 * DAY_SECONDS, sale);
    const young = await volumeOf(await create("young"));
    // The week before is known from its fifth day on.
    expect(young?.week).toMatchObject({ knownHours: 168, weeks: [] });
    expect(young?.window?.weeks.map(change)).toEqual([2.5]);
    if (young?.week == null) throw new Error("no week");
    expect(volumeText(young.week, "UTC")).toEqual({
      change: null,
      rests: "no usual week before it is known",
    });

    await serve("Twice", END - 3 * WEEK_SECONDS, (second) =>
      second < END - 2 * WEEK_SECONDS ? 500 : sale(second),
    );
    await create("twice", [START - WEEK_SECONDS, END - WEEK_SECONDS]);
    const twice = await volumeOf(await create("twice"));
    expect(twice?.window?.weeks.map(change)).toEqual([5]);
    expect(twice?.week?.weeks).toMatchObject([{ from: iso(END - 3 * WEEK_SECONDS) }]);

    await serve("Partly", START, (second) => (second < START + 12 * HOUR_SECONDS ? null : 1_000));
    const partly = await volumeOf(await create("partly"));
    if (partly?.window == null) throw new Error("no day");
    expect(volumeText(partly.window, "UTC").rests).toBe("only 12 of the 24 hours of it are known");
  });
});

describe("imported weeks before a peak day", () => {
  it("are usual weeks for its volume and its usual weekday, also once it is frozen", async () => {
    await serve("Imported", END - WEEK_SECONDS, sale);
    const id = await create("imported");
    await freeze(id);
    const before = await watch(id, SETTLED);
    expect([before.usual, before.summary?.volume?.week?.weeks]).toEqual([null, []]);
    const series = weeksOf(3, () => 1_000 / EACH);
    const imported = await importWeeks(id, { series }, SETTLED + 60);
    expect(imported).toMatchObject({
      kind: "stored",
      peakDay: {
        curve: null,
        weeksBefore: { source: "file", stepSeconds: 300, from: iso(START - 3 * WEEK_SECONDS) },
      },
    });
    await freeze(id, SETTLED + 120);
    const view = await watch(id, SETTLED + 180);
    expect(view.source).toBe("live");
    expect(view.usual).toMatchObject({ weeks: 3, imported: true });
    expect(view.usual?.points[0]?.[1]).toBeCloseTo(1_000 / EACH);
    const volume = view.summary?.volume;
    expect(volume?.window?.weeks.map(change).map((one) => one.toFixed(2))).toEqual(["2.50", "2.50", "2.50"]);
    expect(volume?.week?.weeks[0]).toMatchObject({ hours: 168, imported: true });
    expect(volume?.week?.imported).toBe(false);
    await deleteCurve({
      ctx: as(world.home.owner, SETTLED),
      input: { id, parameters: { of: "weeks-before" }, webUrl },
    });
    const audited = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { subjectId: id, action: { endsWith: "-curve" } } }),
    );
    expect(audited.map(({ detail }) => detail)).toMatchObject([
      { of: "weeks-before" },
      { of: "weeks-before" },
    ]);
  });

  it("by the hour fit a day that ends at any minute, and add up to what the file has", async () => {
    await serve("Odd", END - WEEK_SECONDS, sale);
    const id = await create("odd", [START, END - 1_200]);
    const hourOf = (second: number) => Math.floor((second % DAY_SECONDS) / HOUR_SECONDS);
    await importWeeks(id, { series: weeksOf(2, (at) => 1 + hourOf(at) / 10, HOUR_SECONDS) });
    const volume = await volumeOf(id);
    const aDay = 3_600 * Array.from({ length: 24 }, (_, hour) => 1 + hour / 10).reduce((a, b) => a + b);
    expect(volume?.week?.weeks[0]).toMatchObject({ hours: 168, requests: Math.round(7 * aDay) });
    expect(volume?.window?.weeks).toHaveLength(2);
  });

  it("are never filled in where the file has holes, and hold only throughput", async () => {
    await serve("Holed", END - WEEK_SECONDS, sale);
    const id = await create("holed");
    const isKnown = (second: number) => second % (2 * HOUR_SECONDS) < HOUR_SECONDS;
    await importWeeks(id, { series: weeksOf(2, (second) => (isKnown(second) ? 1 : null)) });
    expect((await volumeOf(id))?.week?.weeks).toEqual([]);
    const refused = importCurve({
      ctx: as(world.home.owner, EVENING),
      input: {
        id,
        webUrl,
        parameters: {
          of: "weeks-before",
          unit: "per-second",
          series: "requests",
          p99: "requests",
          p99Unit: "ms",
        },
        source: given({
          format: "gauges-csv",
          series: weeksOf(1, () => 1),
          rowEnds: false,
          refused: { count: 0, first: [] },
          warnings: [],
        }),
      },
    });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining("only the throughput is used"),
    });
    await expect(importWeeks("nothing", { series: weeksOf(1, () => 1) })).rejects.toMatchObject({
      code: "not-found",
    });
    const viewer = {
      ctx: as(world.home.viewer, EVENING),
      input: { id, parameters: { of: "weeks-before" }, webUrl },
    };
    await expect(deleteCurve(viewer)).rejects.toMatchObject({ code: "scope-missing" });
  });
});
