import type { TrafficAnswer } from "@headroom/contract";
import { describe, expect, it } from "vitest";
import { liveState, prepareNow } from "./prepare-now.ts";
import type { NowTargets, TestedCapacity } from "./prepare-now.ts";
import { prepareTraffic } from "./prepare-traffic.ts";
import { readTrafficView } from "./search-params.ts";

const now = new Date("2026-11-28T11:37:00.000Z");
const at = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1_000).toISOString();
const latency = { mean: 80, p50: 60, p90: 120, p95: 150, p99: 212, "p99.9": 300 };
const figures = {
  requests: 843 * 60,
  errors: 6,
  errorRate: 0.00012,
  throughput: 843,
  durationSeconds: 60,
  latencyMs: latency,
  latencyIntervalsMs: {},
};
const traffic = (more: object = {}) =>
  ({
    service: "api",
    name: "API",
    label: null,
    from: at(900),
    to: at(0),
    latestAt: at(1),
    heardAt: at(1),
    pointSeconds: 60,
    points: [{ at: at(60), ...figures }],
    total: figures,
    gaps: [],
    gauges: [],
    labels: [],
    offClock: null,
    unmappedMetrics: 0,
    ...more,
  }) as unknown as TrafficAnswer;

const view = readTrafficView({});
const show = (
  targets: NowTargets = { p99Ms: null, errorRate: null },
  capacity: TestedCapacity | null = null,
  of = traffic(),
  peak: number | null = null,
) => {
  const model = prepareTraffic({ traffic: of, events: [], view, now });
  return prepareNow({ traffic: of, targets, view, capacity, peak, model, now });
};

describe("the figures of a service now", () => {
  it("are its load, latency and errors, without verdicts where it has no targets", () => {
    const { cells, lead } = show();
    expect(lead).toBe("API is at 843 req/s.");
    expect(cells.map(({ label, verdict }) => [label, verdict])).toEqual([
      ["Now", null],
      ["p99", null],
      ["Errors", null],
    ]);
    expect(cells[1]).toMatchObject({ value: "212", caption: "mean 80, p50 60, p95 150 ms" });
  });

  it("meet or miss the strictest targets of the experiments that represent the peak", () => {
    expect(show({ p99Ms: 250, errorRate: 0.001 }).cells).toMatchObject([
      {},
      { label: "p99, target 250 ms", verdict: "met" },
      { label: "Errors, limit 0.10%", verdict: "met" },
    ]);
    expect(show({ p99Ms: 200, errorRate: 0.0001 }).cells.map(({ verdict }) => verdict)).toEqual([
      null,
      "missed",
      "missed",
    ]);
    const total = { ...figures, latencyIntervalsMs: { p99: { low: 150, high: 250 } } };
    const unclear = (p99Ms: number) =>
      show({ p99Ms, errorRate: null }, null, traffic({ total })).cells[1]?.verdict;
    expect([unclear(100), unclear(200), unclear(250)]).toEqual(["missed", null, "met"]);
  });

  it("say how it does: a missed target first, then its ceiling, and nothing without either", () => {
    const stateOf = (...of: Parameters<typeof show>) => liveState(show(...of).cells);
    const [met, missed] = [250, 200].map((p99Ms) => ({ p99Ms, errorRate: null }));
    expect(stateOf()).toBeNull();
    expect(stateOf(met)).toBe("holding");
    expect(stateOf(met, { value: 965, isProven: true })).toBe("near");
    expect(stateOf(met, { value: 800, isProven: true })).toBe("above");
    expect(stateOf(missed, { value: 800, isProven: true })).toBe("missed");
  });

  it("say how much of what is proven is used", () => {
    const { cells, lead } = show(undefined, { value: 965, isProven: true });
    expect(lead).toBe("API is at 843 req/s, 87.4% of its proven capacity.");
    expect(cells[1]).toMatchObject({ label: "Of proven capacity", value: "87.4", tone: "near" });
    expect(show(undefined, { value: 800, isProven: false }).cells[1]).toMatchObject({
      label: "Of measured capacity",
      tone: "over",
    });
  });
});

it("draws the capacity and the expected peak, unless the traffic would be flat below them", () => {
  const figuresOf = (capacity: number, peak: number) => {
    const of = traffic({ pointSeconds: 60 });
    return show(undefined, { value: capacity, isProven: true }, of, peak).lines;
  };
  expect(figuresOf(964, 1_500)).toEqual([
    { value: 964, text: "proven 964 req/s", kind: "ceiling" },
    { value: 1_500, text: "expected peak 1,500 req/s" },
  ]);
  expect(figuresOf(964, 15_000).map(({ value }) => value)).toEqual([964]);
  expect(show().lines).toEqual([]);
});
