import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeDistribution } from "../cell/cell-codec.ts";
import { bucketsOf } from "./counted.ts";
import { DEFAULT_RULES } from "./default-rules.ts";
import type { MetricSeries } from "./metric-sink.ts";
import { advance } from "./source-state.ts";
import type { SourceState } from "./source-state.ts";
import { spread } from "./spread.ts";
import { TrafficFold } from "./traffic-fold.ts";

const NOW = 1_795_254_167_468_000;
const time = { atMicros: NOW, startMicros: NOW - 15_000_000 };

function foldOf(): TrafficFold {
  return new TrafficFold({
    rules: DEFAULT_RULES,
    foldPaths: true,
    nowMicros: NOW,
    keyOf: (text) => text,
    isNews: () => true,
  });
}
function seriesOf(name: string, more: Partial<MetricSeries> = {}): MetricSeries {
  return { name, field: null, tags: [], unit: null, kind: "unknown", temporality: "each", ...more };
}

/** Everything that could be stored of a body, as the database would take it. */
function stored(fold: TrafficFold): { cells: number; requests: number } {
  const { cells, readings, gauges } = fold.finish();
  const all = cells.map(({ cell }) => cell);
  for (const { failed, fromZero, reading } of readings) {
    let state: SourceState | null = null;
    for (const one of [reading, { ...reading, atMicros: reading.atMicros + 1e6 }]) {
      const next = advance(state, one, { fromZero: true });
      state = next.state;
      all.push(...next.added.flatMap((counted) => spread(counted, failed, 0.5)).map(({ cell }) => cell));
    }
    expect(fromZero).toBeTypeOf("boolean");
  }
  for (const { requests, errors, sumMicros, minMicros, maxMicros, distribution } of all) {
    for (const count of [requests, errors, minMicros ?? 0, maxMicros ?? 0])
      expect(Number.isSafeInteger(count) && count >= 0, String(count)).toBe(true);
    expect(sumMicros === null || (Number.isFinite(sumMicros) && sumMicros >= 0), String(sumMicros)).toBe(
      true,
    );
    encodeDistribution(distribution);
  }
  for (const { cell } of gauges)
    for (const value of Object.values(cell)) expect(Number.isFinite(value), String(value)).toBe(true);
  return { cells: all.length, requests: all.reduce((sum, { requests }) => sum + requests, 0) };
}

const hostile = fc.constantFrom(
  0,
  0.5,
  1,
  7,
  1e9,
  1e12 + 1,
  2 ** 53,
  2 ** 53 + 2,
  1e19,
  1e100,
  1e300,
  Number.MAX_VALUE,
  -1,
  -0.5,
  -1e300,
  5e-324,
);
const many = fc.array(hostile, { maxLength: 6 });
const rising = many.map((bounds) => [...new Set(bounds)].toSorted((a, b) => a - b));

