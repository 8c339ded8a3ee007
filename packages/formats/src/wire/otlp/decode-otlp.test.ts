import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ProtoWriter } from "@headroom/core/wire";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeOtlp } from "./decode-otlp.ts";
import { attributes, encodedRequest } from "./encoded-request.ts";
import type { EncodedMetric } from "./encoded-request.ts";

const START = 1_544_712_660_300_000_999n;
const AT = 1_544_712_661_300_000_999n;
const AT_MICROS = 1_544_712_661_300_000;
const START_MICROS = 1_544_712_660_300_000;

function decode(body: Uint8Array, limits = {}) {
  const metrics = new RecordedMetrics();
  return { metrics, result: decodeOtlp(body, { encoding: "protobuf", limits }, metrics) };
}

function one(metric: Omit<EncodedMetric, "name">) {
  return decode(encodedRequest([{ name: "m", ...metric }]));
}

function timed(more: (point: ProtoWriter) => void) {
  return (point: ProtoWriter) => {
    point.fixed(2, START).fixed(3, AT);
    more(point);
  };
}

const value = (number: number) => timed((point) => void point.double(4, number));

describe("numbers in OTLP", () => {
  it.each([
    ["a gauge", 5, 0, false, "gauge", "each", null],
    ["a delta counter", 7, 1, true, "counter", "delta", START_MICROS],
    ["a cumulative counter", 7, 2, true, "counter", "cumulative", START_MICROS],
    ["a sum that can fall, a state", 7, 2, false, "gauge", "each", null],
    ["the change of a sum that can fall", 7, 1, false, "gauge", "delta", START_MICROS],
  ])("can be %s", (_name, field, temporality, monotonic, kind, expected, startMicros) => {
    const { metrics, result } = one({ field, temporality, monotonic, unit: "By", points: [value(4.5)] });
    expect(metrics.numbers).toEqual([
      {
        series: { name: "m", field: null, tags: [], unit: "By", kind, temporality: expected },
        time: { atMicros: AT_MICROS, startMicros },
        value: 4.5,
      },
    ]);
    expect(result).toEqual({ points: 1, refused: 0 });
  });

  it("can be integers, also negative or beyond 2^53", () => {
    const whole = (number: bigint) => timed((point) => void point.fixed(6, number));
    const { metrics } = one({ field: 5, points: [whole(7n), whole(-7n), whole(2n ** 62n)] });
    expect(metrics.numbers.map((number) => number.value)).toEqual([7, -7, 2 ** 62]);
  });

  it("can be without a time", () => {
    const { metrics } = one({ field: 5, points: [(point) => void point.double(4, 0)] });
    expect(metrics.numbers[0]).toMatchObject({ value: 0, time: { atMicros: null, startMicros: null } });
  });

  it("can say that there's no value any more", () => {
    const { metrics, result } = one({ field: 5, points: [timed((point) => void point.int(8, 1))] });
    expect(metrics.ended).toHaveLength(1);
    expect(result).toEqual({ points: 1, refused: 0 });
  });
});

describe("tags in OTLP", () => {
  it("are the attributes of resource, scope and point, of which the closest wins", () => {
    const point = timed((message) => {
      message.double(4, 1);
      attributes(message, 7, { "http.route": "/a", region: "point" });
    });
    const { metrics } = decode(
      encodedRequest(
        [{ name: "m", field: 5, points: [point] }],
        { "service.name": "shop", region: "resource" },
        { name: "lib", version: "1.2", attributes: { meter: "x" } },
      ),
    );
    expect(metrics.all[0]?.tags).toEqual([
      ["http.route", "/a"],
      ["otel.scope.meter", "x"],
      ["otel.scope.name", "lib"],
      ["otel.scope.version", "1.2"],
      ["region", "point"],
      ["service.name", "shop"],
    ]);
  });

  it.each<[string, string, (value: ProtoWriter) => void]>([
    ["a boolean", "true", (any) => void any.int(2, 1)],
    ["an integer", "-42", (any) => void any.int(3, -42)],
    ["an integer beyond 2^53", "9007199254740993", (any) => void any.int(3, 9_007_199_254_740_993n)],
    ["the smallest integer", "-9223372036854775808", (any) => void any.int(3, -(2n ** 63n))],
    ["a real number", "0.25", (any) => void any.double(4, 0.25)],
    ["bytes", "/+8=", (any) => void any.bytes(7, Uint8Array.of(255, 239))],
    ["nothing", "", () => {}],
    [
      "a list",
      '["a",1,"NaN",null]',
      (any) =>
        void any.message(5, (list) => {
          list.message(1, (item) => item.text(1, "a")).message(1, (item) => item.int(3, 1));
          list.message(1, (item) => item.double(4, Number.NaN)).message(1, () => {});
        }),
    ],
    [
      "a map",
      '{"__proto__":"x","b":true}',
      (any) =>
        void any.message(6, (map) => attributes(map, 1, { ["__proto__"]: "x", b: (b) => void b.int(2, 1) })),
    ],
  ])("can be %s", (_name, text, write) => {
    const point = timed((message) => {
      message.double(4, 1);
      attributes(message, 7, { a: write });
    });
    expect(one({ field: 5, points: [point] }).metrics.all[0]?.tags).toEqual([["a", text]]);
  });

  it("are shortened if they're long, and stay different", () => {
    const point = (last: string) =>
      timed((message) => {
        message.double(4, 1);
        attributes(message, 7, { command: "x".repeat(5_000) + last });
      });
    const { metrics } = one({ field: 5, points: [point("a"), point("b"), point("a")] });
    expect(metrics.all.map(({ tags }) => tags[0]?.[1].length)).toEqual([2_048, 2_048]);
    expect(metrics.all[0]?.tags[0]?.[1]).toMatch(/^x{2031}…[0-9a-f]{16}$/);
  });
});

