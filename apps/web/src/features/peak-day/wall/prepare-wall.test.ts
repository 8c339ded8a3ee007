import { HOUR_MILLIS, MINUTE_MILLIS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import type { PeakDayView } from "@headroom/contract";
import { day as calm, iso, START } from "../testing/peak-day-fixtures.ts";
import { countdown, prepareWall, wallChart } from "./prepare-wall.ts";
import type { WallMoment } from "./prepare-wall.ts";

const NOW = START + 9 * HOUR_MILLIS;

const day: PeakDayView = {
  peakDay: calm.peakDay,
  ...({ now: iso(NOW), phase: "during", pointSeconds: 180, source: "live", points: [] as [] } as const),
  earlier: ["2025", "2024", "2023"].map((name) => ({
    id: name,
    name,
    growthLow: 2,
    growthHigh: 2,
    stepSeconds: 600,
    source: "file" as const,
    simulated: null,
    points: [[NOW / 1_000 - 300, 600]] as [number, number][],
  })),
  usual: { weeks: 3, stepSeconds: 600, points: [[NOW / 1_000 - 300, 300]], simulated: null },
  gauges: [],
  mix: null,
  targets: { p99Ms: 200, errorRate: 0.001 },
  uptime: { upSeconds: 60, downSeconds: 0, unknownSeconds: 0 },
  summary: null,
  answer: null,
  provenAt: null,
  capacity: {
    proven: true,
    throughput: 2_000,
    experiment: { id: "e", name: "Peak mix" },
    run: { id: "r", number: 7, ranAt: iso(START - 11 * 24 * HOUR_MILLIS), environment: null },
    elsewhere: false,
    accepted: null,
  },
  events: [],
  latest: {
    at: iso(NOW - 2_000),
    minute: {
      seconds: 60,
      requests: 104_400,
      throughput: 1_740,
      p99Ms: 150,
      p99Range: null,
      errorRate: 0.0001,
    },
    since: { errors: null, slow: null },
    hourRequests: 5_200_000,
    labels: [{ label: "/cart", throughput: 9, share: 1, p99Ms: 180, p99Range: null, errorRate: 0 }],
    labelsTotal: 1,
    busiest: { label: "/cart", share: 1 },
    slope: null,
  },
  heardAt: iso(NOW),
  notCounted: [],
  leftOutAt: null,
  unusableAt: null,
  offClock: null,
  simulated: null,
  total: { requests: 0, errors: null, peak: null },
};

const show = (view: Partial<PeakDayView> = {}, moment: Partial<WallMoment> = {}) =>
  prepareWall({ ...day, ...view }, { link: "live", nowMillis: NOW + 1_000, ...moment });
const minute = (more: object): Partial<PeakDayView> => {
  const { latest } = day;
  return latest === null ? {} : { latest: { ...latest, minute: { ...latest.minute, ...more } } };
};
const toneOf = (key: string, view: Partial<PeakDayView> = {}) =>
  show(view).figures.find((figure) => figure.key === key)?.tone;

describe("a wall on the day", () => {
  it("shows the few figures that matter from afar", () => {
    const { figures, alarm, state, lead, clock } = show();
    expect(figures.map(({ key }) => key)).toEqual([
      "Last minute",
      "Of proven capacity",
      "Times 2025",
      "p99",
      "Errors",
    ]);
    expect([alarm, state, lead]).toEqual([null, { tone: "good", text: "Live" }, "87.0% of what is proven."]);
    expect(clock).toBe("09:00:01 EST");
    expect(figures[0]?.caption).toBe("to 08:59:58");
    expect(figures[3]?.caption).toBe("target 200 ms");
  });

  it("marks what is near or above what was proven or promised, and nothing else", () => {
    expect(toneOf("Of proven capacity")).toBe("near");
    expect(toneOf("Of proven capacity", minute({ throughput: 2_001 }))).toBe("over");
    expect(toneOf("Of proven capacity", minute({ throughput: 1_000 }))).toBe("plain");
    expect(toneOf("p99")).toBe("plain");
    expect(toneOf("p99", minute({ p99Ms: 201 }))).toBe("over");
    // It may be within the target.
    expect(toneOf("p99", minute({ p99Ms: null, p99Range: { low: 150, high: 250 } }))).toBe("plain");
    expect(toneOf("p99", minute({ p99Ms: null, p99Range: { low: 250, high: null } }))).toBe("over");
    expect(toneOf("Errors", minute({ errorRate: 0.01 }))).toBe("over");
    expect(toneOf("Errors", minute({ errorRate: null }))).toBe("plain");
    expect(toneOf("Errors", { targets: { p99Ms: null, errorRate: null } })).toBe("plain");
  });

  it("shows a p99 of seconds in seconds", () => {
    const p99Of = (more: object) => {
      const cell = show(minute(more)).figures.find(({ key }) => key === "p99");
      return `${String(cell?.value)} ${cell?.unit ?? ""}`;
    };
    expect(p99Of({ p99Ms: 999 })).toBe("999 ms");
    expect(p99Of({ p99Ms: 12_345 })).toBe("12.35 s");
    expect(p99Of({ p99Ms: null, p99Range: { low: 1_204, high: 1_230 } })).toBe("1.20–1.23 s");
    expect(p99Of({ p99Ms: null, p99Range: { low: 1_209, high: 1_231 } })).toBe("1.20–1.24 s");
    expect(p99Of({ p99Ms: null, p99Range: { low: 2_000, high: null } })).toContain("ms");
  });

  it("counts down to the proven capacity where that is certain, else to the event", () => {
    const slope = { perMinute: 10, minutes: 23.4, earliest: 18.2, latest: null };
    const { ahead, rest } = show({ latest: { ...day.latest, slope } as PeakDayView["latest"] });
    expect(ahead).toEqual({
      label: "until the proven capacity, at this slope",
      value: "23",
      unit: "min",
      note: "18 to more than 60 min",
    });
    expect(rest).toBe("1,740 req/s in the last minute.");
    expect(show().ahead).toBeNull();
    const early = { now: iso(START + HOUR_MILLIS), latest: null, heardAt: iso(START + HOUR_MILLIS) };
    expect(show(early, { nowMillis: START + HOUR_MILLIS }).ahead).toMatchObject({
      label: "until doors open",
      value: "7:00:00",
    });
  });

  it("draws the latest earlier days, and a usual weekday only without them", () => {
    expect(wallChart(day).earlier.map(({ name }) => name)).toEqual(["2025", "2024"]);
    expect(wallChart(day).usual).toBeNull();
    expect(wallChart({ ...day, earlier: [] }).usual).not.toBeNull();
  });
});

describe("a wall that shows no news", () => {
  it("says so when the connection is lost, and when no view arrives although it seems fine", () => {
    for (const moment of [{ link: "late" }, { nowMillis: NOW + 31_000 }] as const) {
      const { alarm, state, ahead } = show({}, moment);
      expect(alarm?.title).toBe("Not live.");
      expect(alarm?.text).toContain("Nothing new since 09:00:00.");
      expect([state.tone, ahead]).toEqual(["bad", null]);
    }
    expect(show({ phase: "after" }, { nowMillis: NOW + HOUR_MILLIS }).alarm).toBeNull();
  });

  it("says for how long the service has sent nothing", () => {
    const silent = { now: iso(NOW + 4 * MINUTE_MILLIS) };
    expect(show(silent, { nowMillis: NOW + 4 * MINUTE_MILLIS }).alarm).toEqual({
      title: "No data for 4m.",
      text: "The figures are from 08:59.",
    });
    expect(show({ latest: null, heardAt: null }).alarm?.title).toBe("No live traffic.");
  });

  it("says that data is behind, ahead or refused instead of missing, if a clock is wrong", () => {
    const offClock = (aheadSeconds: number) => ({ at: iso(NOW - 5_000), aheadSeconds, partly: false });
    const late = { now: iso(NOW + 600_000) };
    const heard = { offClock: { ...offClock(-600), at: iso(NOW + 590_000) }, heardAt: iso(NOW + 590_000) };
    expect(show({ ...late, ...heard }, { nowMillis: NOW + 600_000 }).alarm).toEqual({
      title: "Data is 10m behind.",
      text: "A clock of a source is slow, or it sends late.",
    });
    const ahead = show({ offClock: offClock(580) });
    expect([ahead.alarm, ahead.note]).toEqual([null, "Data is 10m ahead. A clock of a source is fast."]);
    expect(show({ latest: null, offClock: offClock(1_200) }).note).toContain(
      "Its timestamps are 20m ahead of the server.",
    );
  });

  it("names what arrives and isn't counted, unless something worse has to be said", () => {
    const beside = { notCounted: ["NGINX ingress"] };
    const note = "NGINX ingress also arrives and isn't counted, because it can be the same requests again.";
    expect(show(beside).note).toBe(note);
    expect(show({ ...beside, leftOutAt: iso(NOW - 60_000) }).note).toContain("more series than this server");
  });

  it("says when it has ended", () => {
    const { alarm, name, service } = show({}, { link: "over" });
    expect([alarm?.title, name, service]).toEqual(["This screen has ended.", "", ""]);
  });
});

it("before the day, it counts down to the second", () => {
  const before = { phase: "before", latest: null, now: iso(START - 26 * HOUR_MILLIS) } as const;
  const { ahead, state, lead } = show(before, { nowMillis: START - 26 * HOUR_MILLIS });
  expect([ahead?.value, ahead?.label, state.text]).toEqual(["26:00:00", "until it starts", "Not started"]);
  expect(lead).toContain("The expected peak of 2,000 req/s");
  expect([0, -5_000, 1, 65_000, 3_600_000, 200_000_000].map((millis) => countdown(millis))).toEqual([
    { value: "0:00", unit: "" },
    { value: "0:00", unit: "" },
    { value: "0:01", unit: "" },
    { value: "1:05", unit: "" },
    { value: "1:00:00", unit: "" },
    { value: "2", unit: "days" },
  ]);
});
