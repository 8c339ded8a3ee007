import { readFileSync } from "node:fs";
import { join } from "node:path";
import { quantileInterval } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { wrkText } from "./index.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const parse = (text: string) => parseAll(wrkText, Buffer.from(text));

describe("a report of wrk", () => {
  it("is of a closed load; its duration is as exact as its rate", () => {
    const { report, recorder } = parse(read("product-latency.txt"));
    expect(report).toMatchObject({ tool: "wrk", loadModel: "closed", source: "quoted", clock: "none" });
    expect(report.durationSeconds).toBeCloseTo(8.0138, 4);
    expect(recorder.all.total?.bytes).toBe(Math.round(5.54 * 1_024 * 1_024));
  });

  it("has no percentiles without --latency", () => {
    const { report, recorder } = parse(read("cached-nolatency.txt"));
    expect(report.source).toBe("none");
    expect(recorder.all.total?.distribution).toEqual({ kind: "none" });
  });

  it("counts requests without an answer as failed, and does not take a script's words for its own", () => {
    const { report, recorder } = parse(read("script-and-errors.txt"));
    expect(recorder.all.total).toMatchObject({ requests: 57_684 + 44, errors: 512 + 44 });
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      "status 400 or above": 512,
      "socket error: connect": 3,
      "socket error: read": 41,
    });
    expect(report.warnings[0]?.detail).toContain("connect 3, read 41");
    expect(report.durationSeconds).toBeCloseTo(57_684 / 480.33, 3);
  });

  it("knows percentiles to an interval only where answers came after its timeout", () => {
    const { report, recorder } = parse(read("timeouts.txt"));
    const { total } = recorder.all;
    expect(report).toMatchObject({ source: "buckets" });
    expect(total).toMatchObject({
      requests: 195,
      errors: 0,
      sumMicros: null,
      maxMicros: null,
      distribution: {
        upperBoundsMicros: [2_530, 3_930, 6_730, 49_680, 67_350],
        counts: [90, 45, 27, 17, 1, 15],
      },
    });
    expect(quantileInterval(total === null ? [] : [total], 0.5)).toEqual({
      lowMicros: 2_530,
      highMicros: 3_930,
    });
    expect(quantileInterval(total === null ? [] : [total], 0.99)).toEqual({
      lowMicros: 67_350,
      highMicros: null,
    });
  });

  it("has no latencies if every answer came after its timeout: the zeros that it prints are none", () => {
    const { report, recorder } = parse(read("timeouts.txt").replace("timeout 15", "timeout 195"));
    expect(report.source).toBe("none");
    expect(recorder.all.total).toMatchObject({
      requests: 195,
      sumMicros: null,
      distribution: { kind: "none" },
    });
  });

  it("is the last of several, which is said", () => {
    const { report, recorder } = parse(read("product-latency.txt") + read("cached-nolatency.txt"));
    expect(recorder.all.total?.requests).toBe(168_618);
    expect(report.warnings.map(({ code }) => code)).toEqual(["several-runs"]);
  });

  it("without a single answer has no latencies", () => {
    const none = read("cached-nolatency.txt")
      .replace("218.32us  518.56us   8.29ms   95.18%", "0.00us    0.00us   0.00us    -nan%")
      .replace("168618 requests in 5.10s, 27.50MB", "0 requests in 5.10s, 0.00B")
      .replace("33063.71", "    0.00");
    const { report, recorder } = parse(none);
    expect(report).toMatchObject({ source: "none", durationSeconds: 5.1 });
    expect(recorder.all.total).toMatchObject({ requests: 0, sumMicros: null, maxMicros: null });
  });

  it.each([
    ["4.78ms", "4.78 parsecs"],
    ["11847 requests in", "some requests in"],
    ["    Latency     5.59ms", "    Latency"],
    ["Requests/sec:", "Requests:"],
  ])("is refused with %s written as %s", (from, to) => {
    expect(() => parse(read("product-latency.txt").replace(from, to))).toThrow(
      expect.objectContaining({ code: "file-unreadable" }),
    );
  });
});

describe("a report of wrk2", () => {
  const text = read("wrk2-both-histograms.txt");

  it("is of an open load, with the percentiles of its spectrum to the microsecond", () => {
    const { report, recorder } = parse(text);
    expect(report).toMatchObject({ tool: "wrk2", loadModel: "open", latencyResolutionMicros: 1 });
    expect(recorder.all.total).toMatchObject({
      requests: 40_012,
      minMicros: 1_271,
      distribution: { micros: { p50: 6_175, p90: 9_711, p99: 14_180 } },
    });
  });

  it("is told by its calibration where it has no histogram", () => {
    expect(parse(read("wrk2-plain.txt")).report).toMatchObject({
      tool: "wrk2",
      loadModel: "open",
      source: "none",
    });
  });

  it("has no percentiles when it was asked for uncorrected ones alone", () => {
    const from = text.indexOf("  Latency Distribution (HdrHistogram - Recorded");
    const to = text.indexOf("  Latency Distribution (HdrHistogram - Uncorrected");
    const { report, recorder } = parse(text.slice(0, from) + text.slice(to));
    expect(report.warnings.map(({ code }) => code)).toEqual(["uncorrected-only"]);
    expect(recorder.all.total?.distribution).toEqual({ kind: "none" });
  });
});
