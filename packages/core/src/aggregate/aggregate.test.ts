import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SampleColumns } from "../cell/sample-columns.ts";
import { STEPS } from "../cell/steps.ts";
import { RunAggregation } from "./aggregate.ts";
import type { AggregationOptions } from "./aggregation-limits.ts";
import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { encodeDistribution } from "../cell/cell-codec.ts";
import { ALL_LABEL, OTHER_LABEL } from "./label-register.ts";
import type { CellRow } from "../cell/run-totals.ts";
import type { LabelKind } from "../cell/sample.ts";
import { Sketch } from "../sketch/sketch.ts";

const ORIGIN = 1_700_000_000;

interface Sample {
  label: string;
  kind: LabelKind;
  second: number;
  micros: number;
  failed: boolean;
}

const labelled = fc.constantFrom<[string, LabelKind][]>(
  ["GET /a", "request"],
  ["GET /b", "request"],
  ["GET /c", "request"],
  ["checkout", "transaction"],
  ["GET /a", "hop"],
);
const sample = fc
  .tuple(labelled, fc.nat(2_000), fc.integer({ min: 1, max: 900_000 }), fc.boolean())
  .map(([[label, kind], second, micros, failed]): Sample => ({ label, kind, second, micros, failed }));
const samples = fc.array(sample, { minLength: 1, maxLength: 250 });
/** So little memory that open cells close at every measurement, as an unordered file makes them. */
const tight: AggregationOptions = { watermarkSeconds: 5, memoryBudgetBytes: 0, measureEverySamples: 7 };

function run(drawn: readonly Sample[], options: AggregationOptions = {}, drainEvery = 50) {
  const aggregation = new RunAggregation({ originMicros: ORIGIN * 1e6, ...options });
  const rows: CellRow[] = [];
  drawn.forEach(({ label, kind, second, micros, failed }, at) => {
    const completed = (ORIGIN + second) * 1e6 + 999_999;
    aggregation.add(aggregation.label(label, kind), completed, micros, failed, 2, 10);
    if (at % drainEvery === 0) rows.push(...aggregation.drain());
  });
  const totals = aggregation.finish();
  rows.push(...aggregation.drain());
  return { totals, rows, aggregation };
}

function direct(drawn: readonly Sample[]): Cell {
  const failed = drawn.filter((one) => one.failed).map(({ micros }) => micros);
  const all = Sketch.of(drawn.map(({ micros }) => micros));
  return {
    requests: drawn.length,
    errors: failed.length,
    items: 2 * drawn.length,
    bytes: 10 * drawn.length,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: failed.length === 0 ? null : Sketch.of(failed) },
  };
}

const plain = (cell: Cell) => ({ ...cell, distribution: encodeDistribution(cell.distribution) });

/** The merged pieces for every label, step and offset, by name. */
function merged({ rows, aggregation }: ReturnType<typeof run>): Record<string, unknown> {
  const pieces = Map.groupBy(rows, ({ label, stepSeconds, offsetSeconds }) => {
    const { name, kind } = aggregation.labelOf(label);
    return `${name} ${kind} ${stepSeconds} ${offsetSeconds}`;
  });
  return Object.fromEntries(
    [...pieces].map(([key, some]) => [key, plain(mergeAllCells(some.map(({ cell }) => cell)))]),
  );
}

/** The same, computed directly from the samples. */
function expected(drawn: readonly Sample[]): Record<string, unknown> {
  const keyed = drawn.flatMap((one) =>
    STEPS.flatMap((step) => {
      const at = Math.floor(one.second / step) * step;
      const own = { key: `${one.label} ${one.kind} ${step} ${at}`, one };
      return one.kind === "request" ? [own, { key: `${ALL_LABEL} request ${step} ${at}`, one }] : [own];
    }),
  );
  const groups = Map.groupBy(keyed, ({ key }) => key);
  return Object.fromEntries(
    [...groups].map(([key, some]) => [key, plain(direct(some.map(({ one }) => one)))]),
  );
}

