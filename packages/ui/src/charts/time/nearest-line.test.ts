import { expect, it } from "vitest";
import type { TimeLine } from "../model/time-model.ts";
import { nearestLine, nextLine } from "./nearest-line.ts";

const line = (series: string, ...values: (number | null)[]): TimeLine => ({
  series,
  name: series,
  color: "",
  width: 1,
  values,
});
const lines = [line("low", 10, 30), line("high", 20, 25), line("ends", 15, null)];
const up = (value: number) => 100 - value;

it("finds the line that the pointer is at", () => {
  const at = (index: number, y: number) => nearestLine(lines, { index, y }, up);
  expect([at(0, 91), at(0, 86), at(0, 79)]).toEqual(["low", "ends", "high"]);
  expect(at(1, 84)).toBe("high");
  expect(at(0, 20)).toBeNull();
});

it("goes up and down among the lines that have a value there", () => {
  const to = (index: number, from: string | null, by: 1 | -1) => nextLine(lines, { index, from, by });
  expect([to(0, "low", 1), to(0, "ends", 1), to(0, "high", 1)]).toEqual(["ends", "high", null]);
  expect([to(1, "low", -1), to(0, null, 1), to(0, null, -1)]).toEqual(["high", "low", "high"]);
});
