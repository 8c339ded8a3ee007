import { describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "./default-rules.ts";
import { EXEMPLARS_A_MINUTE, keptExemplars } from "./fold-exemplars.ts";
import type { Exemplar } from "./fold-exemplars.ts";
import type { MetricSeries } from "./metric-sink.ts";
import { TrafficFold } from "./traffic-fold.ts";

const NOW = 1_795_254_180_000_000;
const TRACE = "0af7651916cd43dd8448eb211c80319c";

const bucket: MetricSeries = {
  name: "http_request_duration_seconds_bucket",
  field: null,
  tags: [
    ["handler", "/checkout"],
    ["le", "+Inf"],
    ["method", "GET"],
  ],
  unit: null,
  kind: "unknown",
  temporality: "each",
};

function foldOf(more: { takesSimulated?: boolean } = {}): TrafficFold {
  const keyOf = (text: string) => text;
  const isNews = () => true;
  return new TrafficFold({ rules: DEFAULT_RULES, foldPaths: true, nowMicros: NOW, keyOf, isNews, ...more });
}

function folded(series: MetricSeries, exemplar: Partial<Parameters<TrafficFold["exemplar"]>[1]> = {}) {
  const fold = foldOf();
  fold.exemplar(series, { traceId: TRACE, value: 1.25, atMicros: NOW - 1e6, ...exemplar });
  return fold.finish();
}

describe("an exemplar", () => {
  it("belongs to the label, minute and rule of its request", () => {
    expect(folded(bucket, { traceId: TRACE.toUpperCase() }).exemplars).toEqual([
      {
        rule: "http-request-duration",
        label: "GET /checkout",
        minute: NOW / 1e6 - 60,
        micros: 1_250_000,
        traceId: TRACE,
      },
    ]);
  });

  it.each<[string, Partial<MetricSeries>]>([
    ["a metric that nothing uses", { name: "queue_seconds" }],
    ["a count", { name: "http_request_duration_seconds_count" }],
    ["a sum", { name: "http_request_duration_seconds_sum" }],
    ["a metric that only counts requests", { name: "http_requests_total" }],
  ])("isn't kept of %s", (_, more) => {
    expect(folded({ ...bucket, ...more }).exemplars).toEqual([]);
  });

  it.each([
    ["a trace that isn't hexadecimal", { traceId: "x/../?javascript:" }],
    ["a trace of zeros", { traceId: "0".repeat(32) }],
    ["a trace that is too long", { traceId: "a".repeat(33) }],
    ["a negative value", { value: -1 }],
    ["a value that isn't a number", { value: Number.NaN }],
    ["an infinite value", { value: Number.POSITIVE_INFINITY }],
    ["a time more than a day ago", { atMicros: NOW - 25 * 3_600e6 }],
    ["a time in the future", { atMicros: NOW + 3_600e6 }],
  ])("isn't kept with %s, and nothing is refused", (_, more) => {
    expect(folded(bucket, more)).toMatchObject({ exemplars: [], refusals: 0, outOfTime: 0 });
  });

  it("is one of at most 1,000 of a body, the slowest, however many minutes it has", () => {
    const fold = foldOf();
    const traces = 60_000;
    for (let at = 0; at < traces; at++) {
      const traceId = (at + 1).toString(16).padStart(32, "0");
      fold.exemplar(bucket, { traceId, value: 2 ** (at % 20) / 1_000, atMicros: NOW - at * 1e6 });
    }
    const kept = fold.finish().exemplars;
    expect(kept).toHaveLength(1_000);
    expect(new Set(kept.map(({ minute, micros }) => `${minute} ${micros}`)).size).toBe(1_000);
    expect(kept[0]?.micros).toBe(2 ** 19 * 1_000);
  });

  it("of simulated requests isn't kept beside real ones", () => {
    const simulated: MetricSeries = { ...bucket, tags: [...bucket.tags, ["headroom_simulated", "true"]] };
    const fold = foldOf({ takesSimulated: false });
    fold.exemplar(simulated, { traceId: TRACE, value: 1, atMicros: NOW });
    expect(fold.finish().exemplars).toEqual([]);
  });
});

describe("of the exemplars of a minute are kept", () => {
  const one = (micros: number, label = "GET /", minute = 0): Exemplar => {
    return { label, minute, micros, traceId: micros.toString(16).padStart(8, "0") };
  };
  const slowest = (all: readonly Exemplar[]) => keptExemplars(all).map(({ micros }) => micros);

  it("the slowest of each bucket, which is twice as wide as the one before", () => {
    expect(slowest([one(1_500), one(1_100), one(2_040), one(2_050), one(900_000)])).toEqual([
      900_000, 2_050, 2_040,
    ]);
  });

  it("each label's slowest first, and then the second slowest, up to the bound", () => {
    const labels = Array.from({ length: EXEMPLARS_A_MINUTE - 1 }, (_, at) => one(10 + at, `GET /${at}`));
    const kept = keptExemplars([...labels, one(64e6, "slow"), one(32e6, "slow"), one(1e9, "slow", 60)]);
    expect(kept).toHaveLength(EXEMPLARS_A_MINUTE + 1);
    expect(kept.filter(({ label, minute }) => label === "slow" && minute === 0)).toEqual([one(64e6, "slow")]);
    expect(new Set(kept.map(({ label }) => label)).size).toBe(EXEMPLARS_A_MINUTE);
  });
});
