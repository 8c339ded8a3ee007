import { HOUR_MILLIS } from "@headroom/core";
import type { PeakDayView } from "@headroom/contract";
import { preparePage } from "../prepare-peak-day.ts";

export const START = Date.UTC(2026, 10, 27, 5);
export const iso = (millis: number) => new Date(millis).toISOString();

export const day: PeakDayView = {
  peakDay: {
    id: "d",
    name: "Black Friday 2026",
    timeZone: "America/New_York",
    eventName: "doors open",
    startsAt: iso(START),
    endsAt: iso(START + 24 * HOUR_MILLIS),
    eventAt: iso(START + 8 * HOUR_MILLIS),
    service: { slug: "shop", name: "Shop" },
    expectedPeak: 2_000,
    expectedSource: null,
    owner: null,
    notes: null,
    earlier: [],
    curve: null,
    weeksBefore: null,
    frozen: null,
    version: 1,
    updatedAt: iso(START),
    url: "",
  },
  now: iso(START + 9 * HOUR_MILLIS),
  phase: "during",
  pointSeconds: 180,
  source: "live",
  points: [],
  earlier: [],
  usual: null,
  gauges: [],
  mix: null,
  uptime: null,
  summary: null,
  targets: { p99Ms: null, errorRate: null },
  provenAt: null,
  capacity: { proven: false, experiment: null, measured: null, detail: null },
  events: [],
  latest: null,
  heardAt: null,
  notCounted: [],
  leftOutAt: null,
  unusableAt: null,
  offClock: null,
  simulated: null,
  answer: null,
  total: { requests: 0, errors: null, peak: null },
};
export const proven = {
  proven: true as const,
  throughput: 2_000,
  experiment: { id: "e", name: "Peak mix" },
  run: { id: "r", number: 7, ranAt: iso(START - 11 * 24 * HOUR_MILLIS), environment: null },
  elsewhere: false,
  accepted: null,
};
export const latest = {
  at: iso(START + 9 * HOUR_MILLIS - 2_000),
  minute: {
    seconds: 60,
    requests: 104_400,
    throughput: 1_740,
    p99Ms: 212,
    p99Range: null,
    errorRate: 0.0001,
  },
  since: { errors: null, slow: null },
  hourRequests: 5_200_000,
  labels: [{ label: "/cart", throughput: 100, share: 1, p99Ms: 180, p99Range: null, errorRate: 0 }],
  labelsTotal: 1,
  busiest: { label: "/cart", share: 1 },
  slope: null,
};
export const last = {
  id: "l",
  name: "Black Friday 2025",
  growthLow: 1.9,
  growthHigh: 2.1,
  stepSeconds: 600,
  points: [
    [(START + 9 * HOUR_MILLIS) / 1_000 - 600, 600],
    [(START + 12 * HOUR_MILLIS) / 1_000, 1_000],
  ] as [number, number][],
  source: "file" as const,
  simulated: null,
};
export const summary: NonNullable<PeakDayView["summary"]> = {
  requests: 35_300_000,
  errors: 353,
  p99Ms: 180,
  p99Range: null,
  meanMs: 81,
  uptime: null,
  busiestLabel: null,
  busiest: { at: iso(START + 12 * HOUR_MILLIS), seconds: 60, throughput: 1_820 },
  busiestHour: {
    at: iso(START + 11.5 * HOUR_MILLIS),
    requests: 5_400_000,
    throughput: 1_500,
    unknownSeconds: 0,
    p99Ms: null,
    p99Range: { low: 80, high: 100 },
    meanMs: 80,
  },
  ofProven: 0.91,
  timesEarlier: null,
  volume: null,
};
export const textOf = (view: Partial<PeakDayView>) => {
  const { lead, rest, problem, figures } = preparePage({ ...day, ...view });
  const cells = Object.fromEntries(
    figures.map(({ key, value, unit, caption }) => [
      key,
      `${value ?? ""} ${unit} ${typeof caption === "string" ? caption : ""}`,
    ]),
  );
  return { sentence: `${lead} ${rest}`, problem, cells };
};
