import { describe, expect, it } from "vitest";
import type { ProtoWriter } from "@headroom/core/wire";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeRemoteWrite } from "./decode-remote-write.ts";
import { body1, body2 } from "./encoded-body.ts";

const NOW = 1_795_254_167_468;
const labels = { __name__: "http_request_duration_seconds", job: "api" };

type Histogram = (histogram: ProtoWriter) => void;

function decode(histogram: Histogram, limits = {}) {
  const metrics = new RecordedMetrics();
  const body = body2([{ labels, histograms: [histogram], type: 3, createdMillis: NOW - 60_000 }]);
  const result = decodeRemoteWrite(body, { version: "2.0", limits }, metrics);
  return { metrics, result };
}

function span(offset: number, length: number) {
  return (message: ProtoWriter) => void message.sint(1, offset).int(2, length);
}

/** Prometheus's own example: 12 values, of which 2 are zero; buckets 0, 1, 3, 4 hold 1, 2, 1, 1 on both sides. */
const example: Histogram = (message) => {
  message.int(1, 12).double(3, 18.4).sint(4, 1).double(5, 0.001).int(6, 2);
  message.message(8, span(0, 2)).message(8, span(1, 2)).sints(9, [1, 1, -1, 0]);
  message.message(11, span(0, 2)).message(11, span(1, 2)).sints(12, [1, 1, -1, 0]);
  message.int(15, NOW);
};

/** Its own bounds; empty buckets are left out. */
const custom: Histogram = (message) => {
  message.int(1, 6).double(3, 9).sint(4, -53).doubles(16, [0.1, 0.5, 1]);
  message.message(11, span(0, 1)).message(11, span(2, 1)).sints(12, [4, -2]).int(15, NOW);
};

describe("native histograms", () => {
  it.each(["1.0", "2.0"] as const)("are exponential histograms in version %s", (version) => {
    const metrics = new RecordedMetrics();
    const encode = version === "1.0" ? body1 : body2;
    const body = encode([{ labels, histograms: [example] }]);
    const result = decodeRemoteWrite(body, { version }, metrics);
    expect(result).toMatchObject({ samples: 0, histograms: 1, refused: 0 });
    expect(metrics.exponentials[0]).toMatchObject({
      series: { name: labels.__name__, kind: "histogram", temporality: "cumulative" },
      time: { atMicros: NOW * 1_000, startMicros: null },
      value: {
        count: 12,
        sum: 18.4,
        min: null,
        max: null,
        scale: 1,
        zeroThreshold: 0.001,
        zeroCount: 2,
        // Bucket 0 of Prometheus ends at 1, and so does bucket -1 here.
        positive: { offset: -1, counts: [1, 2, 0, 1, 1] },
        negative: { offset: -1, counts: [1, 2, 0, 1, 1] },
      },
    });
  });

  it("can have real counts", () => {
    const { metrics } = decode((message) => {
      message.double(2, 3.5).double(3, 7).sint(4, 0).double(7, 0.5);
      message.message(11, span(3, 2)).doubles(13, [1.25, 1.75]).int(15, NOW);
    });
    expect(metrics.exponentials[0]?.value).toMatchObject({
      count: 3.5,
      zeroCount: 0.5,
      positive: { offset: 2, counts: [1.25, 1.75] },
      negative: { offset: 0, counts: [] },
    });
  });

  it("with their own bounds are histograms with buckets", () => {
    expect(decode(custom).metrics.histograms[0]?.value).toEqual({
      count: 6,
      sum: 9,
      min: null,
      max: null,
      buckets: { bounds: [0.1, 0.5, 1], counts: [4, 0, 0, 2] },
    });
  });

  it("say since when they count: in the histogram, else in the series, else by a reset", () => {
    const started = (hint: number, start: number) => (message: ProtoWriter) => {
      example(message);
      message.int(14, hint).int(17, start);
    };
    expect(decode(started(0, NOW - 5)).metrics.exponentials[0]?.time.startMicros).toBe((NOW - 5) * 1_000);
    expect(decode(started(0, 0)).metrics.exponentials[0]?.time.startMicros).toBe((NOW - 60_000) * 1_000);
    const metrics = new RecordedMetrics();
    decodeRemoteWrite(
      body1([{ labels, histograms: [started(1, 0), started(2, 0)] }]),
      { version: "1.0" },
      metrics,
    );
    expect(metrics.exponentials.map(({ time }) => time.startMicros)).toEqual([NOW * 1_000, null]);
  });

  it("that are gauges don't count since a start", () => {
    const { metrics } = decode((message) => {
      example(message);
      message.int(14, 3);
    });
    expect(metrics.exponentials[0]).toMatchObject({
      series: { kind: "gauge", temporality: "each" },
      time: { startMicros: null },
    });
  });

  it.each([Number.NaN, Infinity, -Infinity])("have no sum if it is %s", (sum) => {
    const { metrics, result } = decode((message) => {
      example(message);
      message.double(3, sum);
    });
    expect(metrics.exponentials[0]?.value).toMatchObject({ count: 12, sum: null });
    expect(result).toMatchObject({ histograms: 1, refused: 0 });
    const own = decode((message) => {
      custom(message);
      message.double(3, sum);
    });
    expect(own.metrics.histograms[0]?.value).toMatchObject({ count: 6, sum: null });
  });

  it("end with a staleness marker in their sum", () => {
    const { metrics, result } = decode((message) => {
      // A number whose bits are the marker's: field 3, 64 bits.
      message.raw(Uint8Array.of(0x19, 2, 0, 0, 0, 0, 0, 0xf0, 0x7f)).int(15, NOW);
    });
    expect(metrics.ended).toHaveLength(1);
    expect(result).toMatchObject({ histograms: 1, refused: 0 });
  });
});

