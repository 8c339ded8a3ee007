import { describe, expect, it } from "vitest";
import { mergeAllCells } from "../cell/cell.ts";
import { DEFAULT_RULES } from "./default-rules.ts";
import type { MetricSeries } from "./metric-sink.ts";
import { TrafficFold } from "./traffic-fold.ts";

const NOW = 1_795_254_167_468_000;
const SECOND = Math.floor(NOW / 1e6);

function fold(): TrafficFold {
  return new TrafficFold({
    rules: DEFAULT_RULES,
    foldPaths: true,
    nowMicros: NOW,
    keyOf: (text) => text,
    isNews: (metric) => metric !== "known_before",
  });
}
function seriesOf(
  name: string,
  tags: Record<string, string>,
  more: Partial<MetricSeries> = {},
): MetricSeries {
  const unknown = { field: null, unit: null, kind: "unknown", temporality: "each" } as const;
  return { name, ...unknown, tags: Object.entries(tags), ...more };
}
const at = (atMicros: number | null) => ({ atMicros, startMicros: null });

describe("values of single requests", () => {
  it("become cells of their second, with failures apart", () => {
    const traffic = fold();
    const good = traffic.series(seriesOf("http_req_duration", { name: "a" }, { field: "value" }));
    const bad = { expected_response: "false", name: "a" };
    const failed = traffic.series(seriesOf("http_req_duration", bad, { field: "value" }));
    traffic.number(good, at(NOW), 12.5);
    traffic.number(failed, at(NOW), 7);
    traffic.number(good, at(NOW - 1_000_000), 9);
    const { cells, timed } = traffic.finish();
    expect(cells.map(({ label, second, cell }) => [label, second, cell.requests, cell.errors])).toEqual([
      ["a", SECOND, 2, 1],
      ["a", SECOND - 1, 1, 0],
    ]);
    expect(cells[0]?.cell).toMatchObject({ minMicros: 7_000, maxMicros: 12_500, sumMicros: 19_500 });
    expect(timed).toBe(true);
  });

  it("whose source doesn't say whether they failed have unknown outcomes, not successes", () => {
    const traffic = fold();
    const unknown = traffic.series(seriesOf("http_req_duration", { name: "a" }, { field: "value" }));
    const good = { expected_response: "true", name: "a" };
    const known = traffic.series(seriesOf("http_req_duration", good, { field: "value" }));
    for (const series of [unknown, unknown, known]) traffic.number(series, at(NOW), 5);
    const counter = seriesOf("http_requests_total", {}, { kind: "counter", temporality: "delta" });
    traffic.number(traffic.series(counter), { atMicros: NOW, startMicros: NOW - 1_000_000 }, 7);
    const { cells } = traffic.finish();
    const outcomes = (rule: string) =>
      cells.filter((one) => one.rule === rule).reduce((sum, { cell }) => sum + (cell.withoutOutcome ?? 0), 0);
    expect(cells[0]?.cell).toMatchObject({ requests: 3, errors: 0, withoutOutcome: 2 });
    expect(outcomes("http-requests-total")).toBe(7);
  });

  it("without a time happen when they arrive, and can't be recognised if they are repeated", () => {
    const traffic = fold();
    const users = traffic.series(seriesOf("vus", {}, { field: "value" }));
    traffic.number(users, at(null), 5);
    traffic.number(users, at(NOW), 9);
    traffic.number(users, at(NOW - 10), 7);
    const { gauges, timed } = traffic.finish();
    expect(gauges).toEqual([
      {
        name: "users",
        unit: null,
        second: SECOND,
        cell: { count: 3, sum: 21, min: 5, max: 9, last: 9 },
      },
    ]);
    expect(timed).toBe(false);
  });
});

describe("refused", () => {
  it("is what is older than a day or far ahead", () => {
    const traffic = fold();
    const users = traffic.series(seriesOf("vus", {}, { field: "value" }));
    traffic.number(users, at(NOW - 86_401e6), 1);
    traffic.number(users, at(NOW + 601e6), 1);
    traffic.number(users, at(NOW + 599e6), 1);
    const { gauges, outOfTime, refused, aheadSeconds } = traffic.finish();
    expect([gauges.length, outOfTime, aheadSeconds]).toEqual([1, 2, 601]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      "a value of vus is more than a day old",
      "a value of vus is more than 10 minutes ahead",
    ]);
  });

  it("has no times of its own if none came with it, and is behind if even the newest is", () => {
    const users = seriesOf("vus", {}, { field: "value" });
    const timeless = fold();
    timeless.number(timeless.series(users), at(null), 5);
    expect(timeless.finish().aheadSeconds).toBeNull();
    const slow = fold();
    for (const seconds of [900, 600, 700]) slow.number(slow.series(users), at(NOW - seconds * 1e6), 5);
    expect(slow.finish().aheadSeconds).toBe(-600);
  });

  it("is a negative duration", () => {
    const traffic = fold();
    traffic.number(traffic.series(seriesOf("http_req_duration", {}, { field: "value" })), at(NOW), -1);
    expect(traffic.finish()).toMatchObject({ cells: [], refusals: 1 });
  });

  it("is a body that would fill more seconds than can be held", () => {
    const traffic = fold();
    const counter = seriesOf("http_requests_total", {}, { kind: "counter", temporality: "delta" });
    const series = traffic.series(counter);
    const add = () => traffic.number(series, { atMicros: NOW, startMicros: NOW - 599e6 }, 600);
    expect(() => {
      for (let times = 0; times < 1_000; times++) add();
    }).toThrow(expect.objectContaining({ code: "batch-too-large" }));
  });
});

