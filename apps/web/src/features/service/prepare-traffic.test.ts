import { describe, expect, it } from "vitest";
import type { ServiceEvent, TrafficAnswer } from "@headroom/contract";
import { prepareLabels, selectedWords, selectionOf, sortLabels } from "./prepare-labels.ts";
import { betweenWords, prepareTraffic } from "./prepare-traffic.ts";
import { readTrafficView } from "./search-params.ts";

const FROM = Date.parse("2026-11-23T07:45:00Z");
const NOW = new Date("2026-11-23T08:00:00Z");
const at = (second: number) => new Date(FROM + second * 1_000).toISOString();

const figures = (
  requests: number,
  changes: Partial<TrafficAnswer["total"]> = {},
): TrafficAnswer["total"] => ({
  requests,
  items: requests,
  errors: 0,
  errorRate: 0,
  durationSeconds: 900,
  throughput: requests / 900,
  latencyMs: { min: 1, mean: 2, p50: 2, p90: 3, p95: 4, p99: 5, "p99.9": 6, max: 7 },
  latencyIntervalsMs: {},
  ...changes,
});

/** Points of 5 s with 50 requests each, at these seconds. */
function answer(seconds: readonly number[], changes: Partial<TrafficAnswer> = {}): TrafficAnswer {
  return {
    service: "shop",
    name: "Shop",
    from: at(0),
    to: at(900),
    pointSeconds: 5,
    source: { rule: "k6", title: "k6" },
    alsoCounted: [],
    notCounted: [],
    replicas: [],
    readTwice: [],
    begun: null,
    leftOutAt: null,
    unusableAt: null,
    offClock: null,
    simulated: null,
    unmappedMetrics: 0,
    latestAt: at((seconds.at(-1) ?? 0) + 4),
    heardAt: at((seconds.at(-1) ?? 0) + 4),
    label: null,
    selected: null,
    total: figures(seconds.length * 50),
    points: seconds.map((second) => ({ at: at(second), ...figures(50) })),
    labelsTotal: 0,
    labels: [],
    gaps: [],
    gauges: [],
    ...changes,
  };
}

const every5 = (from: number, to: number) =>
  Array.from({ length: (to - from) / 5 }, (_, index) => from + index * 5);
const prepare = (traffic: TrafficAnswer, events: readonly ServiceEvent[] = []) =>
  prepareTraffic({ traffic, events, view: readTrafficView({}), now: NOW });
const figure = (traffic: TrafficAnswer, label: string) =>
  prepare(traffic).figures.find((one) => one.label === label);
const NO_LATENCY = {
  min: null,
  mean: null,
  p50: null,
  p90: null,
  p95: null,
  p99: null,
  "p99.9": null,
  max: null,
};

describe("live traffic", () => {
  it("is a rate over the time in which it was reported", () => {
    const whole = answer(every5(0, 900));
    expect(prepare(whole)).toMatchObject({ lastData: "1 s ago", silence: null });
    expect(figure(whole, "Throughput")).toMatchObject({ value: "10.0", unit: "req/s", caption: "" });
    // Nothing was reported before: that isn't a time without requests.
    const over = { durationSeconds: 300, throughput: 10 };
    const late = answer(every5(600, 900), { total: figures(3_000, over) });
    expect(figure(late, "Throughput")).toMatchObject({ value: "10.0", caption: "over 5m with data" });
    expect(prepare(late).lead).toBe("3k requests in the last 15 minutes.");
  });

  it("says that nothing arrives, instead of a rate of zero", () => {
    const stopped = answer(every5(0, 300));
    expect(prepare(stopped).silence?.title).toBe("No data for the last 10m.");
    expect(prepare(stopped).drawing).toMatchObject({ lengthSeconds: 300, spanSeconds: 900 });
    const uncounted = answer(every5(0, 300), { heardAt: at(899) });
    expect(prepare(uncounted).silence?.detail).toContain("Metrics still arrive");
    const behind = answer(every5(0, 300), { offClock: { at: at(899), aheadSeconds: -600, partly: false } });
    expect(prepare(behind).silence?.title).toBe("Data is 10m behind.");
    const before = answer([], { latestAt: at(-3_600) });
    expect(prepare(before)).toMatchObject({
      lead: "No requests were reported in the last 15 minutes.",
      rest: "",
    });
    expect(prepare(before).figures.map(({ value }) => value)).toEqual(["0", "–", "–", "–", "–", "–", "–"]);
    expect(prepare(before).drawing.lengthSeconds).toBe(0);
  });

  it("draws what happened, also where nothing was reported", () => {
    const event = (second: number, kind: ServiceEvent["kind"], title: string): ServiceEvent => ({
      id: title,
      at: at(second),
      kind,
      title,
      url: null,
      by: null,
      createdAt: at(second),
      editedAt: null,
      until: null,
    });
    const events = [event(60, "deploy", "v2.4.0"), event(700, "note", "Menu sync")];
    expect(prepare(answer(every5(0, 300)), events).drawing.events).toEqual([
      { key: "v2.4.0", atSeconds: 60, text: "Deploy: v2.4.0" },
      { key: "Menu sync", atSeconds: 700, text: "Menu sync" },
    ]);
    const many = Array.from({ length: 100 }, (_, second) => event(second, "deploy", `v${second}`));
    const drawn = prepare(answer([]), many).drawing.events;
    expect([drawn.length, drawn.at(-1)?.text]).toEqual([30, "Deploy: v99"]);
  });

  it("has no figures before anything counts", () => {
    const nothing = answer([], { latestAt: null, heardAt: null, source: null });
    expect(prepare(nothing)).toMatchObject({ lead: "No live traffic yet.", lastData: null });
    const unused = answer([], { latestAt: null, source: null, unmappedMetrics: 12 });
    expect(prepare(unused)).toMatchObject({
      lead: "Nothing that arrives counts as requests.",
      rest: "12 metrics have arrived in the last 24 hours, and none of them is used.",
    });
  });

  it("shows ranges, lower bounds and what isn't reported as such", () => {
    const ranged = answer(every5(0, 900), {
      total: figures(9_000, {
        latencyMs: NO_LATENCY,
        latencyIntervalsMs: { p50: { low: 10, high: 25 }, p99: { low: 100, high: null } },
        errors: null,
        errorRate: null,
      }),
    });
    expect(figure(ranged, "Mean")?.value).toBeNull();
    const exact = { ...NO_LATENCY, mean: 45.2 };
    expect(
      figure(answer(every5(0, 900), { total: figures(9_000, { latencyMs: exact }) }), "Mean")?.value,
    ).toBe("45");
    expect(figure(ranged, "p50")?.value).toBe("10–25");
    expect(figure(ranged, "p95")?.value).toBeNull();
    expect(figure(ranged, "p99")?.value).toBe("≥\u00a0100");
    expect(figure(ranged, "Errors")?.value).toBeNull();
    expect(prepare(ranged).rest).toContain("errors not reported");
    const least = answer(every5(0, 900), {
      total: figures(9_000, { errors: 90, errorRate: 0.01, errorsAtLeast: true }),
    });
    expect(figure(least, "Errors")).toMatchObject({ value: "≥\u00a01.00", caption: "90 failed" });
  });

  it("draws the ranges of points, and marks what isn't counted", () => {
    const { drawing } = prepare(
      answer([0], {
        points: [
          {
            at: at(0),
            ...figures(5, { latencyMs: NO_LATENCY, latencyIntervalsMs: { p99: { low: 1, high: 2 } } }),
          },
        ],
        gaps: [{ from: at(60), to: at(500), requests: 1_234, atLeast: true }],
        gauges: [
          {
            name: "users",
            unit: null,
            points: [{ at: at(10), mean: 4, min: 1, max: 9 }],
            besideLoad: {
              load: null,
              band: null,
              byLoad: null,
              plateau: null,
              peak: null,
              growth: null,
              steps: null,
            },
          },
        ],
      }),
    );
    expect(drawing.points[0]?.latencyRanges).toEqual({
      p50: null,
      p90: null,
      p99: { lowMicros: 1_000, highMicros: 2_000 },
      "p99.9": null,
    });
    expect(drawing.uncounted).toEqual([{ fromSeconds: 60, toSeconds: 500, label: "≥ 1.2k not counted" }]);
    expect(drawing.gauges[0]?.lines[0]?.samples).toEqual([{ offsetSeconds: 10, value: 4 }]);
  });
});