describe("no value can make what isn't stored", () => {
  it("of numbers, whatever they are for", () => {
    const kinds = fc.constantFrom<Partial<MetricSeries>>(
      { field: "value" },
      { temporality: "delta", kind: "counter" },
      { temporality: "cumulative", kind: "counter" },
      {},
    );
    const names = fc.constantFrom(
      "http_req_duration",
      "http_requests_total",
      "vus",
      "process.cpu.utilization",
      "http_request_duration_seconds_count",
      "http_request_duration_seconds_sum",
    );
    const property = fc.property(names, kinds, many, (name, kind, values) => {
      const fold = foldOf();
      const series = fold.series(seriesOf(name, kind));
      for (const value of values) fold.number(series, time, value);
      stored(fold);
    });
    expect(() => fc.assert(property, { numRuns: 400 })).not.toThrow();
  });

  it("of the lines of JMeter", () => {
    const property = fc.property(hostile, hostile, (count, avg) => {
      const fold = foldOf();
      const tags = [
        ["statut", "ok"],
        ["transaction", "a"],
      ] as const;
      for (const [field, value] of Object.entries({ count, avg }))
        fold.number(fold.series(seriesOf("jmeter", { tags, field })), time, value);
      stored(fold);
    });
    expect(() => fc.assert(property, { numRuns: 400 })).not.toThrow();
  });

  it("of histograms of every kind", () => {
    const temporality = fc.constantFrom("delta", "cumulative");
    const property = fc.property(temporality, rising, many, hostile, (kind, bounds, drawn, sum) => {
      const fold = foldOf();
      const series = fold.series(
        seriesOf("http.server.request.duration", { temporality: kind as "delta", kind: "histogram" }),
      );
      const counts = [...bounds, 0].map((_, at) => drawn[at] ?? 1);
      const count = counts.reduce((total, one) => total + one, 0);
      const edges = { min: null, max: null };
      fold.histogram(series, time, { count, sum, ...edges, buckets: { bounds, counts } });
      for (const scale of [-10, 0, 20]) {
        const positive = { offset: 2_000_000_000, counts };
        const negative = { offset: -5, counts: [] };
        const zero = { zeroThreshold: 0, zeroCount: 0 };
        fold.exponential(series, time, { count, sum, ...edges, scale, ...zero, positive, negative });
      }
      fold.summary(series, time, { count, sum });
      stored(fold);
    });
    expect(() => fc.assert(property, { numRuns: 400 })).not.toThrow();
  });

  it("of classic histograms", () => {
    const property = fc.property(rising, many, hostile, (bounds, drawn, sum) => {
      const fold = foldOf();
      const put = (suffix: string, value: number, tags: MetricSeries["tags"] = []) =>
        fold.number(fold.series(seriesOf(`http_request_duration_seconds${suffix}`, { tags })), time, value);
      for (const [at, bound] of bounds.entries()) put("_bucket", drawn[at] ?? 3, [["le", String(bound)]]);
      put("_bucket", drawn[0] ?? 9, [["le", "+Inf"]]);
      put("_sum", sum);
      stored(fold);
    });
    expect(() => fc.assert(property, { numRuns: 400 })).not.toThrow();
  });
});

describe("refused with a reason", () => {
  const reasons = (fold: TrafficFold) => fold.finish().refused.map(({ reason }) => reason);

  it("are counts that no source can have", () => {
    const fold = foldOf();
    const counter = seriesOf("http_requests_total", { temporality: "cumulative", kind: "counter" });
    fold.number(fold.series(counter), time, 1e16);
    fold.number(fold.series(seriesOf("http_request_duration_seconds_count")), time, 2 ** 60);
    const line = {
      field: "count",
      tags: [
        ["statut", "ok"],
        ["transaction", "a"],
      ],
    } as const;
    fold.number(fold.series(seriesOf("jmeter", line)), time, 1e300);
    fold.number(fold.series(seriesOf("vus", { field: "value" })), time, 1e300);
    expect(reasons(fold)).toEqual([
      "the count of http_requests_total is too large",
      "the count of http_request_duration_seconds_count is too large",
      "the count of jmeter is too large",
      "the value of vus is too large",
    ]);
  });

  it("are classic histograms whose buckets fall", () => {
    const fold = foldOf();
    const put = (le: string, value: number) => {
      const tags = [["le", le]] as const;
      fold.number(fold.series(seriesOf("http_request_duration_seconds_bucket", { tags })), time, value);
    };
    put("0.1", 9);
    put("0.5", 4);
    put("+Inf", 12);
    expect(fold.finish()).toMatchObject({
      readings: [],
      refusals: 1,
      refused: [{ at: 3, reason: "the buckets of http_request_duration_seconds fall" }],
    });
  });
});

it("bounds that no latency reaches leave their requests above the last one", () => {
  expect(bucketsOf([1_000, 1e13, 1e300], [1, 2, 3, 4])).toEqual({
    upperBoundsMicros: [1_000],
    counts: [1, 9],
  });
  expect(bucketsOf([1e300], [1, 2])).toBeNull();
});

it("names that a database can't store are listed in a form that it can", () => {
  const fold = foldOf();
  fold.series(seriesOf("a\u0000b\ud800", { tags: [["k\u0000", "v\udc00"]], unit: "\u0000" }));
  expect(JSON.stringify(fold.finish().seen)).not.toMatch(/\\u0000|\\ud[89a-f]/);
});
