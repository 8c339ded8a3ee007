import { expect, it } from "vitest";
import { testErrors } from "../comparison/error-ratio.ts";
import { findings } from "./false-discovery.ts";
import {
  incompleteBeta,
  inverseBeta,
  normalTail,
  studentQuantile,
  studentTails,
} from "./special-functions.ts";

// Values from printed tables.
it.each([
  [0, 0.5],
  [1.96, 0.0249979],
  [-1, 0.8413447],
  [4, 3.16712e-5],
])("beyond %d lies %d of a normal", (z, tail) => expect(normalTail(z)).toBeCloseTo(tail, 6));

it.each([
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [10, 2.228],
  [100, 1.984],
])("Student's t of %d degrees leaves 5 %% beyond %d", (df, t) => {
  expect(studentQuantile(0.05, df)).toBeCloseTo(t, 3);
  expect(studentTails(t, df)).toBeCloseTo(0.05, 4);
});

it("the incomplete beta is the binomial's tail", () => {
  // Three or more heads in five tosses: 16 in 32.
  expect(incompleteBeta(0.5, 3, 3)).toBeCloseTo(0.5, 12);
  expect(incompleteBeta(0.2, 2, 4)).toBeCloseTo(1 - 0.8 ** 5 - 5 * 0.2 * 0.8 ** 4, 12);
  expect(inverseBeta(0.5, 3, 3)).toBeCloseTo(0.5, 9);
});

it("three errors against none leave one in four", () => {
  const { pValue, interval } = testErrors({ errors: 0, requests: 1_000 }, { errors: 3, requests: 1_000 }, 1);
  expect(pValue).toBeCloseTo(0.25, 9);
  expect(interval).toMatchObject({ high: null });
  expect(interval?.low).toBeLessThan(1);
});

it("exposure counts: as many errors in a tenth of the requests are more of them", () => {
  const { pValue, interval } = testErrors(
    { errors: 10, requests: 10_000 },
    { errors: 10, requests: 1_000 },
    1,
  );
  expect(pValue).toBeLessThan(0.001);
  expect(interval?.low).toBeGreaterThan(3);
  expect(interval?.high).toBeGreaterThan(20);
});

it("no error at all says nothing", () => {
  expect(testErrors({ errors: 0, requests: 10 }, { errors: 0, requests: 10 }, 1)).toEqual({
    pValue: 1,
    interval: null,
  });
});

it("false discoveries are held over all that were tested", () => {
  // The example of Benjamini and Hochberg's paper: four of fifteen.
  const chances = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
  ];
  const found = findings([...chances, 0.6528, 0.759, 1, null], 0.05);
  expect(found.filter(Boolean)).toHaveLength(4);
  expect(found.slice(0, 4)).toEqual([true, true, true, true]);
  expect(findings([null, null], 0.05)).toEqual([false, false]);
});
