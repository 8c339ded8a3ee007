import type { RunningPeak } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { prepareLiveChart } from "./live-chart.ts";
import type { LivePeak } from "./live-chart.ts";
import { peakSentence, prepareLive } from "./prepare-live.ts";

const NOW = "2026-11-28T11:37:00.000Z";
const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const minute = { throughput: 1_590, p99Ms: 80, p99Range: null, errorRate: 0.0001 };
const live: LivePeak = {
  at: NOW,
  minute,
  targets: { p99Ms: 100, errorRate: 0.001 },
  peakDay: { startsAt: "2026-11-28T05:00:00.000Z", timeZone: "UTC" },
  capacity: { throughput: 1_820, isProven: true },
  slope: null,
  event: { name: "doors open", at: "2026-11-28T12:00:00.000Z" },
  hour: Array.from({ length: 60 }, (_, place) => ({
    at: minutesAgo(60 - place),
    throughput: 1_000 + place * 10,
  })),
};
const peak = (more: Partial<RunningPeak> = {}): RunningPeak => ({
  id: "g",
  name: "Green Saturday",
  service: { slug: "api", name: "API" },
  lead: "87% of what is proven.",
  state: "near",
  live,
  ...more,
});
const show = (more: Partial<RunningPeak> = {}) => prepareLive([peak(more)], NOW);

describe("a peak day that runs", () => {
  it("shows its load, how much of the proof that is, and its targets", () => {
    expect(show()).toMatchObject({
      name: "Green Saturday",
      href: "/peak-days/g",
      pill: { word: "Near its ceiling", tone: "unsure" },
      lead: "87% of what is proven.",
      figures: [
        { label: "in the last minute", value: "1,590", unit: "req/s" },
        { label: "of 1,820 proven", value: "87.4", unit: "%", tone: "unsure" },
        { label: "p99, target 100 ms", value: "80", unit: "ms", tone: "neutral" },
        { label: "errors, limit 0.10%", value: "0.010", unit: "%", tone: "neutral" },
      ],
      countdown: { label: "to “doors open”", value: "23", unit: "min", isNear: false },
    });
    const verdict = { word: "At risk", icon: "warning", ink: "", href: "" } as const;
    const next = { name: "Black Friday", verdict, when: "in 12 days" };
    expect(peakSentence([peak()], next)).toBe("Green Saturday: 87% of what is proven.");
    expect(peakSentence([], next)).toBe("Black Friday: at risk, in 12 days.");
    expect(peakSentence([], null)).toBeNull();
    expect(prepareLive([], NOW)).toBeNull();
  });

  it("holds only against a ceiling or a target", () => {
    const bare = { ...live, capacity: null, targets: { p99Ms: null, errorRate: null } };
    expect(show({ state: "calm" })).toMatchObject({ pill: { word: "Holding" }, lead: null });
    const unproven = show({ state: "calm", live: bare });
    expect(unproven?.pill.word).toBe("Running");
    expect(unproven?.figures.map(({ label }) => label)).toEqual(["in the last minute", "p99", "errors"]);
  });

  it("says what fails, and counts what succeeds against the proof", () => {
    const outage = { ...live, minute: { ...minute, errorRate: 0.9, p99Ms: 250 } };
    expect(show({ state: "errors", live: outage })).toMatchObject({
      pill: { word: "Outage", tone: "bad" },
      figures: [{}, { value: "8.74" }, { tone: "bad" }, { tone: "bad" }],
    });
    expect(
      show({ state: "errors", live: { ...live, minute: { ...minute, errorRate: 0.1 } } })?.pill.word,
    ).toBe("Failing");
  });

  it("says of when its figures are once nothing arrives any more", () => {
    const model = show({ state: "silent", lead: "No data for 9m." });
    expect(model).toMatchObject({ isArriving: false, lead: "No data for 9m." });
    expect(model?.figures[0]?.label).toBe("at 11:37");
    expect(show()?.isArriving).toBe(true);
  });

  it("counts down to the ceiling while traffic climbs to it", () => {
    const slope = { perMinute: 10, minutes: 22.8, earliest: 18, latest: 30 };
    const model = show({ live: { ...live, slope } });
    expect(model?.countdown).toMatchObject({
      label: "to the ceiling, at this slope",
      value: "23",
      isNear: true,
    });
    expect(model?.chart?.slope?.text).toBe("11:59");
    const later = { ...live, event: { name: "doors open", at: "2026-11-28T15:37:00.000Z" } };
    expect(show({ live: later })?.countdown).toMatchObject({ value: "4h" });
    const past = { ...live, event: { name: "doors open", at: minutesAgo(5) } };
    expect(show({ live: past })?.countdown).toBeNull();
  });

  it("has no figures of traffic that hasn't begun, and names the others", () => {
    const lead = "No live traffic has arrived for it yet.";
    const model = prepareLive(
      [peak({ state: null, live: null, lead }), peak({ id: "h", state: "silent" })],
      NOW,
    );
    expect(model).toMatchObject({ isArriving: false, figures: [], chart: null, countdown: null, lead });
    expect(model?.others).toMatchObject([{ href: "/peak-days/h", isCalm: false }]);
  });
});

describe("its last hour", () => {
  it("is drawn below the ceiling, with gaps as gaps", () => {
    const chart = prepareLiveChart(live);
    expect(chart?.ceiling?.text).toBe("proven 1,820 req/s");
    expect(chart?.line.match(/M/g)).toHaveLength(1);
    expect(chart?.times.map(({ text }) => text)).toEqual(["10:45", "11:00", "11:15", "11:30"]);
    expect(chart?.rows.map(({ text }) => text)).toEqual(["1k", "2k"]);
    const hole = live.hour.filter((_, place) => place < 20 || place > 30);
    expect(prepareLiveChart({ ...live, hour: hole })?.line.match(/M/g)).toHaveLength(2);
  });

  it("leaves out a ceiling far above it, and is nothing without two minutes", () => {
    const far = { throughput: 40_000, isProven: false };
    expect(prepareLiveChart({ ...live, capacity: far })?.ceiling).toBeNull();
    expect(prepareLiveChart({ ...live, hour: live.hour.slice(0, 1) })).toBeNull();
    expect(
      prepareLiveChart({ ...live, hour: live.hour.map((one) => ({ ...one, throughput: 0 })) }),
    ).toBeNull();
  });
});
