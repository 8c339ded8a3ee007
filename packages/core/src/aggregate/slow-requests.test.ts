import { describe, expect, it } from "vitest";
import { RunAggregation } from "./aggregate.ts";
import { SampleColumns } from "../cell/sample-columns.ts";

const START = 1_700_000_000_000_000;
const at = (second: number) => START + second * 1_000_000;

describe("the slowest requests of a run", () => {
  it("are kept with when they completed, slowest first", () => {
    const run = new RunAggregation();
    const label = run.label("GET /", "request");
    for (let index = 0; index < 1_000; index++)
      run.add(label, at(index), 1_000 + ((index * 7) % 1_000), false, 1, 0);
    const { slowest } = run.finish();
    expect(slowest).toHaveLength(50);
    expect(slowest.slice(0, 2)).toEqual([
      { label, completedAtMicros: at(857), latencyMicros: 1_999, failed: false, code: null, traceId: null },
      { label, completedAtMicros: at(714), latencyMicros: 1_998, failed: false, code: null, traceId: null },
    ]);
  });

  it("are a few of each label before one label takes the rest", () => {
    const run = new RunAggregation();
    const [slow, quick] = [run.label("slow", "request"), run.label("quick", "request")];
    for (let index = 0; index < 200; index++) {
      run.add(slow, at(index), 9_000_000, true, 1, 0);
      run.add(quick, at(index), 1_000, false, 1, 0);
    }
    const { slowest } = run.finish();
    const of = (label: number) => slowest.filter((one) => one.label === label).length;
    expect([of(slow), of(quick), slowest.length]).toEqual([45, 5, 50]);
  });

  it("are of distinct minutes: an outage doesn't fill the list", () => {
    const run = new RunAggregation();
    const labels = ["cart", "pay", "search"].map((name) => run.label(name, "request"));
    const add = (second: number, latency: number) =>
      labels.forEach((label) => run.add(label, at(second), latency + label, latency > 1_000_000, 1, 0));
    for (let second = 0; second < 3_600; second++) {
      const isOutage = second >= 1_200 && second < 1_500;
      add(second, isOutage ? 30_000_000 : 1_000 + (second % 60));
      if (second % 600 === 599) add(second, 500_000 + second);
    }
    const { slowest } = run.finish();
    const minutes = Map.groupBy(slowest, ({ completedAtMicros }) =>
      Math.floor(completedAtMicros / 60_000_000),
    );
    expect(slowest).toHaveLength(50);
    expect(minutes.size).toBeGreaterThanOrEqual(10);
    expect(Math.max(...[...minutes.values()].map(({ length }) => length))).toBeLessThanOrEqual(5);
    expect(slowest.filter(({ latencyMicros }) => latencyMicros > 1_000_000)).toHaveLength(30);
    expect(slowest.filter(({ latencyMicros }) => latencyMicros > 500_000)).toHaveLength(30 + 15);
  });

  it("are the same in whatever order requests come", () => {
    const samples = Array.from({ length: 6_000 }, (_, index) => ({
      second: (index * 7) % 1_500,
      latency: 1_000 + ((index * 7_919) % 6_007) * 10,
    }));
    const slowestOf = (ordered: typeof samples) => {
      const run = new RunAggregation({ originMicros: START, watermarkSeconds: 2_000 });
      const label = run.label("GET /", "request");
      for (const { second, latency } of ordered) run.add(label, at(second), latency, false, 1, 0);
      return run.finish().slowest.map((one) => [one.completedAtMicros, one.latencyMicros]);
    };
    const bySecond = samples.toSorted((a, b) => a.second - b.second || a.latency - b.latency);
    expect(slowestOf(samples)).toEqual(slowestOf(bySecond));
    expect(slowestOf(samples)).toEqual(slowestOf(samples.toReversed()));
  });

  it("have the status code that follows them, also in columns", () => {
    const run = new RunAggregation();
    const [label, code] = [run.label("GET /", "request"), run.label("503", "status")];
    const columns = new SampleColumns(4);
    for (const [place, [number, latency]] of [
      [label, 5_000],
      [code, 5_000],
      [label, 4_000],
      [code, 3_000],
    ].entries()) {
      columns.labels[place] = number ?? 0;
      columns.completedAtMicros[place] = at(1);
      columns.latencyMicros[place] = latency ?? 0;
      columns.failed[place] = 1;
    }
    columns.length = 4;
    run.addAll(columns);
    expect(run.finish().slowest.map((one) => [one.latencyMicros, one.code])).toEqual([
      [5_000, 503],
      [4_000, null],
    ]);
  });

  it("leave out transactions, and stay few with very many labels", () => {
    const run = new RunAggregation();
    run.add(run.label("Checkout", "transaction"), at(1), 60_000_000, false, 1, 0);
    for (let index = 0; index < 5_000; index++)
      run.add(run.label(`GET /${index}`, "request"), at(1), 1_000 + index, false, 1, 0);
    const { slowest } = run.finish();
    expect(slowest).toHaveLength(50);
    expect(slowest[0]?.latencyMicros).toBe(5_999);
  });
});
