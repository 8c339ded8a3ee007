import { describe, expect, it } from "vitest";
import type { Format } from "../../parser.ts";
import { parseAll } from "../../recorder.ts";
import { k6HandleSummary } from "../k6-handle-summary/index.ts";
import { k6SummaryExport } from "../k6-summary-export/index.ts";
import { k6Summary } from "./index.ts";

type Values = Record<string, unknown>;

const parse = (format: Format, document: unknown) => parseAll(format, Buffer.from(JSON.stringify(document)));

/** The same metrics in each of the three shapes, with a threshold on the duration that was met or not. */
function inEachShape(metrics: Record<string, Values>, isBroken = false) {
  const thresholds = (name: string, of: unknown) => (name === "http_req_duration" ? { thresholds: of } : {});
  const entries = Object.entries(metrics);
  const flat = entries.map(([name, values]) => [
    name,
    { ...values, ...thresholds(name, { "p(95)<9": isBroken }) },
  ]);
  const nested = entries.map(([name, values]) => [
    name,
    { type: "x", values, ...thresholds(name, { "p(95)<9": { ok: !isBroken } }) },
  ]);
  const list = entries.map(([name, values]) => ({ name, values }));
  return [
    parse(k6SummaryExport, { root_group: { groups: {} }, metrics: Object.fromEntries(flat) }),
    parse(k6HandleSummary, { state: { testRunDurationMs: 2_000 }, metrics: Object.fromEntries(nested) }),
    parse(k6Summary, {
      config: { duration: 2, execution: "local" },
      metadata: { k6_version: "1.8.1" },
      results: { metrics: list },
    }),
  ];
}

const requests = {
  http_reqs: { count: 10, rate: 5 },
  http_req_duration: { avg: 3, min: 1, max: 9, med: 2, "p(95)": 8 },
};

describe("an end-of-test summary, in each of its three shapes", () => {
  it("counts as failed what its rate of failures says that passed", () => {
    const [first, second] = inEachShape({ ...requests, http_req_failed: { passes: 3, fails: 7 } });
    const third = inEachShape({ ...requests, http_req_failed: { matches: 3, total: 10, rate: 0.3 } })[2];
    for (const read of [first, second, third]) {
      expect(read?.recorder.all.total).toMatchObject({ requests: 10, errors: 3, sumMicros: 30_000 });
      expect(read?.report).toMatchObject({ absent: [], source: "quoted", clock: "none", durationSeconds: 2 });
    }
  });

  it("does not know failures where k6 was told not to watch for them", () => {
    for (const { report } of inEachShape(requests)) expect(report.absent).toEqual(["errors"]);
  });

  it("says which thresholds of the script were not met, if the shape holds them", () => {
    for (const { report } of inEachShape(requests)) expect(report.warnings).toEqual([]);
    for (const { report } of inEachShape(requests, true).slice(0, 2)) {
      expect(report.warnings).toMatchObject([
        { code: "tool-thresholds", count: 1, detail: expect.stringContaining("http_req_duration: p(95)<9") },
      ]);
    }
  });

  it("has its newer percentiles and version in either spelling", () => {
    const metrics = (values: Values) => [
      { name: "http_reqs", values: { count: 1 } },
      { name: "http_req_duration", values },
    ];
    const script = {
      metadata: { k6_version: "1.8.1" },
      results: { metrics: metrics({ p90: 2, p95: null }) },
    };
    const types = { metadata: { k6Version: "1.8.1" }, results: { metrics: metrics({ "p(90)": 2 }) } };
    for (const { report, recorder } of [parse(k6Summary, script), parse(k6Summary, types)]) {
      expect(report).toMatchObject({ toolVersion: "1.8.1", durationSeconds: null });
      expect(recorder.all.total?.distribution).toEqual({ kind: "quoted", micros: { p90: 2_000 } });
    }
  });

  it("knows how many gRPC requests there were where a script asks for the count of trends", () => {
    const uncounted = { grpc_req_duration: { avg: 2, "p(95)": 3 } };
    for (const { report, recorder } of inEachShape(uncounted)) {
      expect(report.absent).toEqual(["requests", "errors"]);
      expect(recorder.all.total).toMatchObject({ requests: 0, sumMicros: null });
    }
    for (const { report, recorder } of inEachShape({ grpc_req_duration: { avg: 2, count: 5 } })) {
      expect(report.absent).toEqual(["errors"]);
      expect(recorder.all.total).toMatchObject({ requests: 5, sumMicros: 10_000 });
    }
  });

  it("says that iterations were dropped, which scenarios of either load model do", () => {
    for (const { report } of inEachShape(requests)) expect(report.warnings).toEqual([]);
    for (const { report } of inEachShape({ ...requests, dropped_iterations: { count: 1 } })) {
      expect(report).toMatchObject({ loadModel: "unknown", warnings: [{ code: "dropped-iterations" }] });
    }
  });

  it("takes what a metric is asked by its name for a label, and no other part of it", () => {
    const named = { "http_reqs{name:__proto__}": { count: 4 }, "http_reqs{name:a,method:GET}": { count: 2 } };
    for (const { recorder } of inEachShape({
      ...requests,
      ...named,
      "http_reqs{scenario:b}": { count: 1 },
    })) {
      expect(recorder.named.map(({ name, total }) => [name, total?.requests])).toEqual([["__proto__", 4]]);
    }
  });

  it("says if it has no requests at all", () => {
    for (const { report, recorder } of inEachShape({ vus: { value: 1 } })) {
      expect(report).toMatchObject({ accepted: 0, warnings: [{ code: "other-metrics" }] });
      expect(recorder.all.total).toBeNull();
    }
  });

  it("began as long before it was made as the run lasted, if that can be", () => {
    const made = (generatedAt: string, duration: number) =>
      parse(k6Summary, {
        config: { duration, execution: "local" },
        metadata: { k6Version: "1.8.1", generatedAt },
        results: { metrics: [] },
      }).report;
    const { clock, startedAtMicros } = made("2026-11-21T10:00:10.500Z", 8.25);
    expect({ clock, startedAtMicros }).toEqual({
      clock: "absolute",
      startedAtMicros: Date.UTC(2026, 10, 21, 10, 0, 2, 250) * 1_000,
    });
    for (const when of ["soon", "-200000-01-01T00:00:00Z"]) {
      expect(made(when, 8.25)).toMatchObject({ clock: "none", startedAtMicros: null });
    }
    expect(made("2026-11-21T10:00:10.500Z", 1e9)).toMatchObject({ clock: "none" });
  });
});

describe("a document that is no such summary", () => {
  it.each([
    [
      k6SummaryExport,
      { root_group: { groups: {} }, metrics: { a: { thresholds: 1 } } },
      "metrics.a.thresholds",
    ],
    [k6HandleSummary, { metrics: { a: { values: 1 } } }, "metrics.a.values"],
    [k6Summary, { results: { metrics: {} } }, "results.metrics"],
    [k6Summary, [], null],
  ])("%# is refused with the place", (format, document, field) => {
    expect(() => parse(format, document)).toThrow(
      expect.objectContaining({ code: "file-unreadable", field }),
    );
  });
});
