import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeSnappy } from "../snappy/decode-snappy.ts";
import { decodeRemoteWrite } from "./decode-remote-write.ts";
import type { RemoteWriteOptions } from "./decode-remote-write.ts";
import { body1, body2 } from "./encoded-body.ts";
import type { EncodedSeries } from "./encoded-body.ts";

const NOW = 1_795_254_167_468;

function decode(body: Uint8Array, version: RemoteWriteOptions["version"], limits = {}) {
  const metrics = new RecordedMetrics();
  const result = decodeRemoteWrite(body, { version, limits }, metrics);
  return { result, metrics };
}

/** The same series in both versions. */
describe.each([
  ["1.0", (...series: EncodedSeries[]) => body1(series)],
  ["2.0", (...series: EncodedSeries[]) => body2(series)],
] as const)("remote write %s", (version, encode) => {
  const labels = { __name__: "up", job: "api", instance: "a:80" };

  it("hands over samples with sorted tags and microseconds", () => {
    const { result, metrics } = decode(
      encode({
        labels,
        samples: [
          [1, NOW],
          [0, NOW + 15_000],
        ],
      }),
      version,
    );
    const series = {
      name: "up",
      field: null,
      tags: [
        ["instance", "a:80"],
        ["job", "api"],
      ],
      unit: null,
      kind: "unknown",
      temporality: "each",
    };
    expect(metrics.all).toEqual([series]);
    expect(metrics.numbers).toEqual([
      { series, time: { atMicros: NOW * 1_000, startMicros: null }, value: 1 },
      { series, time: { atMicros: (NOW + 15_000) * 1_000, startMicros: null }, value: 0 },
    ]);
    expect(result).toEqual({ samples: 2, histograms: 0, refused: 0, exemplars: 0, families: [] });
  });

  it("passes a series on once, though Prometheus repeats it for each sample", () => {
    const unsorted = { instance: "a:80", job: "api", __name__: "up" };
    const { metrics } = decode(
      encode({ labels, samples: [[1, NOW]] }, { labels: unsorted, samples: [[2, NOW + 1]] }),
      version,
    );
    expect(metrics.all).toHaveLength(1);
    expect(metrics.numbers.map(({ value }) => value)).toEqual([1, 2]);
  });

  it("ends a series at a staleness marker, and hands over other values that aren't numbers", () => {
    const stale = new DataView(new ArrayBuffer(8));
    stale.setBigUint64(0, 0x7ff0000000000002n);
    const marked = encode({
      labels,
      samples: [
        [123.456, NOW],
        [Number.NaN, NOW],
        [Number.POSITIVE_INFINITY, NOW],
      ],
    });
    // The marker in place of the first sample: JavaScript may change the bits of a NaN that it holds.
    const bits = Buffer.from(stale.buffer).reverse();
    const value = Buffer.alloc(8);
    value.writeDoubleLE(123.456);
    const body = Buffer.from(marked);
    bits.copy(body, body.indexOf(value));
    const { result, metrics } = decode(body, version);
    expect(metrics.ended.map(({ time }) => time.atMicros)).toEqual([NOW * 1_000]);
    expect(metrics.numbers.map(({ value: number }) => number)).toEqual([
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]);
    expect(result).toMatchObject({ samples: 3, refused: 0 });
  });

  it("leaves out a label with an empty value, which Prometheus takes as missing", () => {
    const { metrics } = decode(encode({ labels: { ...labels, zone: "" }, samples: [[1, NOW]] }), version);
    expect(metrics.all[0]?.tags.map(([key]) => key)).toEqual(["instance", "job"]);
  });

  it("refuses each value of a series that has no name, a label twice or too many", () => {
    const twice = [
      ["__name__", "up"],
      ["a", "1"],
      ["a", "2"],
    ] as const;
    const samples = [
      [1, NOW],
      [2, NOW],
    ] as const;
    const { result, metrics } = decode(
      encode(
        { labels: { job: "api" }, samples },
        { labels: twice, samples: [[1, NOW]] },
        { labels: { ...labels, more: "1", most: "2" }, samples: [[1, NOW]] },
        { labels: { __name__: "up", long: "x".repeat(101) }, samples: [[1, NOW]] },
        {
          labels: [
            ["__name__", "up"],
            ["__name__", "down"],
          ],
          samples: [[1, NOW]],
        },
        { labels, samples: [[3, NOW]] },
      ),
      version,
      { tags: 3, tagLength: 100 },
    );
    expect(metrics.refusals).toEqual([
      { at: 1, reason: "the metric has no name" },
      { at: 1, reason: "the metric has no name" },
      { at: 2, reason: "the label a is there twice" },
      { at: 3, reason: "the series has more than 3 labels" },
      { at: 4, reason: "the label long is longer than 100 characters" },
      { at: 5, reason: "the label __name__ is there twice" },
    ]);
    expect(metrics.numbers.map(({ value }) => value)).toEqual([3]);
    expect(result).toMatchObject({ samples: 1, refused: 6 });
  });

  it("refuses a time that no clock shows, and accepts one before 1970", () => {
    const { metrics } = decode(
      encode({
        labels,
        samples: [
          [1, 9e15],
          [2, -1],
        ],
      }),
      version,
    );
    expect(metrics.refusals).toEqual([{ at: 1, reason: "the timestamp is out of range" }]);
    expect(metrics.numbers.map(({ time }) => time.atMicros)).toEqual([-1_000]);
  });

  it("counts all exemplars, and hands over those with a trace", () => {
    const exemplars = [
      {},
      { labels: { user: "u1" } },
      { labels: { span_id: "b7", trace_id: "0AF7651916CD43DD" }, value: 1.25, millis: NOW },
    ];
    const { result, metrics } = decode(encode({ labels, samples: [[1, NOW]], exemplars }), version);
    expect(result).toMatchObject({ samples: 1, exemplars: 3, refused: 0 });
    expect(metrics.exemplars).toEqual([
      { series: metrics.all[0], traceId: "0AF7651916CD43DD", value: 1.25, atMicros: NOW * 1_000 },
    ]);
  });

  it("hands over an exemplar that comes without a value of its series", () => {
    const exemplars = [{ labels: { trace_id: "a1" }, millis: NOW }];
    const { result, metrics } = decode(encode({ labels, exemplars }), version);
    expect(result).toMatchObject({ samples: 0, exemplars: 1 });
    expect(metrics.all).toEqual([]);
    expect(metrics.exemplars[0]?.series).toMatchObject({
      name: "up",
      tags: [
        ["instance", "a:80"],
        ["job", "api"],
      ],
    });
  });

  it("refuses the exemplars of a series without a name", () => {
    const { result } = decode(encode({ labels: { job: "x" }, exemplars: [{}] }), version);
    expect(result).toMatchObject({ exemplars: 0, refused: 1 });
  });

  it("accepts a body without series", () => {
    expect(decode(encode(), version).result).toMatchObject({ samples: 0, refused: 0 });
  });

  it("refuses a body with more series than the limit, whole", () => {
    const series = Array.from({ length: 3 }, (_, index) => ({
      labels: { __name__: `m${index}` },
      samples: [[1, NOW] as const],
    }));
    expect(() => decode(encode(...series), version, { series: 2 })).toThrow(
      "The body has more than 2 series.",
    );
  });

  it("refuses a body of the other version instead of finding nothing in it", () => {
    const other = version === "1.0" ? "2.0" : "1.0";
    expect(() => decode(encode({ labels, samples: [[1, NOW]] }), other)).toThrow(
      `The body is remote write ${version}, but was sent as ${other}.`,
    );
  });
});

