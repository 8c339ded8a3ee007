import { describe, expect, it } from "vitest";
import type { NextPeakDay } from "@headroom/services";
import { prepareNext } from "./prepare-next.ts";

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
  prepareNext({ report: { ...report, ...more }, further, running: [] });

it("says when the next peak day is, and how much headroom it has", () => {
  expect(show()).toMatchObject({
    name: "Black Friday",
    service: "Checkout",
    when: "in 12 days",
    countdown: { value: "12", unit: "days" },
    dates: "Fri 27 Nov 2026",
    href: "/peak-days/d",
    headroom: "4,800 req/s proven, 1.92x the expected 2,500. 1.2x is required.",
    decisive: "Proven with room to spare.",
    besides: null,
    further: null,
    verdict: { word: "Ready", href: "/peak-days/d/readiness" },
  });
  expect(show()?.bar?.required.at).toBeGreaterThan(0);
  expect(show({}, 1)?.further).toBe("1 more is planned");
  expect(show({}, 3)?.further).toBe("3 more are planned");
  const inHours = (hours: number) =>
    new Date(Date.parse(report.peakDay.startsAt) - hours * 3_600_000).toISOString();
  expect(show({ now: inHours(30) })?.countdown).toEqual({ value: "30", unit: "hours" });
  expect(show({ now: inHours(1) })?.countdown).toEqual({ value: "1", unit: "hour" });
  expect(show({ now: inHours(0.5) })?.countdown).toEqual({ value: "<1", unit: "hour" });
});

it("never shows a headroom that isn't proven or not known", () => {
  const unproven = { verdict: "not-ready", capacity: null, times: null } as const;
  expect(show(unproven)).toMatchObject({
    headroom: "2,500 req/s expected, no proof.",
    verdict: { word: "Not ready" },
  });
  expect(show({ expected: null, required: null, times: null })).toMatchObject({
    headroom: "Nobody has said how high the peak will be.",
    bar: null,
  });
  expect(show({ phase: "during" })).toMatchObject({ when: "running now", countdown: null });
});

describe("what would change the answer", () => {
  type Reason = NextPeakDay["report"]["reasons"][number];
  const mix = { id: "e", name: "Mix" };
  const reason = (rule: Reason["rule"], words: string): Reason => ({
    rule,
    level: "at-risk",
    experiment: mix,
    words,
    step: "Run it.",
  });

  it("is the first reason", () => {
    const reasons = [reason("no-proof", "has no proof."), reason("unmerged", "is of a branch.")];
    expect(show({ reasons })).toMatchObject({ decisive: "Mix has no proof.", besides: "And 1 more reason." });
    expect(
      show({ reasons: [{ ...reason("overdue", "“Scale” is overdue."), experiment: null }] })?.decisive,
    ).toBe("“Scale” is overdue.");
  });

  it("has the date on which a risk or a proof ends, counted back from the day", () => {
    const risk = (until: string, state = "active") =>
      ({ experiment: mix, state, until, revokedAt: null }) as NextPeakDay["report"]["risks"][number];
    const reasons = [reason("risk-ends-before", "counts only because of an accepted risk.")];
    const ending = (until: string, state?: string) =>
      show({ reasons, risks: [risk(until, state)] })?.decisive;
    expect(ending("2026-11-22T05:00:00.000Z")).toBe(
      "The accepted risk of Mix ends on 22 Nov 2026, 5 days before it opens.",
    );
    expect(ending("2026-11-27T01:00:00.000Z")).toBe(
      "The accepted risk of Mix ends on 26 Nov 2026, hours before it opens.",
    );
    expect(ending("2026-11-27T15:00:00.000Z")).toBe(
      "The accepted risk of Mix ends on 27 Nov 2026, before it is over.",
    );
    expect(ending("2026-11-22T05:00:00.000Z", "expired")).toBe(
      "Mix counts only because of an accepted risk.",
    );
    const freshness = { endsAt: "2026-11-26T05:00:00.000Z" };
    const experiments = [
      { experiment: mix, freshness, misses: [] },
    ] as unknown as NextPeakDay["report"]["experiments"];
    expect(show({ reasons: [reason("ends-before", "ends.")], experiments })?.decisive).toBe(
      "The proof of Mix ends on 26 Nov 2026, 1 day before it opens.",
    );
  });

  it("is what ends first if nothing speaks against the day", () => {
    const turnsRed = [
      { words: "An expected peak above 4,000 req/s.", at: null },
      { words: "Without a new run, the proof of Mix ends", at: "2026-12-20T05:00:00.000Z" },
    ];
    expect(show({ turnsRed })?.decisive).toBe(
      "Without a new run, the proof of Mix ends on 20 Dec 2026, after the day.",
    );
  });
});

it("is nothing if none is planned", () => expect(prepareNext(null)).toBeNull());
