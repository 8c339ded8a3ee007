import { expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { busy, cell, figures, verdictOf } from "../testing/judged.ts";

const load = { ...figures(busy), window: null };

it.each<[string, Cell, string]>([
  ["throughput >= 90/s", busy, "Throughput is 100 req/s, 10 req/s above the target of 90 req/s."],
  ["throughput >= 100/s", busy, "Throughput is 100 req/s, exactly the target of 100 req/s."],
  [
    "throughput >= 6000000 items/h",
    busy,
    "Item throughput is 6,120,000 items/h, 120,000 items/h above the target of 6,000,000 items/h.",
  ],
  ["mean <= 20 ms", busy, "Mean latency is 25.2 ms, 5.2 ms above the target of 20 ms."],
  ["max <= 399000 us", busy, "Max latency is 400,000 µs, 1,000 µs above the target of 399,000 µs."],
  [
    "error rate <= 0.1%",
    cell({ 20: 1_000 }, 1_000),
    "Error rate is 100%, 99.9 percentage points above the target of 0.1%.",
  ],
])("a reason is a sentence with a capital, and has units: %s", (text, all, reason) => {
  expect(verdictOf(text, all).reason).toBe(reason);
});

it("has a fourth digit only where three don't tell a figure from its target", () => {
  expect(verdictOf("mean <= 25 ms", busy).reason).toMatch(
    /^Mean latency is 25\.15 ms, 0\.15 ms above the target of 25 ms\./,
  );
  expect(verdictOf("p99 <= 2 s", cell({ 199.52: 9_000 })).reason).toMatch(
    /^p99 is 0\.2 s, 1\.8 s below the target of 2 s\./,
  );
});

it("names the load and the label", () => {
  expect(verdictOf("throughput >= 90/s at 600 users", busy, { atUsers: () => load }).reason).toBe(
    "Throughput at 600 users is 100 req/s, 10 req/s above the target of 90 req/s.",
  );
  const labels = { figures: figures(busy, { "GET /": cell({ 20: 5_000 }, 50) }) };
  expect(verdictOf('error rate of "GET /" <= 0.5%', busy, labels).reason).toBe(
    "Error rate of “GET /” is 1%, 0.5 percentage points above the target of 0.5%.",
  );
});

it("judges the load achieved in words of its own", () => {
  expect(verdictOf("achieved >= 95%", busy, { achieved: 0.9 }).reason).toBe(
    "Achieved load is 90%, 5 percentage points below the target of 95%.",
  );
});

it("begins with the gauge's statistic", () => {
  const gauge = () => ({ unit: "%", mean: 60, min: 10, max: 85.2 });
  expect(verdictOf("max cpu <= 80%", busy, { gauge }).reason).toBe(
    "Max cpu is 85.2%, 5.2 percentage points above the target of 80%.",
  );
});

it("counts one of something as one", () => {
  expect(verdictOf("p99 <= 200 ms", cell({ 20: 1 })).reason).toBe(
    "p99 is 20 ms, 180 ms below the target of 200 ms. Too few requests: 1 request can't show it with 90% confidence. About 460 requests (12h 46m 40s at this rate) would settle it.",
  );
  const quoted = (requests: number): Cell => ({
    ...cell({ 20: requests }),
    distribution: { kind: "quoted", micros: { p99: 20_000 } },
  });
  expect(verdictOf("p99 <= 200 ms", quoted(1)).reason).toContain("only 0 of 1 are beyond p99");
  expect(verdictOf("p99 <= 200 ms", quoted(100)).reason).toContain("only 1 of 100 is beyond p99");
  expect(verdictOf("error rate <= 0.1%", cell({ 20: 1 })).reason).toBe(
    "Error rate is 0%, 0.1 percentage points below the target of 0.1%. By chance, the true figure may be as high as 90% (90% confidence). About 2,400 requests (66h 40m at this rate) would settle it.",
  );
  expect(verdictOf("max <= 1 s", cell({ 20: 1 })).reason).toContain(
    "Too few requests: a maximum needs at least 30, and the window has 1.",
  );
  expect(verdictOf("p99 <= 1 s at 1 user", busy).reason).toContain("when 1 user was active");
});

it("claims a ceiling for the error rate only where the requests allow one", () => {
  const reason = (requests: number) => verdictOf("error rate <= 0%", cell({ 20: requests })).reason;
  expect(reason(3)).toBe(
    "Error rate is 0%, exactly the target of 0%. A target of 0% is judged as measured: no number of requests could prove it.",
  );
  expect(reason(4)).toContain("No errors in 4 requests: the true rate is below 75% with 95% confidence.");
  expect(reason(3_000)).toContain("is below 0.10% with");
  expect(reason(2_000_000_000)).toContain("is below 0.00000015% with");
});

it("never rounds a load that fell short up to what would have been enough", () => {
  expect(verdictOf("p99 <= 200 ms", busy, { achieved: 0.94996 }).reason).toContain(
    "Only 94.9% of the expected requests completed",
  );
});

it("says that nothing completed in an outage", () => {
  expect(verdictOf("p99 <= 200 ms", emptyCell()).reason).toBe("No requests completed in the judged window.");
});
