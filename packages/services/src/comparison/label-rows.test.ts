import { expect, it } from "vitest";
import { toFigures } from "./label-rows.ts";

const label = {
  runId: "a",
  label: "GET /a",
  kind: "request" as const,
  rank: 1,
  seriesId: 1,
  finestStepSeconds: 1,
  errors: 0,
  meanMicros: null,
  p50Micros: null,
  p90Micros: null,
  p95Micros: null,
  p99Micros: null,
  p999Micros: null,
};

it("has the throughput of its items, and where each request carries one, exactly that of its requests", () => {
  const itemsOf = (requests: number, items: number, throughput: number | null) =>
    toFigures({ ...label, requests, items, throughput }).itemsThroughput;
  expect(itemsOf(100, 250, 10)).toBe(25);
  // Multiplied first, it would be 0.10000000000000002.
  expect(itemsOf(3, 3, 0.1)).toBe(0.1);
  expect([itemsOf(0, 0, 0), itemsOf(3, 3, null)]).toEqual([null, null]);
});
