import { expect, it } from "vitest";
import type { HeadroomAnswer, PeakDayView, ReadinessReport } from "@headroom/contract";
import { preparePage } from "../peak-day/prepare-peak-day.ts";
import { prepareWall } from "../peak-day/wall/prepare-wall.ts";
import { day, last, latest, proven, START, iso, summary } from "../peak-day/testing/peak-day-fixtures.ts";
import { evidenceOf, figuresOf } from "./prepare-readiness.ts";
import { prepareHeadroom } from "./prepare-headroom.ts";
import { prepareHeadroomBar } from "./prepare-headroom-bar.ts";
import { prepareNext } from "./next/prepare-next.ts";

const misses = [{ target: "p99 <= 200 ms", value: 240, range: null, unit: "ms" }];
const policy = { factor: 1.5, proofDays: 45, proofDeploys: 50, peakEnvironment: "production" };
const run = { id: "r", number: 7, ranAt: iso(START), environment: "staging", otherBranch: "faster" };
const accepted = { ...proven, run, elsewhere: true, accepted: { misses, until: iso(START) } };
const slope = { perMinute: 10, minutes: 12, earliest: 9, latest: 20 };
const experiment = {
  experiment: { id: "e", name: "Mix" },
  state: "accepted" as const,
  throughput: 2_000,
  calibration: null,
  run,
  elsewhere: true,
  misses,
  acceptedUntil: iso(START),
  freshness: {
    state: "fresh" as const,
    days: 8,
    deploys: 3,
    endsAt: iso(START),
    words: "8 days and 3 deploys ago",
  },
  detail: null,
  targets: ["p99 <= 200 ms"],
  before: null,
  newest: null,
  missesAccepted: true,
};
const report = {
  peakDay: day.peakDay,
  service: day.peakDay.service,
  now: iso(START),
  phase: "before",
  verdict: "at-risk",
  sentence: "Tests measured 1.00x the expected peak, with an accepted risk. 1.5x is required.",
  capacity: 2_000,
  expected: { kind: "typed", throughput: 2_000, source: null },
  required: 3_000,
  times: null,
  policy,
  experiments: [experiment],
  reasons: [],
  turnsRed: [],
} as unknown as ReadinessReport;
const headroom = {
  ...report,
  representative: "yes",
  decidedBy: null,
  peaks: [],
} as unknown as HeadroomAnswer;
const view = (change: Partial<PeakDayView>): PeakDayView => ({ ...day, capacity: accepted, ...change });
const views: [string, PeakDayView][] = [
  ["before", view({ phase: "before" })],
  ["before, above it", view({ phase: "before", peakDay: { ...day.peakDay, expectedPeak: 2_500 } })],
  ["during", view({ latest: { ...latest, slope } })],
  [
    "during, above it",
    view({ latest: { ...latest, minute: { ...latest.minute, throughput: 2_500 } }, earlier: [last] }),
  ],
  [
    "contradicted",
    view({ earlier: [{ ...last, growthLow: 3, growthHigh: 4 }], latest: { ...latest, slope } }),
  ],
  [
    "after",
    view({
      phase: "after",
      summary,
      points: [{ at: iso(START), throughput: 1_800, p99Ms: null, p99Range: null, errorRate: null }],
      total: { requests: 100, errors: 0, peak: { at: iso(START), throughput: 1_800 } },
    }),
  ],
];

/** All that a reader sees or hears: no keys, which only name it to us. */
function textsIn(model: unknown): string[] {
  if (typeof model === "string") return [model];
  if (model === null || typeof model !== "object") return [];
  return Object.entries(model).flatMap(([key, value]) => (key === "key" ? [] : textsIn(value)));
}

const PROVEN = /\b(proven|proved|proves)\b/i;

it.each<[string, unknown]>([
  ...views.flatMap(([name, one]): [string, unknown][] => [
    [`the page ${name}`, preparePage(one)],
    [`the wall ${name}`, prepareWall(one, { nowMillis: Date.parse(one.now), link: "live" })],
  ]),
  ["the figures of a report", figuresOf(report)],
  ["the evidence of a report", evidenceOf(report)],
  ["the bar of a report", prepareHeadroomBar(report)],
  ["the next peak day", prepareNext({ report, further: 0, running: [] })],
  ["the headroom of a service", prepareHeadroom(headroom, new Date(START))],
])("calls what missed its targets measured, never proven: %s", (_name, model) => {
  const texts = textsIn(model);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => PROVEN.test(text))).toEqual([]);
});

it("says proven of what met its targets, so the check above sees it", () => {
  expect(textsIn(preparePage(view({ capacity: proven, latest }))).some((text) => PROVEN.test(text))).toBe(
    true,
  );
});
