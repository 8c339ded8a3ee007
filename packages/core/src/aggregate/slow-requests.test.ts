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
      { label, completedAtMicros: at(857), latencyMicros: 1_999, failed: false, code: null },
      { label, completedAtMicros: at(714), latencyMicros: 1_998, failed: false, code: null },
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
