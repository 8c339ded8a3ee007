import { expect, it } from "vitest";
import { holesNote } from "./holes-note.ts";
import { busy, cell, verdictOf, window } from "./verdict-fixtures.ts";

const ramp = { ramp: "throughput rises by 160% of its mean" };

it("a maximum above its limit is missed, however the load changed", () => {
  expect(verdictOf("max <= 100 ms", busy, ramp).verdict).toBe("missed");
  expect(verdictOf("min >= 30 ms", busy, ramp).verdict).toBe("missed");
  expect(verdictOf("max <= 1 s", busy, ramp).verdict).toBe("unsure");
  expect(verdictOf("min <= 10 ms", busy, ramp).verdict).toBe("unsure");
});

it("an error rate is missed on a ramp if it is many times too high all along", () => {
  const failing = cell({ 20: 10_000 }, 1_000);
  expect(verdictOf("error rate <= 1%", failing, { ...ramp, leastErrorShare: 0.05 }).verdict).toBe("missed");
  expect(verdictOf("error rate <= 1%", failing, { ...ramp, leastErrorShare: 0.02 }).verdict).toBe("unsure");
  expect(verdictOf("error rate <= 1%", failing, ramp).verdict).toBe("unsure");
});

it("a reason says when no request succeeded, if that was in the judged window", () => {
  const hole = { from: "2026-11-21T12:00:20.000Z", to: "2026-11-21T12:01:05.000Z" };
  expect(verdictOf("p99 <= 200 ms", busy, { holes: [hole] }).reason).toContain(
    "No request succeeded for 45 s, from 12:00:20 to 12:01:05 UTC.",
  );
  const brief = { from: "2026-11-21T12:01:10.000Z", to: "2026-11-21T12:01:15.000Z" };
  expect(holesNote([brief, hole], window)).toBe(
    "No request succeeded for 45 s, from 12:00:20 to 12:01:05 UTC, and once more for a shorter time.",
  );
  expect(holesNote([{ from: window.to, to: "2026-11-21T12:30:00.000Z" }], window)).toBeNull();
  expect(holesNote([hole], null)).toBeNull();
});
