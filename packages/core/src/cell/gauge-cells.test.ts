import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GaugeCells, mergeGaugeCells } from "./gauge-cells.ts";
import { FailureRegister } from "./failure-register.ts";
import { GaugeRegister } from "./gauge-register.ts";

const ORIGIN = 1_700_000_000e6;

const values = fc.array(
  fc.record({ at: fc.integer({ min: -500, max: 5_000 }), value: fc.integer({ min: -9, max: 9 }) }),
  {
    minLength: 1,
    maxLength: 200,
  },
);

function cellsOf(seen: readonly { at: number; value: number }[], limit?: number): GaugeCells {
  const cells = new GaugeCells(ORIGIN, limit);
  for (const { at, value } of seen) cells.measure(ORIGIN + at * 1e6, value);
  return cells;
}

describe("the cells of a gauge", () => {
  it("weigh the mean of many values by their number", () => {
    const cells = new GaugeCells(ORIGIN);
    cells.measure(ORIGIN, 10, { count: 9, min: 2, max: 40 });
    cells.measure(ORIGIN + 1, 100);
    const [row] = cells.rows();
    expect(row?.cell).toEqual({ count: 10, sum: 190, min: 2, max: 100, last: 100 });
  });

  it("hold every value once in each step, whatever was given up", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(5, 50, 1_000), (seen, limit) => {
        const cells = cellsOf(seen, limit);
        for (const step of new Set(cells.rows().map(({ stepSeconds }) => stepSeconds))) {
          const merged = mergeGaugeCells(
            cells.rows().flatMap(({ stepSeconds, cell }) => (stepSeconds === step ? [cell] : [])),
          );
          expect(merged).toMatchObject({
            count: seen.length,
            sum: seen.reduce((sum, { value }) => sum + value, 0),
            min: Math.min(...seen.map(({ value }) => value)),
            max: Math.max(...seen.map(({ value }) => value)),
          });
        }
      }),
    );
  });

  it("are no more than the limit in the finest step", () => {
    const seen = Array.from({ length: 1_000 }, (_, at) => ({ at, value: at }));
    const cells = cellsOf(seen, 100);
    expect(cells.finestStepSeconds).toBe(10);
    expect(cells.rows().filter(({ stepSeconds }) => stepSeconds === 10)).toHaveLength(100);
  });

  it("know the latest value, in whatever order they come", () => {
    const forth = cellsOf([
      { at: 1, value: 1 },
      { at: 1.5, value: 2 },
    ]);
    const back = cellsOf([
      { at: 1.5, value: 2 },
      { at: 1, value: 1 },
    ]);
    expect(forth.rows()).toEqual(back.rows());
    expect(forth.rows()[0]?.cell.last).toBe(2);
  });
});

it("gauges past their limit are left out and reported", () => {
  const register = new GaugeRegister();
  for (let at = 0; at < 205; at++)
    register.measure(register.number(`gauge ${at}`, null), { atMicros: ORIGIN, value: at }, ORIGIN);
  expect(register.totals()).toHaveLength(200);
  expect(register.warnings()).toMatchObject([{ code: "gauge-limit", count: 5 }]);
});

it("many gauges share their memory: the largest give up their finest step first", () => {
  const register = new GaugeRegister(1_000);
  for (let second = 0; second < 2_000; second++) {
    for (const name of ["a", "b", "c"]) {
      if (name !== "c" || second < 10)
        register.measure(
          register.number(name, null),
          { atMicros: ORIGIN + second * 1e6, value: second },
          ORIGIN,
        );
    }
  }
  const totals = register.totals();
  expect(totals.map(({ finestStepSeconds }) => finestStepSeconds)).toEqual([10, 10, 1]);
  for (const { rows } of totals.slice(0, 2)) {
    const minutes = rows.filter(({ stepSeconds }) => stepSeconds === 60);
    expect(minutes.reduce((sum, { cell }) => sum + cell.count, 0)).toBe(2_000);
  }
});

it("if gauges fill the memory even in their coarsest step, the rest is left out and reported", () => {
  const register = new GaugeRegister(5);
  const cpu = register.number("cpu", null);
  for (let at = 0; at < 20; at++) register.measure(cpu, { atMicros: ORIGIN + at * 600e6, value: 1 }, ORIGIN);
  expect(register.totals()[0]?.rows).toHaveLength(10);
  expect(register.warnings()).toMatchObject([{ code: "gauge-limit", count: 10 }]);
});

it("values from another time are left out and reported", () => {
  const register = new GaugeRegister();
  const cpu = register.number("cpu", null);
  const year = 366 * 86_400e6;
  for (const away of [0, -year, year, year + 1, -year - 1, 4e15])
    register.measure(cpu, { atMicros: ORIGIN + away, value: 1 }, ORIGIN);
  expect(register.totals()[0]?.rows.filter(({ stepSeconds }) => stepSeconds === 1)).toHaveLength(3);
  expect(register.warnings()).toMatchObject([{ code: "gauge-out-of-range", count: 3 }]);
});

it("failure reasons past their limit are counted together and reported", () => {
  const failures = new FailureRegister(2, 100);
  for (const reason of ["a", "b\nc", "d", "e", "a"]) failures.add(1, reason, 2, null);
  failures.add(1, "", 1, null);
  expect(failures.list()).toEqual([
    { label: 1, reason: "a", times: 4, over: null },
    { label: 1, reason: "b c", times: 2, over: null },
    { label: 1, reason: "(other reasons)", times: 5, over: null },
  ]);
  expect(failures.warnings()).toMatchObject([{ code: "failure-reasons", count: 5 }]);
});