describe("the kind of a series", () => {
  const NAMES = ["a", "b", "c_bucket", "c_sum", "d", "d_count", "e", "f_total"];
  const series = (name: string): EncodedSeries => ({ labels: { __name__: name }, samples: [[1, NOW]] });

  it("is in the metadata of a 1.0 body, under the name of its family", () => {
    const body = body1(
      [...NAMES.map(series), { labels: { __name__: "d", quantile: "0.9" }, samples: [[1, NOW]] }],
      [
        ["a", 1],
        ["b", 2],
        ["c", 3],
        ["d", 5],
        ["f", 1],
      ],
    );
    const { result, metrics } = decode(body, "1.0");
    expect(metrics.all.map(({ name, kind, temporality, unit }) => [name, kind, temporality, unit])).toEqual([
      ["a", "counter", "cumulative", "seconds"],
      ["b", "gauge", "each", "seconds"],
      ["c_bucket", "histogram", "cumulative", "seconds"],
      ["c_sum", "histogram", "cumulative", "seconds"],
      ["d", "summary", "cumulative", "seconds"],
      ["d_count", "summary", "cumulative", "seconds"],
      ["e", "unknown", "each", null],
      ["f_total", "counter", "cumulative", "seconds"],
      ["d", "summary", "each", "seconds"],
    ]);
    expect(result.families).toContainEqual({ name: "c", type: "histogram", unit: "seconds" });
  });

  it.each([
    [0, "unknown", "each"],
    [1, "counter", "cumulative"],
    [2, "gauge", "each"],
    [3, "histogram", "cumulative"],
    [4, "gauge", "each"],
    [5, "summary", "cumulative"],
    [6, "gauge", "each"],
    [7, "gauge", "each"],
    [99, "unknown", "each"],
  ])("is in each series of a 2.0 body: type %d is a %s", (type, kind, temporality) => {
    const { metrics } = decode(body2([{ ...series("x"), type, unit: "bytes" }]), "2.0");
    expect(metrics.all[0]).toMatchObject({ kind, temporality, unit: "bytes" });
  });
});

