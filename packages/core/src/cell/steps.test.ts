import { expect, it } from "vitest";
import { levelOfInterval, STEPS, stepWithin, widthOfInterval } from "./steps.ts";

it.each([
  [0.25, 1, 1],
  [1, 1, 1],
  [1.003, 1, 1],
  [5, 10, 10],
  [10.9, 10, 10],
  [30, 60, 60],
  [45, 60, 60],
  [300, 600, 600],
  [420, 600, 600],
  [900, 600, 1_200],
  [1_800, 600, 1_800],
  [1_800.4, 600, 1_800],
  [2_700, 600, 3_600],
  [3_600, 600, 3_600],
  [28_800, 600, 28_800],
  [86_400, 600, null],
])("an interval of %d s is stored in steps of %d s and read in no less than %d s", (seconds, step, width) => {
  expect(STEPS[levelOfInterval(seconds)]).toBe(step);
  expect(widthOfInterval(seconds)).toBe(width);
  if (width !== null) expect(stepWithin(width)).toBe(step);
});
