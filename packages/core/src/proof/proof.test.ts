import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { proofOf } from "./proof.ts";
import type { ProofInput } from "./proof.ts";
import { Sketch } from "../sketch/sketch.ts";

function sampled(requests: number, micros = 120_000): Cell {
  const all = new Sketch();
  all.add(micros, requests);
  return { ...emptyCell(), requests, distribution: { kind: "sketch", all, failed: null } };
}

const best: ProofInput = {
  cell: sampled(100_000),
  source: "samples",
  loadModel: "open",
  latencyResolutionMicros: 1,
  warmUpCut: true,
};

const grade = (changes: Partial<ProofInput>) => proofOf({ ...best, ...changes }).grade;

describe("the proof of a percentile", () => {
  it("is A for many fine samples of an open load without warm-up", () => {
    expect(proofOf(best)).toEqual({
      grade: "A",
      source: "samples",
      errorBound: 0.005,
      exact: ["p50", "p90", "p95", "p99", "p99.9"],
      beyond: { p50: 50_000, p90: 10_000, p95: 5_000, p99: 1_000, "p99.9": 100 },
      reasons: [],
      overrides: [],
    });
  });

  it.each<[string, Partial<ProofInput>, string, RegExp]>([
    ["a closed load", { loadModel: "closed" }, "B", /coordinated omission/],
    ["an unknown load", { loadModel: "unknown" }, "B", /may wait/],
    [
      "live traffic",
      { loadModel: "unknown", liveTraffic: true, source: "sketch" },
      "B",
      /users may wait or leave/,
    ],
    ["warm-up", { warmUpCut: false }, "B", /warm-up/],
    [
      "coarse rounding",
      { cell: sampled(100_000, 12_000), latencyResolutionMicros: 1_000 },
      "B",
      /1 ms.*coarse/,
    ],
    ["fine rounding", { latencyResolutionMicros: 1_000 }, "A", /1 ms/],
    ["few beyond p99.9", { cell: sampled(5_000) }, "A", /5 beyond p99\.9/],
    ["few beyond p99", { cell: sampled(500) }, "B", /5 beyond p99,/],
    ["none beyond p99", { cell: sampled(83) }, "C", /0 beyond p99,/],
    ["no requests", { cell: emptyCell() }, "D", /No requests/],
  ])("says %s", (_, changes, expected, reason) => {
    const proof = proofOf({ ...best, ...changes });
    expect(proof.grade).toBe(expected);
    expect(proof.reasons).toEqual([expect.stringMatching(reason)]);
  });

  it("is C for the source's buckets and D for the tool's own figures, without a bound of ours", () => {
    const buckets: Cell = {
      ...sampled(100_000),
      distribution: { kind: "buckets", upperBoundsMicros: [1_000], counts: [99_000, 1_000] },
    };
    const quoted: Cell = { ...sampled(100_000), distribution: { kind: "quoted", micros: { p99: 240_000 } } };
    const listing = {
      ...buckets,
      distribution: { ...buckets.distribution, listedMicros: { p50: 900, p75: 950 } },
    };
    expect(proofOf({ ...best, cell: listing, source: "buckets" })).toMatchObject({
      grade: "C",
      reasons: ["The source reports buckets, and states p50 itself. Only a range of the others is known."],
    });
    expect(proofOf({ ...best, cell: buckets, source: "buckets" })).toMatchObject({
      grade: "C",
      errorBound: null,
    });
    expect(proofOf({ ...best, cell: quoted, source: "quoted" })).toMatchObject({
      grade: "D",
      errorBound: null,
    });
    expect(grade({ cell: { ...sampled(100_000), distribution: { kind: "none" } }, source: "quoted" })).toBe(
      "D",
    );
  });

  it("says that nobody knows how many requests are behind a percentile whose source states a rate", () => {
    const quoted: Cell = { ...sampled(100_000), distribution: { kind: "quoted", micros: { p99: 240_000 } } };
    const proof = proofOf({ ...best, cell: quoted, source: "quoted", absent: ["request-count"] });
    expect(proof.beyond.p99).toBe(0);
    expect(proof.reasons).toContainEqual(expect.stringContaining("without the number of requests"));
  });

  it("says only that there are no percentiles of a source that states a mean alone", () => {
    const bare: Cell = { ...sampled(0), distribution: { kind: "none" } };
    for (const absent of [["requests"], ["request-count"], ["requests", "request-count"]] as const)
      expect(proofOf({ ...best, cell: bare, source: "none", absent })).toMatchObject({
        grade: "D",
        reasons: ["The source reports no percentiles."],
      });
  });

  it("is graded by its weakest side and names them all", () => {
    const proof = proofOf({
      ...best,
      cell: sampled(83),
      loadModel: "closed",
      warmUpCut: false,
      overrides: ["steady phase"],
    });
    expect(proof.grade).toBe("C");
    expect(proof.reasons).toHaveLength(3);
    expect(proof.overrides).toEqual(["steady phase"]);
  });
});
