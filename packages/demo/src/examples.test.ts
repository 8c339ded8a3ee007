import { expect, it } from "vitest";
import { exampleFile } from "./examples.ts";

const now = new Date("2026-03-10T12:00:00Z");

it.each([
  ["first-run.jtl", 0],
  ["before.jtl", 10],
  ["after.jtl", 0],
])("the example %s ended just now, or %i minutes ago", (name, minutesAgo) => {
  const lines = exampleFile(name, now)?.trimEnd().split("\n").slice(1) ?? [];
  const ends = lines
    .map((line) => line.split(",").slice(0, 2).map(Number))
    .map(([at = 0, took = 0]) => at + took);
  const last = now.getTime() - Math.max(...ends) - minutesAgo * 60_000;
  expect(last).toBeGreaterThanOrEqual(0);
  expect(last).toBeLessThan(6_000);
});

it.each(["no-such.jtl", "constructor", ""])("there is no example %j", (name) => {
  expect(exampleFile(name, now)).toBeNull();
});