describe("the labels of live traffic", () => {
  const labels = prepareLabels([
    { label: "b", share: 1 / 6, ...figures(10) },
    { label: "a", share: 0.5, ...figures(30, { errorRate: null, errors: null, throughput: 3 }) },
    { label: "c", share: 1 / 3, ...figures(20, { errorRate: 0.5, errors: 10 }) },
  ]);
  const order = (
    column: "label" | "requests" | "errors",
    direction: "ascending" | "descending",
    search = "",
  ) => sortLabels(labels, { column, direction }, search).map(({ label }) => label);

  it("are sorted and searched, with what isn't reported last", () => {
    expect(order("requests", "descending")).toEqual(["a", "c", "b"]);
    expect(order("label", "ascending")).toEqual(["a", "b", "c"]);
    expect(order("errors", "descending")).toEqual(["c", "b", "a"]);
    expect(order("errors", "ascending")).toEqual(["b", "c", "a"]);
    expect(order("requests", "descending", " C ")).toEqual(["c"]);
    expect(labels[1]?.cells).toMatchObject({ throughput: { text: "3.00" }, errors: { text: "–" } });
  });

  it("have their share of all requests", () => {
    expect(labels.map(({ cells }) => cells.share.text)).toEqual(["16.7", "50.0", "33.3"]);
    expect(selectedWords({ labels: ["a", "b"], labelsTotal: 2, share: 0.53 })).toBe(
      "2 labels together, 53.0% of all requests.",
    );
    expect(selectedWords({ labels: ["a"], labelsTotal: 1, share: 0.2 })).toBe("20.0% of all requests.");
    expect([selectedWords(null), selectedWords({ labels: [], labelsTotal: 0, share: null })]).toEqual([
      null,
      null,
    ]);
  });

  it("can be shown together if a selection matches just what was found", () => {
    const named = (...names: string[]) =>
      prepareLabels(names.map((label) => ({ label, share: 0.1, ...figures(10) })));
    const select = (all: ReturnType<typeof named>, search: string) =>
      selectionOf(all, sortLabels(all, { column: "label", direction: "ascending" }, search), search);
    const all = named("discovery location", "discovery listings", "Discovery old", "search", "brands");
    expect(select(all, "discovery l")).toBe("*discovery l*");
    // The search doesn't tell upper from lower case, but a selection does.
    expect(select(all, "discovery")).toBe("discovery listings | discovery location | Discovery old");
    expect([select(all, "search"), select(all, ""), select(all, "nothing")]).toEqual([null, null, null]);
    expect(select(named("A*1", "a|2", "other"), "a")).toBe("A*1 | a|2");
    expect(select(named("A | b", "Ac", "a d", "other"), "a")).toBeNull();
  });
});

it("says in a sentence between what a figure of buckets lies", () => {
  expect(betweenWords("250–500")).toBe("between 250 and 500");
  expect(betweenWords("≥ 1,000")).toBe("≥ 1,000");
  expect(betweenWords("84")).toBe("84");
});