describe("exemplars in OTLP", () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const write = (exemplar: ProtoWriter) =>
    void exemplar
      .fixed(2, AT_MICROS * 1_000)
      .double(3, 1.25)
      .bytes(5, Buffer.from(trace, "hex"));

  it.each([
    ["a number", 5, 5, (point: ProtoWriter) => void point.double(4, 1)],
    ["a histogram", 9, 8, (point: ProtoWriter) => void point.fixed(4, 1)],
    ["an exponential histogram", 10, 11, (point: ProtoWriter) => void point.fixed(4, 1).fixed(7, 1)],
  ])("of %s are handed over if they have a trace", (_, field, exemplars, writeValue) => {
    const point = timed((message) => {
      writeValue(message);
      message.message(exemplars, write).message(exemplars, (exemplar) => void exemplar.double(3, 2));
    });
    const { metrics } = one({ field, temporality: 2, points: [point] });
    expect(metrics.exemplars).toEqual([
      { series: metrics.all[0], traceId: trace, value: 1.25, atMicros: AT_MICROS },
    ]);
  });
});

describe("distributions in OTLP", () => {
  const histogram = timed((point) => {
    point.fixed(4, 6).double(5, 9.5).fixeds(6, [1, 2, 3]).doubles(7, [0.5, 2]).double(11, 0.1).double(12, 5);
  });

  it("can be histograms with buckets", () => {
    const { metrics } = one({ field: 9, temporality: 1, unit: "s", points: [histogram] });
    expect(metrics.histograms).toEqual([
      {
        series: { name: "m", field: null, tags: [], unit: "s", kind: "histogram", temporality: "delta" },
        time: { atMicros: AT_MICROS, startMicros: START_MICROS },
        value: { count: 6, sum: 9.5, min: 0.1, max: 5, buckets: { bounds: [0.5, 2], counts: [1, 2, 3] } },
      },
    ]);
  });

  it("can be histograms without buckets, sum, minimum and maximum", () => {
    const { metrics } = one({ field: 9, temporality: 2, points: [timed((point) => void point.fixed(4, 3))] });
    expect(metrics.histograms[0]?.value).toEqual({
      count: 3,
      sum: null,
      min: null,
      max: null,
      buckets: { bounds: [], counts: [3] },
    });
  });

  it.each([Number.NaN, Infinity])("have no sum if it is %s", (sum) => {
    const point = timed((message) => void message.fixed(4, 3).double(5, sum));
    const { metrics, result } = one({ field: 9, temporality: 2, points: [point] });
    expect(metrics.histograms[0]?.value).toMatchObject({ count: 3, sum: null });
    expect(result).toEqual({ points: 1, refused: 0 });
  });

  it("have no minimum and maximum where a client sends infinite ones for no values", () => {
    const empty = timed((point) => {
      point.fixeds(6, [0, 0]).doubles(7, [1]).double(5, 0);
      point.double(11, Number.POSITIVE_INFINITY).double(12, Number.NEGATIVE_INFINITY);
    });
    const { metrics } = one({ field: 9, temporality: 2, points: [empty] });
    expect(metrics.histograms[0]?.value).toMatchObject({ count: 0, sum: 0, min: null, max: null });
  });

  it("can be exponential", () => {
    const exponential = timed((point) => {
      point.fixed(4, 9).double(5, 20).sint(6, -2).fixed(7, 1).double(12, -3).double(13, 8).double(14, 0.01);
      point.message(8, (buckets) => buckets.sint(1, -4).uints(2, [2, 0, 5]));
      point.message(9, (buckets) => buckets.sint(1, 3).uints(2, [1]));
    });
    const { metrics } = one({ field: 10, temporality: 2, points: [exponential] });
    expect(metrics.exponentials[0]).toMatchObject({
      series: { kind: "histogram", temporality: "cumulative" },
      value: {
        count: 9,
        sum: 20,
        min: -3,
        max: 8,
        scale: -2,
        zeroThreshold: 0.01,
        zeroCount: 1,
        positive: { offset: -4, counts: [2, 0, 5] },
        negative: { offset: 3, counts: [1] },
      },
    });
  });

  it("can be summaries, whose percentiles of no values are left out", () => {
    const quantile = (share: number, number: number) => (message: ProtoWriter) =>
      void message.double(1, share).double(2, number);
    const summary = timed((point) => {
      point.fixed(4, 5).double(5, 12);
      point.message(6, quantile(0.99, 4)).message(6, quantile(0.5, 2)).message(6, quantile(1, Number.NaN));
    });
    const { metrics } = one({ field: 11, points: [summary] });
    expect(metrics.summaries[0]).toMatchObject({
      series: { kind: "summary", temporality: "cumulative" },
      value: {
        count: 5,
        sum: 12,
        quantiles: [
          [0.5, 2],
          [0.99, 4],
        ],
      },
    });
  });
});

