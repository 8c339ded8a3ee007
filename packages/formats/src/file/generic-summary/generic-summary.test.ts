import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  emptyCell,
  encodeDistribution,
  fromEncodedCell,
  HeadroomError,
  meanMicros,
  summarize,
} from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { genericSummary } from "./index.ts";
import { genericSummaryFile } from "./shape.ts";

const MINIMAL = { headroom: 1, latencyUnit: "ms", total: { requests: 10, errors: 0 } };
const DOCS = join(import.meta.dirname, "../../../../../docs/generic-summary.md");

function parse(file: unknown, startMicros?: number) {
  const options = startMicros === undefined ? {} : { startMicros };
  return parseAll(genericSummary, Buffer.from(JSON.stringify(file)), options);
}

function refusal(file: unknown): HeadroomError {
  try {
    parse(file);
  } catch (error) {
    if (error instanceof HeadroomError) return error;
  }
  throw new Error("was not refused");
}

describe("a summary", () => {
  it("gives intervals from its start, of all requests and of labels", () => {
    const intervals = [{ at: 10, seconds: 5, total: { requests: 4 }, labels: [{ label: "a", requests: 3 }] }];
    const startedAt = "2026-11-21T15:00:00Z";
    const { report, recorder } = parse({ ...MINIMAL, startedAt, intervals });
    const startMicros = Date.parse(startedAt) * 1_000 + 10_000_000;
    expect(recorder.all.intervals).toEqual([
      { startMicros, seconds: 5, cell: expect.objectContaining({ requests: 4 }) },
    ]);
    expect(recorder.named[0]?.intervals).toMatchObject([{ startMicros, cell: { requests: 3 } }]);
    expect(report).toMatchObject({ clock: "absolute", startedAtMicros: startMicros - 10_000_000 });
  });

  it("without a start counts from where the caller says that it began", () => {
    const { report, recorder } = parse(
      { ...MINIMAL, gauges: [{ name: "cpu", unit: "%", values: [[2, 40]] }] },
      1e15,
    );
    expect(report).toMatchObject({ clock: "relative", startedAtMicros: null });
    expect(recorder.gauges).toEqual([
      { name: "cpu", unit: "%", values: [{ atMicros: 1e15 + 2_000_000, value: 40 }] },
    ]);
    expect(parse(MINIMAL).report.clock).toBe("none");
  });

  it("names what it does not say", () => {
    const absent = (total: unknown) => parse({ ...MINIMAL, total }).report.absent;
    expect(absent({ requests: 1, errors: 0 })).toEqual([]);
    expect(absent({ requests: 1 })).toEqual(["errors"]);
    expect(absent({ percentiles: { p99: 4 } })).toEqual(["requests", "errors"]);
    const rate = { ...MINIMAL, durationSeconds: 300, total: { requestsPerSecond: 14_010 } };
    expect(parse(rate).report.absent).toEqual(["request-count", "errors"]);
  });

  it("keeps a mean whose number of requests nobody wrote down", () => {
    const { report, recorder } = parse({ ...MINIMAL, total: { mean: 45 } });
    const cell = recorder.all.total ?? emptyCell();
    expect(summarize(cell, { durationSeconds: 60, absent: report.absent })).toMatchObject({
      requests: null,
      latencyMs: { mean: 45, p99: null },
    });
    expect(report.source).toBe("none");
    const stored = fromEncodedCell({ ...cell, distribution: encodeDistribution(cell.distribution) });
    expect(meanMicros(stored)).toBe(45_000);
  });

  it("says that some of its figures state no errors", () => {
    const { report } = parse({ ...MINIMAL, labels: [{ label: "a", requests: 3 }] });
    expect(report.warnings.map(({ code }) => code)).toEqual(["errors-partly-told"]);
  });

  it("has a number of requests from a rate, or a duration", () => {
    const rate = { ...MINIMAL, durationSeconds: 60, total: { requestsPerSecond: 2.5 } };
    expect(parse(rate).recorder.all.total?.requests).toBe(150);
    const both = { ...MINIMAL, total: { requests: 300, requestsPerSecond: 2.5 } };
    expect(parse(both).report.durationSeconds).toBe(120);
  });

  it("gives reasons of failures, and the source of its percentiles", () => {
    const buckets = { upperBounds: [5, 10], counts: [4, 5, 1] };
    const { report, recorder } = parse({
      ...MINIMAL,
      total: { requests: 10, errors: 3, buckets, failures: [{ reason: "503", times: 3 }] },
    });
    expect([...recorder.all.failures]).toEqual([["503", 3]]);
    expect(report.source).toBe("buckets");
    expect(recorder.all.total?.distribution).toEqual({
      kind: "buckets",
      upperBoundsMicros: [5_000, 10_000],
      counts: [4, 5, 1],
    });
  });
});

describe("a summary is refused, and the message names the place", () => {
  it.each([
    [{ ...MINIMAL, headroom: 2 }, "headroom"],
    [{ ...MINIMAL, latencyUnit: undefined }, "latencyUnit"],
    [{ ...MINIMAL, total: { requests: 1, errors: 2 } }, "total.errors: there are more errors than requests"],
    [{ ...MINIMAL, total: { requests: -1 } }, "total.requests"],
    [{ ...MINIMAL, total: { min: 3, max: 2 } }, "total.min: is above max"],
    [{ ...MINIMAL, total: { p99: 3 } }, "p99"],
    [{ ...MINIMAL, total: { percentiles: { "99": 3 } } }, "total.percentiles"],
    [{ ...MINIMAL, total: { requestsPerSecond: 3 } }, "durationSeconds: a rate requires a duration"],
    [{ ...MINIMAL, labels: [{ label: "a" }, { label: "a" }] }, "labels.1.label: appears twice"],
    [{ headroom: 1, latencyUnit: "ms" }, "a total, labels or intervals are required"],
    [
      { ...MINIMAL, total: { requests: 3, buckets: { upperBounds: [1], counts: [1, 1] } } },
      "contain 2 of 3 requests",
    ],
    [
      { ...MINIMAL, total: { buckets: { upperBounds: [2, 1], counts: [1, 1, 1] } } },
      "the bounds must be in ascending order",
    ],
    [
      { ...MINIMAL, total: { buckets: { upperBounds: [2], counts: [1] } } },
      "one more count than upper bounds",
    ],
    [
      { ...MINIMAL, intervals: [{ at: 0, seconds: 1 }] },
      "intervals.0: an interval needs a total, labels or both",
    ],
    [{ ...MINIMAL, startedAt: "yesterday" }, "startedAt"],
  ])("%#: %j", (file, message) => {
    const { code, message: found } = refusal(file);
    expect(code).toBe("file-unreadable");
    expect(found).toContain(message);
  });
});

describe("the documentation", () => {
  const examples = [...readFileSync(DOCS, "utf8").matchAll(/^```json\n(.*?)^```/gms)].map(
    ([, json]) => json ?? "",
  );

  it.each(examples.map((json) => [json]))("has an example that is read whole: %#", (json) => {
    const { report } = parseAll(genericSummary, Buffer.from(json));
    expect(report.refused.count).toBe(0);
    expect(report.warnings).toEqual([]);
  });

  it("shows every field of the schema in its first example", () => {
    const [full = "{}"] = examples;
    const shown = Object.keys(JSON.parse(full));
    expect(shown.toSorted()).toEqual(Object.keys(genericSummaryFile.shape).toSorted());
  });
});
