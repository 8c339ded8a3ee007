import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DEFAULT_RULES, TrafficFold } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { expectedBuckets, expectedExponential } from "../bucket-truth.ts";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeOtlp } from "./decode-otlp.ts";
import type { OtlpEncoding } from "./decode-otlp.ts";

/**
 * What OpenTelemetry's Go SDK 1.47 sent, and the same as the collector's library 1.70 writes it in JSON. The
 * cumulative body also has a summary and the end of a series, added with that library.
 */
const folder = join(import.meta.dirname, "fixtures", "opentelemetry-go-1.47");
const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));

function decode(temporality: string, encoding: OtlpEncoding): RecordedMetrics {
  const metrics = new RecordedMetrics();
  const body = readFileSync(join(folder, `${temporality}.${encoding === "json" ? "json" : "pb"}`));
  const { refused } = decodeOtlp(body, { encoding }, metrics);
  expect(refused).toBe(0);
  return metrics;
}

describe.each(["delta", "cumulative"])("a %s request of an OpenTelemetry SDK", (temporality) => {
  const metrics = decode(temporality, "protobuf");
  const named = (name: string) => (value: { series: { name: string } }) => value.series.name === name;

  it("is the same in protobuf and in JSON", () => {
    expect(decode(temporality, "json")).toEqual(metrics);
  });

  it("has the counters, sums and gauges", () => {
    const counters = metrics.numbers.filter(named("requests"));
    const byCode = counters.map(({ series, value }) => [new Map(series.tags).get("code"), value]);
    expect(Object.fromEntries(byCode)).toEqual({ 200: 388, 500: 12 });
    expect(counters[0]?.series).toMatchObject({ kind: "counter", temporality });
    expect(metrics.numbers.find(named("load"))).toMatchObject({
      value: 0.75,
      series: { kind: "gauge", temporality: "each" },
    });
    expect(metrics.numbers.find(named("queue"))).toMatchObject({ value: -2, series: { kind: "gauge" } });
  });

  it("has the attributes of the resource and the scope as tags", () => {
    expect(metrics.numbers.find(named("load"))?.series.tags).toEqual([
      ["otel.scope.name", "lib"],
      ["otel.scope.part", "a"],
      ["otel.scope.version", "1.2.3"],
      ["process.command_args", '["shop","--größe"]'],
      ["process.pid", "4242"],
      ["ratio", "0.25"],
      ["service.name", "shop"],
      ["test", "true"],
    ]);
  });

  it("has every value in the right bucket, and the exact minimum and maximum", () => {
    const [found] = metrics.histograms.filter(named("latency"));
    if (found === undefined) throw new Error("There is no histogram.");
    expect(found.series).toMatchObject({ kind: "histogram", temporality, unit: "s" });
    expect(found.value).toMatchObject({
      count: truth.latency.length,
      min: Math.min(...truth.latency),
      max: Math.max(...truth.latency),
      buckets: expectedBuckets([0.01, 0.05, 0.1, 0.5], truth.latency),
    });
  });

  it.each([
    ["latency.exponential", "latency"],
    ["drift.exponential", "drift"],
  ])("has every value of %s in the right exponential bucket", (name, key) => {
    const found = metrics.exponentials.find(named(name));
    if (found === undefined) throw new Error(`There is no ${name}.`);
    expect(found.value).toMatchObject(expectedExponential(found.value, truth[key]));
    expect(found.value).toMatchObject({ min: Math.min(...truth[key]), max: Math.max(...truth[key]) });
  });

  it("says since when it counts", () => {
    for (const { time } of [...metrics.histograms, ...metrics.exponentials]) {
      expect(time.startMicros).toBeLessThan(time.atMicros ?? 0);
    }
  });
});

it("Locust's own durations are counted, with what failed, and not those of its HTTP library beside them", () => {
  const traffic = new TrafficFold({
    rules: DEFAULT_RULES,
    foldPaths: true,
    nowMicros: Date.parse("2026-11-30T09:24:00Z") * 1_000,
    keyOf: (text) => text,
    isNews: () => false,
  });
  const fixture = join(import.meta.dirname, "fixtures", "locust-2.47", "shop.body.gz");
  decodeOtlp(gunzipSync(readFileSync(fixture)), { encoding: "protobuf" }, traffic);
  const counted = traffic.finish().readings.map(({ rule, label, failed, fromZero, reading }) => {
    if (!("counted" in reading)) throw new Error("expected whole readings");
    expect([rule, fromZero]).toEqual(["locust-otel", true]);
    return `${label} ${failed === true ? "failed" : "succeeded"}: ${reading.counted.count}`;
  });
  // Locust's own report: 204 and 223 requests, 18 and 24 of them failed.
  expect(new Set(counted)).toEqual(
    new Set(["/cart succeeded: 186", "/cart failed: 18", "/pay/[id] succeeded: 199", "/pay/[id] failed: 24"]),
  );
});

describe("what the collector's library added", () => {
  const metrics = decode("cumulative", "protobuf");

  it("is a summary with a map and bytes as attributes", () => {
    expect(metrics.summaries[0]?.value).toEqual({
      count: 400,
      sum: 12.5,
      quantiles: [
        [0.5, 1],
        [0.99, 1.98],
      ],
    });
    const tags = Object.fromEntries(metrics.summaries[0]?.series.tags ?? []);
    expect(tags).toMatchObject({ m: '{"k":"v"}', b: "/+8=" });
  });

  it("is the end of a series", () => {
    expect(metrics.ended.map(({ series }) => series.name)).toEqual(["gone"]);
  });
});