describe("a point that can't be used is refused with its place and a reason", () => {
  const bad = "a point of m can't be used: ";
  const histogram = (write: (point: ProtoWriter) => void) => ({
    field: 9,
    temporality: 1,
    points: [timed(write)],
  });
  const exponential = (write: (point: ProtoWriter) => void) => ({
    field: 10,
    temporality: 1,
    points: [timed(write)],
  });

  it.each<[string, Omit<EncodedMetric, "name">, string]>([
    ["no value", { field: 5, points: [timed(() => {})] }, `${bad}it has no value`],
    [
      "a negative counter",
      { field: 7, temporality: 1, monotonic: true, points: [value(-1)] },
      `${bad}it's a counter, but its value is negative`,
    ],
    [
      "no temporality",
      { field: 7, points: [value(1)] },
      "the metric m doesn't say if it's delta or cumulative",
    ],
    [
      "an unknown temporality",
      { field: 9, temporality: 3, points: [value(1)] },
      "the metric m doesn't say if it's delta or cumulative",
    ],
    [
      "the year 2554",
      { field: 5, points: [(point) => void point.double(4, 1).fixed(3, 2n ** 64n - 1n)] },
      "a timestamp is out of range",
    ],
    [
      "falling bounds",
      histogram((p) => void p.fixeds(6, [0, 0, 0]).doubles(7, [2, 1])),
      `${bad}its bounds don't rise`,
    ],
    [
      "an infinite bound",
      histogram((p) => void p.fixeds(6, [0, 0]).doubles(7, [1 / 0])),
      `${bad}its bounds don't rise`,
    ],
    [
      "too few buckets",
      histogram((p) => void p.fixeds(6, [0]).doubles(7, [1])),
      `${bad}it has 1 buckets and 1 bounds`,
    ],
    ["bounds only", histogram((p) => void p.doubles(7, [1])), `${bad}it has 0 buckets and 1 bounds`],
    [
      "another count",
      histogram((p) => void p.fixed(4, 3).fixeds(6, [1, 1]).doubles(7, [1])),
      `${bad}its buckets hold 2 values, but its count is 3`,
    ],
    ["a count of 2^63", histogram((p) => void p.fixed(4, 2n ** 63n)), `${bad}its count is out of range`],
    ["scale 21", exponential((p) => void p.sint(6, 21)), `${bad}its scale 21 is out of range`],
    ["scale -11", exponential((p) => void p.sint(6, -11)), `${bad}its scale -11 is out of range`],
    [
      "a negative zero threshold",
      exponential((p) => void p.double(14, -1)),
      `${bad}its zero threshold is out of range`,
    ],
    [
      "5,000 buckets",
      exponential(
        (p) =>
          void p.message(8, (b) =>
            b.uints(
              2,
              Array.from({ length: 5_000 }, () => 0),
            ),
          ),
      ),
      `${bad}it has more than 4096 buckets`,
    ],
    [
      "buckets beyond its count",
      exponential((p) => void p.fixed(4, 1).message(8, (b) => b.uints(2, [2]))),
      `${bad}its buckets hold 2 values, but its count is 1`,
    ],
    [
      "percentile 150",
      { field: 11, points: [timed((p) => void p.message(6, (q) => q.double(1, 1.5)))] },
      `${bad}a percentile is outside of 0 to 1`,
    ],
    ["data of another type", { field: 4, points: [value(1)] }, "the metric m has no data of a known type"],
  ])("%s", (_name, metric, reason) => {
    const { metrics, result } = one(metric);
    expect(metrics.refusals).toEqual([{ at: 1, reason }]);
    expect(result).toEqual({ points: 0, refused: 1 });
    expect(metrics.all).toEqual([]);
  });

  it("while the others count", () => {
    const { metrics, result } = one({ field: 5, points: [value(1), timed(() => {}), value(2)] });
    expect(metrics.numbers.map((number) => number.value)).toEqual([1, 2]);
    expect(metrics.refusals.map(({ at }) => at)).toEqual([2]);
    expect(result).toEqual({ points: 2, refused: 1 });
  });

  it("if its metric has no name, or it has too many attributes", () => {
    const many = timed((point) => {
      point.double(4, 1);
      attributes(point, 7, Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a${index}`, "x"])));
    });
    const { metrics } = decode(
      encodedRequest([
        { name: "", field: 5, points: [value(1)] },
        { name: "m", field: 5, points: [many] },
      ]),
    );
    expect(metrics.refusals.map(({ reason }) => reason)).toEqual([
      "the metric has no name",
      "the series has more than 128 labels",
    ]);
  });
});

describe("what k6 1.8.1 sent during a run", () => {
  const folder = join(import.meta.dirname, "fixtures", "k6-1.8.1");
  const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));
  const first = decode(gunzipSync(readFileSync(join(folder, "1.body.gz"))));
  const last = decode(gunzipSync(readFileSync(join(folder, "7.body.gz"))));
  const tag = (series: { tags: readonly (readonly [string, string])[] }, key: string) =>
    new Map(series.tags).get(key);

  it("is read without a refusal", () => {
    expect(first.result).toEqual({ points: 44, refused: 0 });
    expect(last.result).toEqual({ points: 56, refused: 0 });
  });

  it("has as many requests and errors as the raw samples of the run", () => {
    const requests = last.metrics.numbers.filter(({ series }) => series.name === "http_reqs");
    expect(requests.reduce((sum, number) => sum + number.value, 0)).toBe(truth.requests);
    const failed = requests.filter(({ series }) => tag(series, "expected_response") === "false");
    expect(failed.reduce((sum, number) => sum + number.value, 0)).toBe(truth.errors);
    expect(new Set(requests.map(({ series }) => tag(series, "service.name")))).toEqual(new Set(["k6"]));
  });

  it.each(["product", "search", "cached", "checkout"])("has the latency of %s", (label) => {
    const expected = truth.labels[label];
    const values = last.metrics.histograms
      .filter(({ series }) => series.name === "http_req_duration" && tag(series, "name") === label)
      .map((histogram) => histogram.value);
    const count = values.reduce((sum, histogram) => sum + histogram.count, 0);
    expect(count).toBe(expected.requests);
    expect(Math.min(...values.map(({ min }) => min ?? Number.NaN))).toBe(expected.min_ms);
    expect(Math.max(...values.map(({ max }) => max ?? Number.NaN))).toBe(expected.max_ms);
    expect(values.reduce((sum, histogram) => sum + (histogram.sum ?? 0), 0) / count).toBeCloseTo(
      expected.mean_ms,
      5,
    );
    for (const [share, key] of [
      [0.5, "p50_ms"],
      [0.99, "p99_ms"],
    ] as const) {
      const [below, above] = bucketAt(values, Math.ceil(share * count));
      expect(expected[key]).toBeGreaterThan(below);
      expect(expected[key]).toBeLessThanOrEqual(above);
    }
  });
});

/** The bounds of the bucket that holds the value with this rank. */
function bucketAt(
  values: readonly { buckets: { bounds: readonly number[]; counts: readonly number[] } }[],
  rank: number,
): [number, number] {
  const bounds = values[0]?.buckets.bounds ?? [];
  let seen = 0;
  for (let index = 0; index <= bounds.length; index++) {
    for (const { buckets } of values) seen += buckets.counts[index] ?? 0;
    if (seen >= rank)
      return [bounds[index - 1] ?? Number.NEGATIVE_INFINITY, bounds[index] ?? Number.POSITIVE_INFINITY];
  }
  throw new Error(`There are only ${seen} values.`);
}
