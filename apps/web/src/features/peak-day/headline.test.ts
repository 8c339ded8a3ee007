import { HOUR_MILLIS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import type { PeakDayView } from "@headroom/contract";
import { preparePage } from "./prepare-peak-day.ts";
import { day, iso, last, latest, proven, START, textOf } from "./testing/peak-day-fixtures.ts";

it("says that an earlier day speaks against the expected peak, and when that rises above what is proven", () => {
  const second = (hours: number) => (START + hours * HOUR_MILLIS) / 1_000;
  const points: [number, number][] = [
    [second(9), 800],
    [second(10.4), 1_300],
  ];
  const view = {
    ...day,
    peakDay: { ...day.peakDay, expectedPeak: 2_000 },
    capacity: proven,
    earlier: [{ ...last, growthLow: 1.9, growthHigh: 2.1, points }],
  };
  expect(preparePage(view).contradiction).toBe(
    `The expected peak of 2,000 req/s is below what ${last.name} and the expected growth come to, 2,470–2,730 req/s. That band rises above the proven 2,000 req/s between 10:00 and 11:00.`,
  );
  expect(
    preparePage({ ...view, peakDay: { ...view.peakDay, expectedPeak: 2_500 } }).contradiction,
  ).toBeNull();
  expect(preparePage({ ...view, phase: "after" }).contradiction).toBeNull();
});

describe("a peak day leads with the worst that holds", () => {
  const targets = { p99Ms: 200, errorRate: 0.01 };
  const ago = (minutes: number) => iso(START + 9 * HOUR_MILLIS - minutes * 60_000);
  const NEVER = { errors: null, slow: null };
  const minuteOf = (changes: object) => ({
    ...latest,
    minute: { ...latest.minute, throughput: 775, p99Ms: 150, errorRate: 0, ...changes },
  });
  const headline = (changes: object, since: object = {}, more: Partial<PeakDayView> = {}) => {
    const shown = { ...minuteOf(changes), since: { ...NEVER, ...since } };
    return textOf({ targets, capacity: proven, latest: shown, ...more }).sentence;
  };
  const failing = { errorRate: 1 };
  const slow = { p99Ms: null, p99Range: { low: 500, high: 1_000 } };

  it.each<[string, string, string]>([
    ["a calm minute", headline({}), "38.8% of what is proven. 775 req/s in the last minute."],
    [
      "a total outage",
      headline(failing, { errors: ago(6) }),
      "All requests have failed since 08:54. 0% of what is proven. 775 req/s in the last minute, of which none succeeded.",
    ],
    [
      "an outage in the newest minute",
      headline(failing),
      "All requests fail. 0% of what is proven. 775 req/s in the last minute, of which none succeeded.",
    ],
    [
      "half an outage",
      headline({ errorRate: 0.5 }, { errors: ago(3) }),
      "50.0% of requests fail, above the target of 1.00%, since 08:57. 19.4% of what is proven. 775 req/s in the last minute, of which 388 succeeded.",
    ],
    [
      "few errors within the target",
      headline({ errorRate: 0.0002 }),
      "38.7% of what is proven. 775 req/s in the last minute.",
    ],
    [
      "few errors without a target",
      headline({ errorRate: 0.02 }, {}, { targets: { p99Ms: null, errorRate: null } }),
      "38.0% of what is proven. 775 req/s in the last minute, of which 760 succeeded.",
    ],
    [
      "many errors without a target",
      headline({ errorRate: 0.1 }, {}, { targets: { p99Ms: null, errorRate: null } }),
      "10.0% of requests fail. 34.9% of what is proven. 775 req/s in the last minute, of which 698 succeeded.",
    ],
    [
      "a p99 above its target for a while",
      headline(slow, { slow: ago(12) }),
      "p99 has been above 200 ms for 11m. 38.8% of what is proven. 775 req/s in the last minute.",
    ],
    [
      "errors, a slow p99 and too much load",
      headline({ ...slow, errorRate: 0.02, throughput: 2_100 }),
      "2.00% of requests fail, above the target of 1.00%. p99 is above 200 ms. Above what is proven: 2,100 req/s. 2,000 req/s were proven.",
    ],
    [
      "silence",
      headline(failing, {}, { now: iso(START + 9 * HOUR_MILLIS + 180_000) }),
      "No data for 3m. The newest figures are from 08:59: 775 req/s.",
    ],
  ])("in %s", (_, said, wanted) => expect(said.replaceAll("\u00a0", " ")).toBe(wanted));

  it("and its figures have the colours of the wall", () => {
    const toned = (changes: object) =>
      preparePage({ ...day, targets, capacity: proven, latest: minuteOf(changes) }).figures.map(
        ({ key, tone = "plain" }) => `${key}: ${tone}`,
      );
    expect(toned({ ...slow, ...failing })).toEqual(
      expect.arrayContaining(["p99: over", "Errors: over", "Of proven capacity: plain"]),
    );
    expect(toned({ throughput: 1_900 })).toEqual(
      expect.arrayContaining(["p99: plain", "Errors: plain", "Of proven capacity: near"]),
    );
  });
});
