import { describe, expect, it } from "vitest";
import { emptyCell, successfulOnly } from "./cell.ts";
import type { Cell } from "./cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { summarize } from "./summary.ts";

const cell: Cell = {
  requests: 4,
  errors: 1,
  items: 68,
  bytes: 0,
  sumMicros: 10_001,
  minMicros: 1,
  maxMicros: 5_000,
  distribution: { kind: "sketch", all: Sketch.of([1, 2_000, 3_000, 5_000]), failed: Sketch.of([5_000]) },
};

describe("a summary", () => {
  it("gives rates per second, shares and milliseconds to the microsecond", () => {
    expect(summarize(cell, { durationSeconds: 2 })).toEqual({
      requests: 4,
      items: 68,
      errors: 1,
      errorRate: 0.25,
      durationSeconds: 2,
      throughput: 2,
      itemsThroughput: 34,
      latencyMs: {
        min: 0.001,
        mean: 2.5,
        p50: expect.closeTo(2, 1),
        p90: 5,
        p95: 5,
        p99: 5,
        "p99.9": 5,
        max: 5,
      },
    });
  });

  it("has null for what is not known, and for rates of no time", () => {
    expect(summarize(emptyCell(), { durationSeconds: 0 })).toMatchObject({
      requests: 0,
      errorRate: null,
      throughput: null,
      latencyMs: { min: null, mean: null, p50: null, "p99.9": null, max: null },
    });
    const successful = successfulOnly(cell);
    if (successful === null) throw new Error("the failed are known apart");
    expect(summarize(successful, { durationSeconds: null })).toMatchObject({
      requests: 3,
      items: null,
      throughput: null,
      itemsThroughput: null,
    });
  });

  it("has the rate of requests that only their rate is known of", () => {
    expect(summarize(cell, { durationSeconds: 2, absent: ["request-count"] })).toMatchObject({
      requests: null,
      items: null,
      errorRate: 0.25,
      throughput: 2,
      itemsThroughput: 34,
    });
  });

  it("takes quoted percentiles at the tool's word and makes up none", () => {
    const quoted: Cell = {
      ...cell,
      distribution: { kind: "quoted", micros: { p99: 240_000, "p99.9": 300_500 } },
    };
    const { latencyMs } = summarize(quoted, { durationSeconds: 1 });
    expect(latencyMs).toMatchObject({ p50: null, p99: 240, "p99.9": 300.5 });
    const buckets: Cell = {
      ...cell,
      distribution: { kind: "buckets", upperBoundsMicros: [9], counts: [1, 3] },
    };
    expect(summarize(buckets, { durationSeconds: 1 }).latencyMs.p50).toBeNull();
  });
});
