import { readFileSync } from "node:fs";
import { join } from "node:path";
import { classicPart } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { expectedBuckets, expectedExponential } from "../bucket-truth.ts";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeSnappy } from "../snappy/decode-snappy.ts";
import { decodeRemoteWrite } from "./decode-remote-write.ts";
import type { RemoteWriteOptions } from "./decode-remote-write.ts";

/** Values that Prometheus's Go client counted, encoded with the code of Prometheus 3.8 and Google's Snappy. */
const folder = join(import.meta.dirname, "fixtures", "prometheus-3.8");
const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));
const LATENCY = "http_request_duration_seconds";
const DRIFT = "clock_drift_seconds";

function decode(file: string, version: RemoteWriteOptions["version"]) {
  const metrics = new RecordedMetrics();
  const body = decodeSnappy(readFileSync(join(folder, `${file}.body`)), 1_000_000);
  const result = decodeRemoteWrite(body, { version }, metrics);
  return { result, metrics };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe.each([
  ["1.0", "write-1"],
  ["2.0", "write-2"],
] as const)("a body of Prometheus in remote write %s", (version, file) => {
  const { result, metrics } = decode(file, version);
  const named = (name: string) => (value: { series: { name: string } }) => value.series.name === name;

  it("is read without a refusal", () => {
    expect(metrics.refusals).toEqual([]);
    expect(result).toMatchObject({ histograms: 2, refused: 0, exemplars: result.samples });
  });

  it("has the counters, gauges and percentiles, with their kinds", () => {
    const counters = metrics.numbers.filter(named("http_requests_total"));
    const byCode = counters.map(({ series, value }) => [new Map(series.tags).get("code"), value]);
    expect(Object.fromEntries(byCode)).toEqual(truth.requests);
    expect(counters[0]?.series).toMatchObject({
      kind: "counter",
      temporality: "cumulative",
      tags: [
        ["code", "200"],
        ["instance", "10.0.0.1:9090"],
        ["job", "größe"],
      ],
    });
    expect(metrics.numbers.find(named("queue_length"))).toMatchObject({
      value: truth.queue_length,
      series: { kind: "gauge", temporality: "each" },
    });
    const summary = metrics.numbers.filter(({ series }) => series.name.startsWith("rpc_seconds"));
    expect(summary.map(({ series, value }) => [series.name, series.temporality, value])).toContainEqual([
      "rpc_seconds_count",
      "cumulative",
      truth[LATENCY].length,
    ]);
    expect(summary.filter(({ series }) => series.temporality === "each")).toHaveLength(2);
  });

  it("has the time, since when it counts in 2.0, and the end of a series", () => {
    const startMicros = version === "2.0" ? truth.start_ms * 1_000 : null;
    for (const { time } of metrics.exponentials)
      expect(time).toEqual({ atMicros: truth.at_ms * 1_000, startMicros });
    expect(metrics.ended.map(({ series }) => series.name)).toEqual(["gone"]);
  });

  it.each([LATENCY, DRIFT])("has every value of %s in the right exponential bucket", (name) => {
    const found = metrics.exponentials.find(named(name));
    if (found === undefined) throw new Error(`There is no ${name}.`);
    expect(found.value).toMatchObject(expectedExponential(found.value, truth[name]));
    expect(found.value.sum).toBeCloseTo(sum(truth[name]), 9);
    expect(found.series).toMatchObject({ kind: "histogram", temporality: "cumulative" });
  });

  it("has every value in the right bucket of the classic histogram, spread over twelve series", () => {
    const { buckets, count, total } = classicOf(metrics);
    expect(buckets.bounds).toEqual([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]);
    expect(buckets).toEqual(expectedBuckets(buckets.bounds, truth[LATENCY]));
    expect(count).toBe(truth[LATENCY].length);
    expect(total).toBeCloseTo(sum(truth[LATENCY]), 9);
  });
});

/** The series of the classic histogram, put together. */
function classicOf(metrics: RecordedMetrics) {
  const found = metrics.numbers.flatMap(({ series, value }) => {
    const part = classicPart(series);
    return part?.histogram === LATENCY ? [{ ...part, value }] : [];
  });
  const rising = found.filter((one) => one.part === "bucket").toSorted((a, b) => a.bound - b.bound);
  const counts = rising.map(({ value }, at) => value - (rising[at - 1]?.value ?? 0));
  const valueOf = (wanted: string) => found.find(({ part }) => part === wanted)?.value;
  return {
    buckets: { bounds: rising.slice(0, -1).map(({ bound }) => bound), counts },
    count: valueOf("count"),
    total: valueOf("sum"),
  };
}

/** 1.0 has no such histograms: Prometheus leaves them out. */
it("a classic histogram has the same buckets if Prometheus turns it into a native histogram with custom bounds", () => {
  const { result, metrics } = decode("write-2-custom", "2.0");
  expect(result.refused).toBe(0);
  const latency = metrics.histograms.find(({ series }) => series.name === LATENCY)?.value;
  const classic = classicOf(decode("write-2", "2.0").metrics);
  expect(latency).toMatchObject({
    buckets: classic.buckets,
    count: truth[LATENCY].length,
    sum: classic.total,
  });
});
