import { describe, expect, it } from "vitest";
import type { PeakDayView } from "@headroom/contract";
import { peakDayWords } from "./peak-day-words.ts";

const START = Date.UTC(2026, 10, 27);
const iso = (hours: number) => new Date(START + hours * 3_600_000).toISOString();
const view = {
  peakDay: {
    id: "d",
    name: "Sale",
    timeZone: "UTC",
    eventName: "start",
    service: { slug: "shop", name: "Shop" },
    startsAt: iso(0),
    endsAt: iso(24),
    eventAt: iso(8),
    expectedPeak: 2_000,
    earlier: [],
    frozen: null,
  },
  now: iso(9),
  phase: "during",
  pointSeconds: 180,
  source: "live",
  points: [],
  earlier: [],
  events: [],
  usual: null,
  gauges: [],
  mix: null,
  uptime: null,
  summary: null,
  provenAt: null,
  targets: { p99Ms: null, errorRate: null },
  simulated: null,
  offClock: null,
  notCounted: [],
  leftOutAt: null,
  unusableAt: null,
  total: { requests: 0, errors: null, peak: null },
  capacity: {
    proven: true,
    throughput: 2_000,
    elsewhere: false,
    accepted: null,
    experiment: { id: "e", name: "Mix" },
    run: { id: "r", number: 7, ranAt: iso(-200), environment: null },
  },
  latest: latestOf(1_740),
  heardAt: iso(9),
} as unknown as PeakDayView;
const name = { title: "Sale", description: "A peak day of Shop" };
const words = (changes: Partial<PeakDayView>) => peakDayWords({ ...view, ...changes }, name);

function latestOf(throughput: number) {
  const minute = {
    seconds: 60,
    requests: 60 * throughput,
    throughput,
    p99Ms: 212,
    p99Range: null,
    errorRate: 0,
  };
  const labels = { labels: [], labelsTotal: 0, busiest: null };
  return { at: iso(9), minute, hourRequests: 0, ...labels, slope: null } as unknown as PeakDayView["latest"];
}

describe("the picture of a peak day", () => {
  it("says how much of what is proven is used, and when that was", () => {
    expect(words({})).toMatchObject({
      kind: "Peak day",
      context: "A peak day of Shop · Fri 27 Nov 2026",
      headline: "87.0% of what is proven.",
      tone: "neutral",
      foot: "As of 27 Nov 2026, 09:00 UTC",
      note: expect.stringContaining("1,740 req/s in the last minute.") as string,
    });
  });

  it("is red above what is proven, and unsure where nothing arrives", () => {
    expect(words({ latest: latestOf(2_400) })).toMatchObject({
      headline: "Above what is proven: 2,400 req/s.",
      tone: "bad",
    });
    expect(words({ latest: null, heardAt: iso(7) })).toMatchObject({ tone: "unsure" });
  });

  it("says that a simulator sends the requests", () => {
    const simulated = { withReal: false } as PeakDayView["simulated"];
    expect(words({ simulated }).kind).toBe("Peak day · simulated");
  });
});
