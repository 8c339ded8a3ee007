import { describe, expect, it } from "vitest";
import { busy, cell, figures, verdictOf, window } from "../testing/judged.ts";

const ramp = { ramp: { code: "throughput-trend", change: 1.6 } as const };

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
  const said = (...holes: (typeof hole)[]) => verdictOf("p99 <= 200 ms", busy, { holes }).reason;
  expect(said(hole)).toContain("No request succeeded for 45 s, from 12:00:20 to 12:01:05 UTC.");
  const brief = { from: "2026-11-21T12:01:10.000Z", to: "2026-11-21T12:01:15.000Z" };
  expect(said(brief, hole)).toContain(
    "No request succeeded for 45 s, from 12:00:20 to 12:01:05 UTC, and once more for a shorter time.",
  );
  expect(said({ from: window.to, to: "2026-11-21T12:30:00.000Z" })).not.toContain("succeeded");
  expect(verdictOf("p99 <= 200 ms", busy, { holes: [hole], window: null }).reason).not.toContain("succeeded");
});

describe("a stall in which requests were never sent", () => {
  const stall = { from: "2026-11-21T12:00:20.000Z", to: "2026-11-21T12:00:40.000Z", unsent: 1_000 };
  const held = (text: string, changes = {}) => verdictOf(text, busy, { holes: [stall], ...changes });

  it("leaves a latency target unsure that only the others met", () => {
    expect(held("p99 <= 200 ms").verdict).toBe("unsure");
    expect(held("p99 <= 200 ms").reason).toContain(
      "About 1,000 requests were never sent in a stall of 20 s. With them, p99 would be about 18,000 ms. If the pause was planned, judge the target “as measured”.",
    );
    expect(held("mean <= 100 ms").verdict).toBe("unsure");
    expect(held("max <= 1 s").reason).toContain("max latency would be about 20 s.");
  });

  it("changes nothing where those would have met it too, or didn't matter", () => {
    expect(held("p50 <= 200 ms").verdict).toBe("met");
    expect(held("p99 <= 30 s").verdict).toBe("met");
    expect(held("error rate <= 1%").verdict).toBe("met");
    expect(held("p99 <= 50 ms").verdict).toBe("missed");
    expect(held("p99 >= 50 ms").verdict).toBe("met");
  });

  it("is left aside as measured, outside the judged window, and where requests were sent", () => {
    expect(held("p99 <= 200 ms as measured").verdict).toBe("met");
    const elsewhere = { ...stall, from: window.to, to: "2026-11-21T12:30:00.000Z" };
    expect(held("p99 <= 200 ms", { holes: [elsewhere] }).verdict).toBe("met");
    expect(held("p99 <= 200 ms", { holes: [{ from: stall.from, to: stall.to }] }).verdict).toBe("met");
  });

  it("holds back the requests of a label by their share of all", () => {
    const rare = cell({ 20: 100 });
    const judged = (label: ReturnType<typeof cell>) =>
      verdictOf('p90 of "GET /cart" <= 100 ms', busy, {
        holes: [{ ...stall, unsent: 100 }],
        figures: figures(busy, { "GET /cart": label }),
      }).verdict;
    // 1 request of 101 waited; with all 100 it would be half of them.
    expect(judged(rare)).toBe("met");
    expect(
      verdictOf('p99 of "GET /cart" <= 100 ms', busy, {
        holes: [stall],
        figures: figures(busy, { "GET /cart": cell({ 20: 10_000 }) }),
      }).verdict,
    ).toBe("unsure");
  });
});
