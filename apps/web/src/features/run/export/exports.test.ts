import { describe, expect, it } from "vitest";
import { detail, steadyWindow, windowLabel } from "../testing/run-fixtures.ts";
import { FIRST_VIEW } from "../view/search-params.ts";
import { toCsv } from "@headroom/ui";
import { GAUGES_HEAD, gaugesLines } from "./gauges-csv.ts";
import { labelsLine, LABELS_HEAD } from "./labels-csv.ts";
import type { OfflineInput } from "./offline-input.ts";
import { offlinePage } from "./offline-page.ts";
import { TIMELINE_HEAD, timelineLines } from "./timeline-csv.ts";

const hostile = `<script>alert("1")</script>`;
const point = (offsetSeconds: number, p99: number | null) => ({
  offsetSeconds,
  requests: 400,
  errors: 2,
  latencyMicros: { p50: 34_000, p90: 118_000, p99, "p99.9": 470_000 },
});
const timeline = {
  origin: "2025-11-05T03:10:00.000Z",
  pointSeconds: 10,
  cellSeconds: 1,
  points: [point(0, 240_000), point(10, 250_000), point(40, null)],
};
const input: OfflineInput = {
  detail: { ...detail, notes: hostile, changed: hostile, configuration: { memory: hostile } },
  view: FIRST_VIEW,
  window: {
    ...steadyWindow,
    distribution: {
      all: {
        histogram: [{ fromMicros: 1_000, toMicros: 2_000, count: 9 }],
        curve: [50, 90, 99, 99.9].map((percent) => ({ percent, micros: percent * 1_000 })),
        isOfRanges: false,
      },
      successful: null,
    },
  },
  timeline,
  labels: { labels: [windowLabel(hostile, 100, 291)], found: 3 },
  failures: {
    failures: [
      { label: hostile, kind: "request", reason: hostile, times: 3, code: null, firstAt: null, lastAt: null },
    ],
    window: { kind: "whole", from: "2026-11-01T10:00:00.000Z", to: "2026-11-01T10:10:00.000Z" },
    overTime: { known: "none", withoutTime: 3, because: "source", stepSeconds: null },
  },
  gauges: [
    {
      name: hostile,
      unit: "%",
      pointSeconds: 1,
      points: [12, 27, 42].map((second) => ({
        at: `2025-11-05T03:10:${second}.000Z`,
        mean: 70.123456789012,
        min: 70,
        max: 71,
      })),
      around: null,
      words: [],
      besideLoad: {
        load: null,
        band: null,
        byLoad: null,
        plateau: null,
        peak: {
          value: 92,
          at: "2025-11-05T03:10:27.000Z",
          usual: 30,
          backAfterSeconds: 60,
          backAfterEndSeconds: null,
          backTo: 31,
          watchedSeconds: 300,
          watchedAfterEndSeconds: 0,
        },
        growth: null,
        steps: null,
      },
    },
  ],
  meanwhile: [hostile],
  events: [{ at: "2025-11-05T03:16:55.000Z", kind: "deploy", title: hostile }],
  comments: [
    {
      id: "1",
      atSeconds: 415,
      figure: null,
      body: hostile,
      author: hostile,
      own: true,
      createdAt: new Date(0),
      editedAt: null,
      resolved: { at: new Date(0), by: hostile },
    },
  ],
  savedAt: new Date("2025-11-06T00:00:00Z"),
};

describe("the offline page", () => {
  const page = offlinePage(input);

  it("holds the verdict, the figures, the proof and the charts", () => {
    expect(page).toContain("targets. 40,269");
    expect(page).toContain("Missed");
    expect(page).toContain("31,007,130");
    expect(page).toMatch(/Proof of percentile: grade [A-D]/);
    expect(page.match(/<svg/g)?.length).toBe(6);
    expect(page).toContain("deploy:");
    expect(page).toContain("(resolved)");
  });

  it("asks for nothing and runs nothing: no script, no style sheet, no picture", () => {
    expect(page).not.toMatch(/<script|<link|<img|url\(|@import|\son\w+="/i);
    expect(page).toContain("default-src 'none'");
  });

  it("shows hostile words as words", () => {
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(6);
  });

  it("of a run without a time series says so", () => {
    const window = { ...steadyWindow, distribution: null };
    const totals = offlinePage({ ...input, timeline: null, window, gauges: [] });
    expect(totals).toContain("This run has no time series");
    expect(totals).not.toContain("<svg");
  });
});

it("a gap in the timeline is not bridged in the drawing", () => {
  const paths = [...offlinePage(input).matchAll(/class="line"[^>]*d="([^"]*)"/g)].map(
    ([, path = ""]) => path,
  );
  const broken = paths.filter((path) => (path.match(/M/g)?.length ?? 0) === 2);
  expect(broken.length).toBeGreaterThanOrEqual(4);
});

it("the files have a value for each column, and nothing where nothing is known", () => {
  const line = labelsLine({ ...windowLabel("GET /", 100, 291), errors: null });
  expect(line).toHaveLength(LABELS_HEAD.length);
  expect(line.slice(0, 4)).toEqual(["GET /", "request", 100, null]);
  expect(line[10]).toBe(291);
  const lines = timelineLines(timeline);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toHaveLength(TIMELINE_HEAD.length);
  expect(lines[2]?.slice(0, 3)).toEqual(["2025-11-05T03:10:40.000Z", 40, 10]);
  expect(lines[2]?.[7]).toBeNull();
  const [unknown] = timelineLines({ ...timeline, points: [{ ...point(0, null), errors: null }] });
  expect(unknown?.[4]).toBeNull();
});

it("a source's own ranges have both their ends in the file, and no percentile that isn't known", () => {
  const range = { lowMicros: 100_000, highMicros: 103_000 };
  const latencyRanges = { p50: range, p90: range, p99: range, "p99.9": { ...range, highMicros: null } };
  const none = { p50: null, p90: null, p99: null, "p99.9": null };
  const [line = []] = timelineLines({
    ...timeline,
    points: [{ ...point(0, null), latencyMicros: none, latencyRanges }],
  });
  expect(line).toHaveLength(TIMELINE_HEAD.length);
  const value = (column: (typeof TIMELINE_HEAD)[number]) => line[TIMELINE_HEAD.indexOf(column)];
  expect([value("p99_ms"), value("p99_low_ms"), value("p99_high_ms")]).toEqual([null, 100, 103]);
  expect([value("p99.9_low_ms"), value("p99.9_high_ms")]).toEqual([100, null]);
});

it("gauges have a line for each value at its own time, and are drawn on the offline page", () => {
  const lines = gaugesLines(input.gauges, {
    from: Date.parse("2025-11-05T03:10:20.000Z"),
    to: Date.parse("2025-11-05T03:10:42.000Z"),
  });
  expect(lines).toEqual([["2025-11-05T03:10:27.000Z", 1, hostile, "%", 70.123456789012, 70, 71]]);
  expect(lines[0]).toHaveLength(GAUGES_HEAD.length);
  expect(toCsv([], lines)).toContain(",70.123,70,71");
  const drawn = (of: Partial<OfflineInput>) =>
    offlinePage({ ...input, ...of }).match(/<figure>/g)?.length ?? 0;
  expect(drawn({}) - drawn({ gauges: [] })).toBe(1);
  expect(offlinePage(input)).toContain("92% at 0:27");
  expect(drawn({ timeline: null }) - drawn({ timeline: null, gauges: [] })).toBe(1);
});