describe("remote write 2.0", () => {
  it("says since when a counter counts, for the series or for a sample", () => {
    const { metrics } = decode(
      body2([
        {
          labels: { __name__: "x" },
          samples: [
            [1, NOW],
            [2, NOW, NOW - 5],
          ],
          createdMillis: NOW - 9,
        },
      ]),
      "2.0",
    );
    expect(metrics.numbers.map(({ time }) => time.startMicros)).toEqual([
      (NOW - 9) * 1_000,
      (NOW - 5) * 1_000,
    ]);
  });

  it("refuses a series that refers to a text that isn't there, and one with half a label", () => {
    const body = Buffer.from(
      "220022085f5f6e616d655f5f2201782a0f0a02010912090900000000000000002a100a03010202120909000000000000f03f",
      "hex",
    );
    expect(decode(body, "2.0").metrics.refusals).toEqual([
      { at: 1, reason: "it refers to symbol 9, but there are 3" },
      { at: 2, reason: "a label has no value" },
    ]);
  });

  it("reads symbols that follow the series, as protobuf allows", () => {
    const body = body2([{ labels: { __name__: "x" }, samples: [[1, NOW]] }]);
    const split = body.indexOf(0x2a);
    const turned = Buffer.concat([body.subarray(split), body.subarray(0, split)]);
    expect(decode(turned, "2.0").metrics.all[0]?.name).toBe("x");
  });
});

describe("what k6 1.8.1 sent during a run", () => {
  const folder = join(import.meta.dirname, "fixtures", "k6-1.8.1");
  const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));
  const last = new Map<string, { name: string; tags: Record<string, string>; value: number }>();
  for (let body = 1; body <= 7; body++) {
    const bytes = decodeSnappy(readFileSync(join(folder, `${body}.body`)), 1_000_000);
    const { result, metrics } = decode(bytes, "1.0");
    it(`is read without a refusal (body ${body})`, () => expect(result.refused).toBe(0));
    for (const { series, value } of metrics.numbers) {
      const key = JSON.stringify([series.name, series.tags]);
      last.set(key, { name: series.name, tags: Object.fromEntries(series.tags), value });
    }
  }
  const finals = (name: string, label?: string) =>
    [...last.values()].filter(
      (series) => series.name === name && (label === undefined || series.tags["name"] === label),
    );
  const sum = (name: string, label?: string) =>
    finals(name, label).reduce((total, { value }) => total + value, 0);

  it("has as many series, requests and errors as the raw samples of the run", () => {
    expect(last.size).toBe(truth.series);
    expect(sum("k6_http_reqs_total")).toBe(truth.requests);
    const failed = finals("k6_http_reqs_total").filter(({ tags }) => tags["expected_response"] === "false");
    expect(failed.reduce((total, { value }) => total + value, 0)).toBe(truth.errors);
  });

  it.each(["product", "search", "cached", "checkout"])("has the latency of %s", (label) => {
    const { requests, min_ms, mean_ms, max_ms } = truth.labels[label];
    expect(sum("k6_http_reqs_total", label)).toBe(requests);
    const seconds = (name: string) => finals(name, label).map(({ value }) => value);
    expect(Math.min(...seconds("k6_http_req_duration_min")) * 1_000).toBeCloseTo(min_ms, 6);
    expect(Math.max(...seconds("k6_http_req_duration_max")) * 1_000).toBeCloseTo(max_ms, 6);
    expect((sum("k6_http_req_duration_sum", label) * 1_000) / requests).toBeCloseTo(mean_ms, 5);
  });
});