describe("a native histogram that can't be used is refused with a reason", () => {
  const base = (count: number, schema: number): Histogram => {
    return (message) => void message.int(1, count).double(3, 1).sint(4, schema).int(15, NOW);
  };
  const plus =
    (first: Histogram, more: Histogram): Histogram =>
    (message) => {
      first(message);
      more(message);
    };

  it.each<[string, Histogram, string]>([
    ["schema 9", plus(base(1, 9), (m) => void m.int(6, 1)), "its schema 9 is unknown"],
    ["schema -5", plus(base(1, -5), (m) => void m.int(6, 1)), "its schema -5 is unknown"],
    [
      "too small a count",
      plus(base(1, 0), (m) => void m.int(6, 2)),
      "its buckets hold 2 values, but its count is 1",
    ],
    [
      "a falling difference",
      plus(base(0, 0), (m) => void m.message(11, span(0, 2)).sints(12, [1, -2])),
      "a bucket has a negative count",
    ],
    [
      "a NaN count",
      plus(base(0, 0), (m) => void m.message(11, span(0, 1)).doubles(13, [Number.NaN])),
      "a bucket has a negative count",
    ],
    [
      "fewer buckets than spans",
      plus(base(1, 0), (m) => void m.message(11, span(0, 2)).sints(12, [1])),
      "its spans don't match its buckets",
    ],
    [
      "more buckets than spans",
      plus(base(2, 0), (m) => void m.message(11, span(0, 1)).sints(12, [1, 0])),
      "its spans don't match its buckets",
    ],
    [
      "spans that overlap",
      plus(base(2, 0), (m) => void m.message(11, span(0, 1)).message(11, span(-1, 1)).sints(12, [1, 0])),
      "its buckets overlap",
    ],
    [
      "a span of 4 billion",
      plus(base(1, 0), (m) => void m.message(11, span(0, 4_294_967_295)).sints(12, [1])),
      "it spans more than 4096 buckets",
    ],
    [
      "a gap of 2 billion",
      plus(
        base(2, 0),
        (m) => void m.message(11, span(0, 1)).message(11, span(2_147_483_647, 1)).sints(12, [1, 0]),
      ),
      "it spans more than 4096 buckets",
    ],
    [
      "a zero threshold of NaN",
      plus(base(0, 0), (m) => void m.double(5, Number.NaN)),
      "its zero threshold is out of range",
    ],
    ["falling bounds", plus(base(0, -53), (m) => void m.doubles(16, [2, 1])), "its bounds don't rise"],
    [
      "a bucket past its bounds",
      plus(base(1, -53), (m) => void m.doubles(16, [1]).message(11, span(2, 1)).sints(12, [1])),
      "a bucket is outside its bounds",
    ],
    [
      "a zero bucket beside bounds",
      plus(base(1, -53), (m) => void m.doubles(16, [1]).int(6, 1)),
      "it has its own bounds and other buckets",
    ],
    [
      "a count over 2^53",
      plus(base(0, 0), (m) => void m.int(1, 1n << 60n).int(6, 1n << 60n)),
      "its count is out of range",
    ],
  ])("%s", (_name, histogram, reason) => {
    const { metrics, result } = decode(histogram);
    expect(metrics.refusals).toEqual([
      { at: 1, reason: `a histogram of http_request_duration_seconds can't be used: ${reason}` },
    ]);
    expect(result).toMatchObject({ histograms: 0, refused: 1 });
  });
});
