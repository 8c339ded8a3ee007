import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { fortioJson } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));
const older: Record<string, unknown> = JSON.parse(fixture("older-failing.json").toString());

function parse(change: Record<string, unknown>) {
  return parseAll(fortioJson, Buffer.from(JSON.stringify({ ...older, ...change })));
}

describe("a Fortio result", () => {
  it("has its version, start, duration and bytes", () => {
    const { report, recorder } = parseAll(fortioJson, fixture("product.json"));
    expect(report).toMatchObject({ toolVersion: "1.63.7", loadModel: "closed", clock: "absolute" });
    expect(report.startedAtMicros).toBe(Date.UTC(2026, 10, 21, 9, 58, 56, 625) * 1_000);
    expect(report.durationSeconds).toBeCloseTo(6.010_655_799, 9);
    expect(recorder.all.total?.bytes).toBe(588_000);
  });

  it("knows its percentiles as finely as the buckets that they were interpolated in", () => {
    expect(parse({}).report.latencyRelativeError).toBeCloseTo(0.25, 9);
  });

  it("says that it sent less than requested", () => {
    const codesOf = (change: Record<string, unknown>) =>
      parse(change).report.warnings.map(({ code }) => code);
    expect(codesOf({ RequestedQPS: "200", ActualQPS: 150 })).toEqual(["rate-not-reached"]);
    expect(codesOf({ RequestedQPS: "200", ActualQPS: 195 })).toEqual([]);
    expect(codesOf({ RequestedQPS: "max", ActualQPS: 150 })).toEqual([]);
  });

  it("says why requests failed", () => {
    expect(Object.fromEntries(parse({}).recorder.all.failures)).toEqual({ 503: 20, "connection error": 4 });
  });

  it("of gRPC has words for codes and no label", () => {
    const { recorder } = parse({
      RunType: "GRPC Ping",
      URL: undefined,
      RetCodes: { SERVING: 490, ERROR: 10 },
    });
    expect(recorder.named).toEqual([]);
    expect(recorder.all.total).toMatchObject({ requests: 500, errors: 10 });
  });

  it("without codes does not know of failures", () => {
    expect(parse({ RetCodes: undefined }).report.absent).toEqual(["errors"]);
  });

  it("without answers has no latencies", () => {
    const DurationHistogram = { Count: 0, Min: 0, Max: 0, Sum: 0, Avg: 0, StdDev: 0, Data: null };
    const { report, recorder } = parse({ DurationHistogram, RetCodes: {} });
    expect(report.source).toBe("none");
    expect(recorder.all.total).toMatchObject({ requests: 0, minMicros: null, sumMicros: null });
  });
});
