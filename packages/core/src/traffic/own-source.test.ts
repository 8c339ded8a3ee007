import { describe, expect, it } from "vitest";
import { mergeAllCells } from "../cell/cell.ts";
import { DEFAULT_RULES } from "./default-rules.ts";
import type { MetricSeries } from "./metric-sink.ts";
import { outcomesRuleOf, rulesOfSources } from "./own-source.ts";
import type { OwnRequests, OwnSource } from "./own-source.ts";
import { TrafficFold } from "./traffic-fold.ts";

const NOW = 1_795_254_167_468_000;
const calls: OwnRequests = {
  metric: "rpc_calls",
  field: null,
  matchers: [],
  measure: "total",
  unit: "s",
  labelTags: ["service", "method"],
  failed: { by: "values", tag: "outcome", values: ["error", "timeout"] },
};
const rpc = (...parts: OwnRequests[]): OwnSource => {
  return { id: "own-rpc", name: "RPC", kind: "requests", parts };
};

function foldOf(...sources: OwnSource[]): TrafficFold {
  return new TrafficFold({
    rules: [...rulesOfSources(sources), ...DEFAULT_RULES],
    foldPaths: true,
    nowMicros: NOW,
    keyOf: (text) => text,
    isNews: () => true,
  });
}
function send(
  fold: TrafficFold,
  name: string,
  tags: Record<string, string>,
  more: Partial<MetricSeries> = {},
) {
  const unknown = { field: null, unit: null, kind: "unknown", temporality: "each" } as const;
  const series = fold.series({ name, ...unknown, tags: Object.entries(tags), ...more });
  fold.number(series, { atMicros: NOW, startMicros: null }, 5);
}
const readingsOf = (fold: TrafficFold) =>
  fold.finish().readings.map(({ rule, label, failed }) => [rule, label, failed]);

describe("a source that people made", () => {
  it("counts the series that fit, with its labels and failures", () => {
    const fold = foldOf(rpc(calls));
    send(fold, "rpc_calls", { service: "cart", method: "Add", outcome: "ok" });
    send(fold, "rpc_calls", { service: "cart", method: "Add", outcome: "timeout" });
    send(fold, "rpc_calls", { service: "cart" });
    expect(readingsOf(fold)).toEqual([
      ["own-rpc", "cart Add", false],
      ["own-rpc", "cart Add", true],
      ["own-rpc", "cart", null],
    ]);
  });

  it("leaves what it doesn't take to the others", () => {
    const matchers = [{ tag: "path", isNot: ["/health"] }];
    const fold = foldOf(rpc({ ...calls, metric: "http_requests_total", matchers, labelTags: ["path"] }));
    send(fold, "http_requests_total", { path: "/users/7" });
    send(fold, "http_requests_total", { path: "/health" });
    expect(readingsOf(fold)).toEqual([
      ["own-rpc", "/users/{id}", null],
      ["http-requests-total", "/health", null],
    ]);
  });

  it("adds several metrics up", () => {
    const http = { ...calls, metric: "http_requests_total", failed: { by: "status", tag: "code" } } as const;
    const fold = foldOf(rpc(calls, http));
    send(fold, "rpc_calls", { method: "Add" });
    send(fold, "http_requests_total", { method: "GET", code: "503" });
    expect(readingsOf(fold)).toEqual([
      ["own-rpc", "Add", null],
      ["own-rpc", "GET", true],
    ]);
  });

  it("says of its requests what another metric of it says", () => {
    const latencies = { ...calls, measure: "durations", metric: "rpc_seconds", failed: null } as const;
    const fold = foldOf(rpc(latencies, { ...calls, measure: "outcomes" }));
    const tags = { service: "cart", method: "Add", instance: "a:80" };
    for (const le of ["0.1", "+Inf"]) send(fold, "rpc_seconds_bucket", { ...tags, le });
    for (const outcome of ["ok", "error"]) send(fold, "rpc_calls", { ...tags, outcome });
    send(fold, "rpc_calls", { ...tags, instance: "b:80", outcome: "ok" });
    const { readings } = fold.finish();
    expect(outcomesRuleOf("own-rpc")).toBe("own-rpc/outcomes");
    const named = readings.map(({ rule, failed, joint }) => ({ rule, failed, joint }));
    expect(named.toSorted((a, b) => a.rule.localeCompare(b.rule))).toEqual([
      { rule: "own-rpc", failed: null, joint: expect.stringContaining("a:80") },
      { rule: "own-rpc/outcomes", failed: false, joint: expect.stringContaining("a:80") },
      { rule: "own-rpc/outcomes", failed: true, joint: expect.stringContaining("a:80") },
      { rule: "own-rpc/outcomes", failed: false, joint: expect.stringContaining("b:80") },
    ]);
    expect(new Set(readings.map(({ joint }) => joint)).size).toBe(2);
  });

  it("reads classic histograms by their buckets", () => {
    const fold = foldOf(rpc({ ...calls, measure: "durations", metric: "rpc_seconds" }));
    for (const le of ["0.1", "+Inf"]) send(fold, "rpc_seconds_bucket", { service: "a", le });
    send(fold, "rpc_seconds_count", { service: "a" });
    const [reading] = fold.finish().readings;
    expect(reading).toMatchObject({ rule: "own-rpc", reading: { count: 5, atMost: [[100_000, 5]] } });
  });

  it("in line protocol counts since the start only if it says so", () => {
    const lines = { ...calls, field: "counter" };
    const total = foldOf(rpc(lines));
    send(total, "rpc_calls", {}, { field: "counter" });
    expect(readingsOf(total)).toHaveLength(1);
    const increments = foldOf(rpc({ ...lines, measure: "increments" }));
    send(increments, "rpc_calls", {}, { field: "counter" });
    const { cells, readings } = increments.finish();
    expect([mergeAllCells(cells.map(({ cell }) => cell)).requests, readings.length]).toEqual([5, 0]);
  });

  it.each([
    [null, "%"],
    ["%", "%"],
    ["%x", "%"],
    ["% of requests", "% of requests"],
  ])("can be a gauge: a share with the unit %j has %j", (given, unit) => {
    const gauge = { kind: "gauge", unit: given, percent: true } as const;
    const part = { metric: "pool_usage", field: null, matchers: [{ tag: "pool", is: ["main"] }] };
    const fold = foldOf({ id: "own-pool", name: "pool", ...gauge, parts: [part] });
    send(fold, "pool_usage", { pool: "main" });
    send(fold, "pool_usage", { pool: "other" });
    expect(fold.finish().gauges).toMatchObject([{ name: "pool", unit, cell: { sum: 500, count: 1 } }]);
  });

  it("is another target for each edition, so that series which it takes only now aren't new ones", () => {
    const targetOf = (part: OwnRequests) => {
      const fold = foldOf(rpc(part));
      send(fold, "rpc_calls", { instance: "a" });
      return fold.finish().readings[0]?.target;
    };
    expect(targetOf(calls)).toBe(targetOf({ ...calls }));
    expect(targetOf({ ...calls, matchers: [{ tag: "code", isNot: ["x"] }] })).not.toBe(targetOf(calls));
  });
});