describe("cells of a run", () => {
  it("in any order, with any draining and any memory, are those of the samples", () => {
    fc.assert(
      fc.property(samples, fc.boolean(), fc.integer({ min: 1, max: 60 }), (drawn, roomy, drainEvery) => {
        const got = run(drawn, roomy ? {} : tight, drainEvery);
        expect(merged(got)).toEqual(expected(drawn));
      }),
    );
  });

  it("in order of time have one piece each, with little memory too", () => {
    fc.assert(
      fc.property(samples, (drawn) => {
        const inOrder = drawn.toSorted((a, b) => a.second - b.second);
        expect(run(inOrder).rows.every(({ piece }) => piece === 0)).toBe(true);
      }),
    );
  });

  it("never repeat a label, step, offset and piece", () => {
    fc.assert(
      fc.property(samples, (drawn) => {
        const { rows } = run(drawn, tight);
        const keys = rows.map((row) => `${row.label} ${row.stepSeconds} ${row.offsetSeconds} ${row.piece}`);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it("give totals that are exact for every label, and (all) without transactions and hops", () => {
    fc.assert(
      fc.property(samples, fc.boolean(), (drawn, roomy) => {
        const { totals } = run(drawn, roomy ? {} : { ...tight, cellBudget: 10 });
        const requests = drawn.filter(({ kind }) => kind === "request");
        if (requests.length > 0) expect(plain(totals.all)).toEqual(plain(direct(requests)));
        else expect(totals.all.requests).toBe(0);
        const names = Map.groupBy(drawn, ({ label, kind }) => `${label} ${kind}`);
        expect(totals.labels.length).toBe(names.size);
        for (const { name, kind, total } of totals.labels) {
          expect(plain(total)).toEqual(plain(direct(names.get(`${name} ${kind}`) ?? [])));
        }
        const timed = requests.length > 0 ? requests : drawn;
        const completions = timed.map(({ second }) => (ORIGIN + second) * 1e6 + 999_999);
        expect(totals.span?.lastCompletionMicros).toBe(Math.max(...completions));
        const starts = timed.map(({ second, micros }) => (ORIGIN + second) * 1e6 + 999_999 - micros);
        expect(totals.span?.firstStartMicros).toBe(Math.min(...starts));
      }),
    );
  });

  it("keep to the cell budget: (all) always, labels from the coarsest step, busiest first", () => {
    const drawn = Array.from({ length: 6_000 }, (_, at): Sample => {
      const label = at % 10 < 6 ? "busy" : `quiet ${at % 10}`;
      return { label, kind: "request", second: Math.floor(at / 10), micros: 100, failed: false };
    });
    const { totals, rows, aggregation } = run(drawn, { cellBudget: 2_000, watermarkSeconds: 2 });
    const gone = new Set(totals.dropped.map(({ label, stepSeconds }) => `${label} ${stepSeconds}`));
    const kept = rows.filter(({ label, stepSeconds }) => !gone.has(`${label} ${stepSeconds}`));
    expect(kept.length).toBeLessThanOrEqual(2_000);
    const all = kept.filter(({ label }) => label === 0);
    expect(all.length).toBe(600 + 60 + 10 + 1);
    const finest = Object.fromEntries(
      totals.labels.map(({ name, finestStepSeconds }) => [name, finestStepSeconds]),
    );
    expect(finest).toEqual({ busy: 1, "quiet 6": 10, "quiet 7": 10, "quiet 8": 10, "quiet 9": 10 });
    const busy = kept.filter(
      ({ label, stepSeconds }) => aggregation.labelOf(label).name === "busy" && stepSeconds === 1,
    );
    expect(busy.reduce((sum, { cell }) => sum + cell.requests, 0)).toBe(3_600);
    expect(totals.warnings.map(({ code }) => code)).toEqual(["cell-budget"]);
  });

  it("give no less busy label a step that a busier one lost", () => {
    const busy = Array.from({ length: 400 }, (_, at) => ({ label: "busy", second: at }));
    const quiet = [{ label: "quiet", second: 0 }];
    const drawn = [...quiet, ...busy].map((one): Sample => ({
      ...one,
      kind: "request",
      micros: 100,
      failed: false,
    }));
    const { totals } = run(drawn, { cellBudget: 700, watermarkSeconds: 2 });
    expect(totals.labels.map(({ name, finestStepSeconds }) => [name, finestStepSeconds])).toEqual([
      ["quiet", 10],
      ["busy", 10],
    ]);
    expect(totals.dropped).toEqual([
      { label: 1, stepSeconds: 1 },
      { label: 2, stepSeconds: 1 },
    ]);
  });

  it("take their origin from the start of the first sample", () => {
    const aggregation = new RunAggregation();
    const label = aggregation.label("GET /", "request");
    aggregation.add(label, 100_500_000, 2_000_000, false, 1, 0);
    aggregation.add(label, 91_000_000, 1_000_000, false, 1, 0);
    expect(aggregation.finish().span).toEqual({
      originMicros: 98_000_000,
      firstStartMicros: 90_000_000,
      lastCompletionMicros: 100_500_000,
    });
    const seconds = aggregation
      .drain()
      .filter(({ label: number, stepSeconds }) => number === 0 && stepSeconds < 60);
    expect(seconds.map(({ stepSeconds, offsetSeconds }) => [stepSeconds, offsetSeconds])).toEqual([
      [1, -7],
      [1, 2],
      [10, -10],
      [10, 0],
    ]);
  });
});

describe("limits of a run", () => {
  it("samples side by side are the samples one by one", () => {
    const [one, many] = [new RunAggregation(), new RunAggregation()];
    const numbers = [one, many].map((each) => ["a", "b"].map((name) => each.label(name, "request")));
    expect(numbers[0]).toEqual(numbers[1]);
    const columns = new SampleColumns(700);
    // Out of order, failed, refused for their latency or time, with a refused one first.
    for (let at = 0; at < 5_000; at++) {
      const label = numbers[0]?.[at % 2] ?? 0;
      const completed = 1_700_000_000e6 + ((at * 7_919) % 400) * 1e6 + (at % 977 === 0 ? 1e15 : 0);
      const latency = at % 500 === 0 ? -1 : at % 501 === 0 ? Infinity : at * 31;
      one.add(label, completed, latency, at % 9 === 0, 1, at);
      columns.labels[columns.length] = label;
      columns.completedAtMicros[columns.length] = completed;
      columns.latencyMicros[columns.length] = latency;
      columns.failed[columns.length] = at % 9 === 0 ? 1 : 0;
      columns.bytes[columns.length++] = at;
      if (columns.length < 700 && at < 4_999) continue;
      many.addAll(columns);
      columns.length = 0;
    }
    const [totals, same] = [one.finish(), many.finish()];
    expect(same.refused).toBeGreaterThan(10);
    expect(same).toEqual(totals);
    expect(many.drain()).toEqual(one.drain());
  });

  it("labels past the limit are counted as (other), one for each kind", () => {
    const aggregation = new RunAggregation({ labelLimit: 2 });
    for (let at = 0; at < 5; at++) {
      aggregation.add(aggregation.label(`GET /${at}`, "request"), 5e6, 10, false, 1, 0);
    }
    aggregation.add(aggregation.label("checkout", "transaction"), 5e6, 10, false, 1, 0);
    const totals = aggregation.finish();
    expect(totals.labels.map(({ name, kind, total }) => [name, kind, total.requests])).toEqual([
      ["GET /0", "request", 1],
      ["GET /1", "request", 1],
      [OTHER_LABEL, "request", 3],
      [OTHER_LABEL, "transaction", 1],
    ]);
    expect(totals.all.requests).toBe(5);
    expect(totals.warnings).toMatchObject([{ code: "label-limit", count: 4 }]);
  });

  it("long labels are cut and stay apart", () => {
    const aggregation = new RunAggregation({ labelLength: 40 });
    const long = "GET /".padEnd(100, "x");
    const one = aggregation.label(`${long}1`, "request");
    const two = aggregation.label(`${long}2`, "request");
    expect(one).not.toBe(two);
    expect(aggregation.label(`${long}1`, "request")).toBe(one);
    const { name } = aggregation.labelOf(one);
    expect(name).toHaveLength(40);
    expect(name).toMatch(/^GET \/x+…[0-9a-f]{16}$/);
    aggregation.add(one, 5e6, 10, false, 1, 0);
    expect(aggregation.finish().warnings).toMatchObject([{ code: "label-length", count: 2 }]);
  });

  it("names that no database stores, and our own names, are made fit", () => {
    const aggregation = new RunAggregation();
    const nameOf = (name: string) => aggregation.labelOf(aggregation.label(name, "request")).name;
    expect(nameOf("a\0b")).toBe("a\uFFFDb");
    expect(nameOf("\uD800")).toBe("\uFFFD");
    expect(nameOf("(all)")).toBe("(all) label");
    expect(aggregation.label("a\uFFFDb", "request")).toBe(aggregation.label("a\0b", "request"));
    expect(aggregation.label("GET /", "request")).not.toBe(aggregation.label("GET /", "hop"));
  });

  it("samples that cannot be of this run are refused and said", () => {
    const aggregation = new RunAggregation({ runSecondsLimit: 3_600 });
    const label = aggregation.label("GET /", "request");
    aggregation.add(label, NaN, 10, false, 1, 0);
    aggregation.add(label, 1e15, 10, false, 1, 0);
    aggregation.add(label, 1e15 + 7_200e6, 10, false, 1, 0);
    aggregation.add(label, 0, 10, false, 1, 0);
    aggregation.add(label, 1e15, -1, false, 1, 0);
    aggregation.add(label, 1e15, NaN, false, 1, 0);
    aggregation.add(label, 1e15, 9e15, false, 1, 0);
    aggregation.add(label, Infinity, 5, false, 1, 0);
    const totals = aggregation.finish();
    expect([totals.all.requests, totals.refused]).toEqual([1, 7]);
    expect(totals.warnings).toMatchObject([{ code: "time-out-of-range", count: 7 }]);
  });

  it("without a sample there is no run", () => {
    expect(() => new RunAggregation().finish()).toThrow(expect.objectContaining({ code: "file-empty" }));
  });
});
