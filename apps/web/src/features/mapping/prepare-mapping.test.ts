import type { TrafficMapping } from "@headroom/contract";
import { describe, expect, it } from "vitest";
import { prepareMapping, ruleOfChoice, withoutHistogramParts } from "./prepare-mapping.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const source = (rule: string, minutesAgo = 0) => ({
  rule,
  title: rule.toUpperCase(),
  lastSeenAt: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString(),
});
const mapping = (changed: Partial<TrafficMapping> = {}): TrafficMapping => ({
  service: "shop",
  serviceName: "Shop",
  rule: null,
  foldPaths: true,
  counted: source("k6"),
  alsoCounted: [],
  next: null,
  sources: [source("k6"), source("envoy")],
  own: [],
  gauges: [],
  unmapped: [],
  unmappedMetrics: 0,
  leftOutAt: null,
  unusableAt: null,
  labels: { used: 12, limit: 1_000, folded: [], lastHour: { requests: 400, other: 0 } },
  ...changed,
});

describe("the mapping page", () => {
  it("says what counts and what else was seen", () => {
    const { sentence, problem, choices, chosen } = prepareMapping(mapping(), NOW);
    expect(sentence).toEqual({
      lead: "Requests are counted from K6.",
      rest: "1 other source was seen and not counted.",
    });
    expect([problem, chosen]).toEqual([null, "best"]);
    expect(choices.map(({ value, hint }) => [value, hint]).slice(1)).toEqual([
      ["k6", "Counted now."],
      ["envoy", "Seen, not counted."],
    ]);
    expect(choices.map(({ value }) => ruleOfChoice(value))).toEqual([null, "k6", "envoy"]);
  });

  it("says which other names of the application are counted, too", () => {
    const { sentence, choices } = prepareMapping(mapping({ alsoCounted: ["envoy"] }), NOW);
    expect(sentence.rest).toBe("No other source was seen.");
    expect(choices.at(-1)?.hint).toContain("Counted, too");
  });

  it("says that a chosen source counts only from its next requests on", () => {
    const { sentence, choices, chosen } = prepareMapping(
      mapping({ rule: "envoy", next: source("envoy") }),
      NOW,
    );
    expect(sentence.rest).toBe("ENVOY takes over with its next requests.");
    expect(chosen).toBe("envoy");
    expect(choices.slice(1).map(({ hint }) => hint)).toEqual([
      "Counted until ENVOY has its next requests.",
      "Takes over with its next requests.",
    ]);
  });

  it("offers a chosen source that was never seen", () => {
    const istio = { rule: "istio", title: "ISTIO", lastSeenAt: null };
    const { choices } = prepareMapping(mapping({ rule: "istio", next: istio }), NOW);
    expect(choices.map(({ value }) => value)).toEqual(["best", "k6", "envoy", "istio"]);
  });

  it("warns where the chosen source is silent and another one arrives", () => {
    const silent = { rule: "k6", counted: source("k6", 6), sources: [source("k6", 6), source("envoy", 1)] };
    expect(prepareMapping(mapping(silent), NOW).problem).toContain(
      "so nothing is counted. ENVOY still arrives",
    );
    expect(prepareMapping(mapping({ ...silent, rule: null }), NOW).problem).toBeNull();
    expect(prepareMapping(mapping({ ...silent, sources: [source("k6", 6)] }), NOW).problem).toBeNull();
  });

  it("warns where requests were left out in the last hour", () => {
    const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
    const problemOf = (changed: Partial<TrafficMapping>) => prepareMapping(mapping(changed), NOW).problem;
    expect(problemOf({ leftOutAt: ago(59) })).toContain("HEADROOM_MAX_TRAFFIC_SERIES");
    expect(problemOf({ unusableAt: ago(59) })).toContain("its bucket counts decrease");
    expect(problemOf({ leftOutAt: ago(61), unusableAt: ago(61) })).toBeNull();
  });

  it("warns where there are more labels than are kept", () => {
    const labels = {
      used: 1_000,
      limit: 1_000,
      folded: ["/a/{id}"],
      lastHour: { requests: 400, other: 100 },
    };
    const model = prepareMapping(mapping({ labels }), NOW);
    expect(model.problem).toContain('under "(other)"');
    expect(model.labels.map(({ value }) => value)).toEqual(["1,000 of 1,000", "100 of 400", "/a/{id}"]);
  });

  it("says where nothing is counted, and whether that is for lack of metrics", () => {
    const none = { counted: null, sources: [] };
    expect(prepareMapping(mapping(none), NOW).sentence.lead).toBe("No requests yet.");
    expect(prepareMapping(mapping({ ...none, unmappedMetrics: 3 }), NOW).sentence.rest).toBe(
      "Add a source for one of the metrics that arrive.",
    );
    expect(prepareMapping(mapping({ ...none, rule: "k6", next: source("k6") }), NOW).sentence.rest).toBe(
      "K6 counts once it has some.",
    );
  });
});

it("the parts of a classic histogram are listed once", () => {
  const names = (...given: string[]) =>
    withoutHistogramParts(
      given.map((name) => ({
        name,
        field: null,
        kind: "unknown",
        unit: null,
        tags: [],
        series: 1,
        lastSeenAt: NOW.toISOString(),
      })),
    ).map(({ name }) => name);
  expect(names("a_bucket", "a_sum", "a_count", "b_count", "b")).toEqual(["a_bucket", "b_count", "b"]);
});
