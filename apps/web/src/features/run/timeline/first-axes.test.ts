import { expect, it } from "vitest";
import { firstAxes } from "./first-axes.ts";

const point = (value: number) => ({ at: "2026-11-27T12:00:00Z", mean: value, min: value, max: value });
const gauges = ["cpu", "lag", "writes"].map((name) => ({ name, points: [point(1), point(2)] }));
const other = (name: string, standing: "may-be-limit" | null) => ({
  name,
  unit: null,
  low: 1,
  high: 1,
  usual: 1,
  highest: 1,
  isLevel: true,
  levelFrom: null,
  limit: null,
  standing,
  because: null,
  stopped: null,
});

it("what rose is drawn beside what may limit it, else what stayed level, else the first two", () => {
  const others = [other("cpu", null), other("writes", "may-be-limit")];
  expect(firstAxes(gauges, [{ name: "lag", others }])).toEqual({ left: ["lag"], right: ["writes"] });
  expect(firstAxes(gauges, [{ name: "lag", others: others.slice(0, 1) }]).right).toEqual(["cpu"]);
  expect(firstAxes(gauges, [{ name: "mean latency", others }])).toEqual({ left: ["cpu"], right: ["lag"] });
  const constant = { name: "users", points: [point(40), point(40)] };
  expect(firstAxes([constant, ...gauges.slice(0, 1)], [])).toEqual({ left: ["cpu"], right: ["users"] });
  expect(firstAxes([], [])).toEqual({ left: [], right: [] });
});
