import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeDistribution } from "../cell/cell-codec.ts";
import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import type { CellRow, RunTotals } from "../cell/run-totals.ts";
import { ALL_REQUESTS } from "../cell/sample.ts";
import { RunAggregation } from "./aggregate.ts";
import type { AggregationOptions } from "./aggregation-limits.ts";

const ORIGIN = 1_700_000_000;

interface Sample {
  label: string;
  second: number;
  micros: number;
}

const sample = fc.record({
  label: fc.constantFrom("GET /a", "GET /b", "GET /c"),
  second: fc.nat(200),
  micros: fc.integer({ min: 1, max: 900_000 }),
});

function run(samples: readonly Sample[], options: AggregationOptions = {}) {
  const aggregation = new RunAggregation({ originMicros: ORIGIN * 1e6, ...options });
  for (const { label, second, micros } of samples) {
    const number = aggregation.label(label, "request");
    aggregation.add(number, (ORIGIN + second) * 1e6 + 500_000, micros, micros % 7 === 0, 1, 10);
  }
  const during = aggregation.drain();
  const totals = aggregation.finish();
  return { totals, during, rows: [...during, ...aggregation.drain()] };
}

function sumOf(rows: readonly CellRow[], label: number) {
  return comparable(mergeAllCells(rows.filter((row) => row.label === label).map(({ cell }) => cell)));
}

function comparable({ distribution, ...figures }: Cell) {
  return { ...figures, distribution: encodeDistribution(distribution) };
}

const totalsOf = ({ all, labels }: RunTotals) => [
  comparable(all),
  ...labels.map(({ name, total }) => [name, comparable(total)]),
];

describe("a live aggregation", () => {
  it("closes each request in exactly one row of its label and one of all requests, in any order of samples", () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 300 }), (samples) => {
        const live = run(samples, { live: true, watermarkSeconds: 1 });
        expect(totalsOf(live.totals)).toEqual(totalsOf(run(samples).totals));
        expect(sumOf(live.rows, ALL_REQUESTS)).toEqual(comparable(live.totals.all));
        for (const { label, total } of live.totals.labels)
          expect(sumOf(live.rows, label)).toEqual(comparable(total));
      }),
    );
  });

  it("closes a second soon after it is over, and late samples within two seconds", () => {
    const samples: Sample[] = Array.from({ length: 30 }, (_, second) => ({
      label: "GET /a",
      second,
      micros: 5,
    }));
    const late = { label: "GET /a", second: 3, micros: 9 };
    const { during } = run([...samples.slice(0, 15), late, ...samples.slice(15)], {
      live: true,
      watermarkSeconds: 1,
    });
    const seconds = during
      .filter(({ label }) => label === ALL_REQUESTS)
      .map(({ offsetSeconds }) => offsetSeconds);
    expect(seconds).toEqual([
      ...Array.from({ length: 15 }, (_, at) => at),
      3,
      ...Array.from({ length: 13 }, (_, at) => 15 + at),
    ]);
  });

  it("counts nothing twice when labels give up their seconds", () => {
    const samples = Array.from({ length: 250_000 }, (_, at): Sample => {
      return { label: `GET /${at % 500}`, second: Math.floor(at / 500), micros: 1 + (at % 1_000) };
    });
    const { rows, totals } = run(samples, { live: true, watermarkSeconds: 1, cellBudget: 200_000 });
    expect(new Set(rows.map(({ stepSeconds }) => stepSeconds))).toEqual(new Set([1, 10]));
    expect(
      rows.filter(({ label }) => label === ALL_REQUESTS).every(({ stepSeconds }) => stepSeconds === 1),
    ).toBe(true);
    for (const { label, total } of totals.labels) expect(sumOf(rows, label)).toEqual(comparable(total));
    expect(sumOf(rows, ALL_REQUESTS).requests).toBe(250_000);
  });
});
