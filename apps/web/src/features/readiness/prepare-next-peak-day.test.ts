import { expect, it } from "vitest";
import type { NextPeakDay } from "@headroom/services";
import { prepareNextPeakDay } from "./prepare-next-peak-day.ts";

const NOW = "2026-11-15T05:00:00.000Z";
const report = {
  peakDay: {
    id: "d",
    name: "Black Friday",
    timeZone: "America/New_York",
    eventName: "doors open",
    startsAt: "2026-11-27T05:00:00.000Z",
    endsAt: "2026-11-28T05:00:00.000Z",
    eventAt: "2026-11-27T13:00:00.000Z",
  },
  service: { slug: "checkout", name: "Checkout" },
  now: NOW,
  phase: "before",
  judgedAt: NOW,
  verdict: "ready",
  sentence: "Proven with room to spare.",
  verdictSentence: "Proven with room to spare.",
  reasons: [],
  rules: [],
  turnsGreen: [],
  turnsRed: [],
  experiments: [],
  policy: { factor: 1.2, proofDays: 30, proofDeploys: 5, peakEnvironment: "production" },
  expected: { kind: "typed", throughput: 2_500, source: null },
  capacity: 4_800,
  required: 3_000,
  times: 1.92,
  representative: null,
  risks: [],
  removed: [],
  actions: [],
  gamedays: [],
  rehearsals: [],
  forecast: null,
  reconciled: null,
} as NextPeakDay["report"];
const show = (more: Partial<NextPeakDay["report"]> = {}, further = 0) =>
  prepareNextPeakDay({
    report: { ...report, ...more },
    further,
    running: [{ id: "r", name: "Tickets", lead: "No data for 3m.", state: "silent" }],
  });

it("says when the next peak day is, and how much headroom it has", () => {
  expect(show()).toMatchObject({
    name: "Black Friday",
    service: "Checkout",
    when: "in 12 days",
    dates: "Fri 27 Nov 2026",
    href: "/peak-days/d",
    headroom: "1.92x headroom, 1.2x required",
    further: null,
    verdict: { word: "Ready", href: "/peak-days/d/readiness" },
  });
  expect(show()?.running).toEqual([
    { name: "Tickets", href: "/peak-days/r", lead: "No data for 3m.", isCalm: false },
  ]);
  expect(show({}, 1)?.further).toBe("1 more is planned");
  expect(show({}, 3)?.further).toBe("3 more are planned");
});

it("never shows a headroom that isn't proven or not known", () => {
  const unproven = { verdict: "not-ready", capacity: null, times: null } as const;
  expect(show(unproven)).toMatchObject({
    headroom: "2,500 req/s expected, no proof",
    verdict: { word: "Not ready" },
  });
  expect(show({ expected: null, required: null, times: null })?.headroom).toBe("Expected peak not known");
  expect(show({ phase: "during" })?.when).toBe("running now");
});

it("is nothing if none is planned", () => expect(prepareNextPeakDay(null)).toBeNull());
