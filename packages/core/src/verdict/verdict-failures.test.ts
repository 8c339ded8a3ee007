import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { figures, verdictOf } from "../testing/judged.ts";

/** So many successful and failed requests of one latency each, in milliseconds. */
function mixed(good: [millis: number, count: number], bad: [millis: number, count: number]): Cell {
  const all = new Sketch();
  const failed = new Sketch();
  if (good[1] > 0) all.add(good[0] * 1_000, good[1]);
  if (bad[1] > 0) {
    all.add(bad[0] * 1_000, bad[1]);
    failed.add(bad[0] * 1_000, bad[1]);
  }
  return {
    ...emptyCell(),
    requests: all.count,
    errors: failed.count,
    items: all.count,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed },
  };
}

describe("failed requests", () => {
  it("meet nothing when every request fails, however fast", () => {
    const dead = mixed([0, 0], [1, 20_000]);
    for (const text of ["p95 <= 300 ms", "mean <= 300 ms", "max <= 1 s", "throughput >= 100/s"]) {
      expect(verdictOf(text, dead), text).toMatchObject({
        verdict: "missed",
        value: null,
        margin: null,
        failures: "all",
        reason: "Every request failed, so nothing met this target.",
      });
    }
    expect(verdictOf("p95 <= 300 ms as measured", dead).verdict).toBe("missed");
  });

  it("don't hide that the successful requests are too slow", () => {
    const half = mixed([410, 600], [1, 19_400]);
    expect(verdictOf("p95 <= 300 ms", half)).toMatchObject({
      verdict: "missed",
      value: expect.closeTo(409.2, 1),
      failures: "hide",
      reason:
        "p95 of successful requests is 409 ms, 109 ms above the target of 300 ms. With failed requests included, it is 1.001 ms.",
    });
  });

  it("don't count as throughput that was reached", () => {
    const half = mixed([20, 5_000], [1, 5_000]);
    expect(verdictOf("throughput >= 90/s", half)).toMatchObject({
      verdict: "missed",
      value: 50,
      failures: "hide",
    });
    expect(verdictOf("throughput >= 50/s", half)).toMatchObject({
      verdict: "met",
      value: 100,
      failures: null,
    });
  });

  it("that time out are named as the cause of a miss", () => {
    const hanging = mixed([20, 9_700], [30_000, 300]);
    const verdict = verdictOf("p99 <= 200 ms", hanging);
    expect(verdict).toMatchObject({ verdict: "missed", failures: "cause" });
    expect(verdict.reason).toContain("Failed requests cause this: without them, it is 20.07 ms.");
  });

  it("of a label count for the target of that label", () => {
    const input = {
      figures: figures(mixed([20, 9_000], [1, 1_000]), { "GET /": mixed([0, 0], [1, 1_000]) }),
    };
    expect(verdictOf('p95 of "GET /" <= 1 s', emptyCell(), input)).toMatchObject({
      verdict: "missed",
      failures: "all",
    });
  });

  it("change nothing where they are few, or nobody says which they are", () => {
    expect(verdictOf("p95 <= 300 ms", mixed([20, 9_990], [1, 10]))).toMatchObject({
      verdict: "met",
      failures: null,
    });
    const untold = { ...figures(mixed([20, 0], [1, 1_000])), absent: ["errors" as const] };
    expect(verdictOf("p95 <= 300 ms", emptyCell(), { figures: untold })).toMatchObject({ verdict: "met" });
  });
});
