import type { Overview } from "@headroom/services";
import { expect, it } from "vitest";
import { prepareLatest } from "./prepare-latest.ts";

const now = new Date("2026-03-10T10:00:00Z");
const run = {
  id: "r",
  number: 1,
  outcome: "holds",
  ranAt: new Date("2026-03-10T09:57:00Z"),
  experiment: { id: "e", name: "first-run" },
  service: { slug: "checkout", name: "checkout" },
} as Overview["latestRuns"][number];

it("names the run that came last, with its outcome", () => {
  expect(prepareLatest({ latestRuns: [run], owner: null }, now)).toEqual({
    state: "holds",
    name: "first-run, run 1",
    href: "/runs/r",
    service: "checkout",
    age: "3m ago",
  });
  const judging = { ...run, outcome: null };
  expect(prepareLatest({ latestRuns: [judging, run], owner: null }, now)?.state).toBe("pending");
});

it("says nothing before the first run, or of others' runs where only one's own are shown", () => {
  expect(prepareLatest({ latestRuns: [], owner: null }, now)).toBeNull();
  expect(prepareLatest({ latestRuns: [run], owner: "Ann" }, now)).toBeNull();
});
