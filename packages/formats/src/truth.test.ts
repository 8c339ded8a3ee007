import type { Sketch } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { type Figures, readFixtures } from "./fixture.ts";
import { parseAll } from "./recorder.ts";
import { formats } from "./registry.ts";

const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, "p99.9": 0.999 } as const;

describe.each(readFixtures())("$format: $name", ({ format: id, bytes, truth }) => {
  const format = formats.find((known) => known.id === id);
  if (format === undefined) throw new Error(`no format ${id}`);
  const { report, recorder } = parseAll(format, bytes);

  it("counts requests and errors exactly", () => {
    expect(recorder.requests.all.count).toBe(truth.requests);
    expect(recorder.requests.errors).toBe(truth.errors);
  });

  it("keeps transactions and hops beside the requests", () => {
    expect(recorder.countsOf("transaction")).toEqual(truth.transactions ?? {});
    expect(recorder.countsOf("hop")).toEqual(truth.hops ?? {});
  });

  it("has exactly the labels, each with its counts and percentiles", () => {
    const counts = Object.entries(truth.labels).map(([name, { requests }]) => [name, requests]);
    expect(recorder.countsOf("request")).toEqual(Object.fromEntries(counts));
    for (const { name, kind, recorded } of recorder.labels) {
      const expected = truth.labels[name];
      if (kind !== "request" || expected === undefined) continue;
      expect(recorded.errors).toBe(expected.errors);
      expectFigures(recorded.all, expected.latency_ms);
    }
  });

  it("has the percentiles of all requests within 0.5 %", () => {
    expect(recorder.requests.all.count).toBe(truth.latency_ms.count);
    expectFigures(recorder.requests.all, truth.latency_ms);
  });

  it("has the percentiles of the successful ones within 0.5 %", () => {
    expect(recorder.successful.count).toBe(truth.latency_ms_ok_only.count);
    expectFigures(recorder.successful, truth.latency_ms_ok_only);
  });

  it("starts and ends at the millisecond", () => {
    expect(instant(recorder.firstStartMicros)).toBe(truth.started_at);
    expect(instant(recorder.lastCompletionMicros)).toBe(truth.ended_at);
  });

  it("names the lines that it left out, and what a reader should know", () => {
    const { line, lines, rejected_rows: rejected, warnings = [] } = truth.expect ?? {};
    const named = line === undefined ? (lines ?? []) : [line];
    const isRefusal = warnings.length === 0;
    expect(report.refused.first.map((refusal) => refusal.line)).toEqual(isRefusal ? named : []);
    expect(report.refused.count).toBe(rejected ?? (isRefusal ? named.length : 0));
    expect(report.warnings.map(({ code }) => code).toSorted()).toEqual(warnings.toSorted());
    if (!isRefusal && lines !== undefined) expect(report.warnings[0]?.lines).toEqual(lines);
  });
});

function expectFigures(sketch: Sketch, truth: Figures): void {
  expect(sketch.count).toBe(truth.count);
  expect(sketch.sum / sketch.count / 1_000).toBeCloseTo(truth.mean, 3);
  expect(sketch.min).toBe(Math.round(truth.min * 1_000));
  expect(sketch.max).toBe(Math.round(truth.max * 1_000));
  for (const [name, quantile] of Object.entries(QUANTILES)) {
    const expected = truth[name as keyof typeof QUANTILES] * 1_000;
    const found = sketch.quantile(quantile) ?? Number.NaN;
    // Half a microsecond more: files may have finer latencies than the microseconds that are kept.
    expect(Math.abs(found - expected), `${name}: ${found} for ${expected}`).toBeLessThanOrEqual(
      expected * 0.005 + 0.5,
    );
  }
}

function instant(micros: number): string {
  return new Date(Math.floor(micros / 1_000)).toISOString();
}
