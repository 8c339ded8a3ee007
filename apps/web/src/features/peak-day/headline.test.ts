import { HOUR_MILLIS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import type { PeakDayView } from "@headroom/contract";
import { preparePage } from "./prepare-peak-day.ts";
import { day, iso, latest, proven, START, textOf } from "./testing/peak-day-fixtures.ts";

describe("a peak day leads with the worst that holds", () => {
  const targets = { p99Ms: 200, errorRate: 0.01 };
  const pointAt = (minutes: number, changes: object = {}) => ({
    at: iso(START + 9 * HOUR_MILLIS - minutes * 60_000),
    throughput: 775,
    p99Ms: 150,
    p99Range: null,
    errorRate: 0,
    ...changes,
  });
  const minuteOf = (changes: object) => ({
    ...latest,
    minute: { ...latest.minute, throughput: 775, p99Ms: 150, errorRate: 0, ...changes },
  });
  const headline = (changes: object, points: PeakDayView["points"] = [], more: Partial<PeakDayView> = {}) =>
    textOf({ targets, capacity: proven, latest: minuteOf(changes), points, ...more }).sentence;
  const failing = { errorRate: 1 };
  const slow = { p99Ms: null, p99Range: { low: 500, high: 1_000 } };

  it.each<[string, string, string]>([
    ["a calm minute", headline({}), "38.8% of what is proven. 775 req/s in the last minute."],
    [
      "a total outage",
      headline(failing, [pointAt(9), pointAt(6, failing), pointAt(3, failing)]),
      "All requests have failed since 08:54. 0% of what is proven. 775 req/s in the last minute, of which none succeeded.",
    ],
    [
      "an outage in the newest minute",
      headline(failing, [pointAt(3)]),
      "All requests fail. 0% of what is proven. 775 req/s in the last minute, of which none succeeded.",
    ],
    [
      "half an outage",
      headline({ errorRate: 0.5 }, [pointAt(6), pointAt(3, { errorRate: 0.4 })]),
      "50.0% of requests fail, above the target of 1.00%, since 08:57. 19.4% of what is proven. 775 req/s in the last minute, of which 388 succeeded.",
    ],
    [
      "few errors within the target",
      headline({ errorRate: 0.0002 }),
      "38.7% of what is proven. 775 req/s in the last minute.",
    ],
    [
      "few errors without a target",
      headline({ errorRate: 0.02 }, [], { targets: { p99Ms: null, errorRate: null } }),
      "38.0% of what is proven. 775 req/s in the last minute, of which 760 succeeded.",
    ],
    [
      "many errors without a target",
      headline({ errorRate: 0.1 }, [], { targets: { p99Ms: null, errorRate: null } }),
      "10.0% of requests fail. 34.9% of what is proven. 775 req/s in the last minute, of which 698 succeeded.",
    ],
    [
      "a p99 above its target for a while",
      headline(slow, [pointAt(15), pointAt(12, slow), pointAt(9, slow), pointAt(6, slow), pointAt(3, slow)]),
      "p99 has been above 200 ms for 11m. 38.8% of what is proven. 775 req/s in the last minute.",
    ],
    [
      "errors, a slow p99 and too much load",
      headline({ ...slow, errorRate: 0.02, throughput: 2_100 }),
      "2.00% of requests fail, above the target of 1.00%. p99 is above 200 ms. Above what is proven: 2,100 req/s. 2,000 req/s were proven.",
    ],
    [
      "silence",
      headline(failing, [], { now: iso(START + 9 * HOUR_MILLIS + 180_000) }),
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