describe("classic histograms", () => {
  it("are readings of one source, however many series they have", () => {
    const traffic = fold();
    const send = (suffix: string, value: number, tags: Record<string, string> = {}) => {
      const series = traffic.series(
        seriesOf(`http_request_duration_seconds${suffix}`, { code: "200", ...tags }),
      );
      traffic.number(series, at(NOW), value);
    };
    send("_bucket", 4, { le: "0.1" });
    send("_bucket", 9, { le: "+Inf" });
    send("_count", 9);
    send("_sum", 2.5);
    expect(traffic.finish().readings).toEqual([
      {
        key: '["http_request_duration_seconds",[["code","200"]]]',
        target: null,
        rule: "http-request-duration",
        label: "(unnamed)",
        failed: false,
        fromZero: false,
        reading: { atMicros: NOW, startMicros: null, count: 9, sumMicros: 2_500_000, atMost: [[100_000, 4]] },
      },
    ]);
  });
});

describe("lines that sum up an interval", () => {
  const send = (
    traffic: TrafficFold,
    transaction: string,
    statut: string,
    values: Record<string, number>,
  ) => {
    for (const [field, value] of Object.entries(values)) {
      const tags = { application: "shop", statut, transaction };
      traffic.number(traffic.series(seriesOf("jmeter", tags, { field })), at(SECOND * 1e6), value);
    }
  };
  const totals = (traffic: TrafficFold) => {
    const cells = Map.groupBy(traffic.finish().cells, ({ label }) => label);
    return [...cells].map(([label, own]) => {
      const { requests, errors, sumMicros } = mergeAllCells(own.map(({ cell }) => cell));
      return [label, own.length, requests, errors, sumMicros];
    });
  };

  it("are spread over it, each with its count and its mean", () => {
    const traffic = fold();
    send(traffic, "Cart", "ok", { count: 50, avg: 20 });
    send(traffic, "Cart", "ko", { avg: 4, count: 5 });
    send(traffic, "all", "ok", { count: 50, avg: 20 });
    expect(totals(traffic)).toEqual([["Cart", 5, 55, 5, 1_020_000]]);
  });

  it("of everything count where there are no others", () => {
    const traffic = fold();
    send(traffic, "all", "ok", { count: 50, avg: 20 });
    expect(totals(traffic)).toEqual([["all", 5, 50, 0, 1_000_000]]);
  });
});

describe("the metrics of a body", () => {
  it("are listed with some of their series and what uses them, unless they were not long ago", () => {
    const traffic = fold();
    for (const cpu of ["0", "1"]) traffic.series(seriesOf("node_cpu_seconds_total", { cpu }));
    traffic.series(seriesOf("known_before", {}));
    traffic.series(seriesOf("istio_requests_total", { reporter: "source" }));
    traffic.series(seriesOf("istio_requests_total", { reporter: "destination" }));
    const unknown = { field: null, kind: "unknown", temporality: "each", unit: null } as const;
    expect(traffic.finish().seen).toEqual([
      {
        name: "node_cpu_seconds_total",
        ...unknown,
        rule: null,
        series: 2,
        examples: [[["cpu", "0"]], [["cpu", "1"]]],
      },
      {
        name: "istio_requests_total",
        ...unknown,
        rule: "istio-requests",
        series: 2,
        examples: [[["reporter", "source"]], [["reporter", "destination"]]],
      },
    ]);
  });

  it("have at most 50 examples each", () => {
    const traffic = fold();
    for (let cpu = 0; cpu < 60; cpu++) traffic.series(seriesOf("up", { cpu: String(cpu) }));
    const [metric] = traffic.finish().seen;
    expect([metric?.series, metric?.examples.length]).toEqual([60, 50]);
  });
});
