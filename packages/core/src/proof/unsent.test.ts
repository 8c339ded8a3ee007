import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import { quantileMicros } from "../cell/summary.ts";
import { proofOf } from "./proof.ts";
import { Sketch } from "../sketch/sketch.ts";
import { pointsOf, requestsOf, timeOuts } from "../testing/phases.ts";
import type { PhaseRequest } from "../testing/phases.ts";
import { findSteadyPhase } from "../phase/phase.ts";
import { unsentIn } from "../phase/unsent.ts";
import { withUnsent } from "../verdict/with-unsent.ts";

/** 110 requests a second for 300 s; the service stalls from 150 to 160 s. */
const stalls = (second: number) => second >= 150 && second < 160;
const load = { seconds: 300, sigma: 0.3 };
const closed = requestsOf({ ...load, rate: (second) => (stalls(second) ? 0 : 110) });
const users: PhaseRequest[] = timeOuts(10, 1, 150, 10).map((one) => ({ ...one, failed: false }));
const open = requestsOf({
  ...load,
  rate: () => 110,
  millis: (second) => (stalls(second) ? (160 - second) * 1_000 + 100 : 100),
});

function unsentOf(requests: readonly PhaseRequest[]) {
  const points = pointsOf(requests);
  return findSteadyPhase(points).holes.map((hole) => unsentIn(points, hole));
}

describe("a stall", () => {
  it("of a tool that waits for answers holds requests back", () => {
    const [unsent] = unsentOf([...closed, ...users]);
    expect(unsent?.seconds).toBeCloseTo(10, 0);
    expect(unsent?.requests).toBeGreaterThan(950);
    expect(unsent?.requests).toBeLessThan(1_150);
  });

  it("under an open load holds nothing back: the answers come late, or the requests fail", () => {
    expect(unsentOf(open).every((one) => one === null)).toBe(true);
    const refused = requestsOf({ ...load, rate: () => 110, errorShare: 0 }).map((one) =>
      stalls(one.startSeconds) ? { ...one, failed: true, millis: 1 } : one,
    );
    const found = unsentOf(refused);
    expect(found).toEqual([null]);
  });

  it("that the run ends soon after holds back as many", () => {
    const [unsent] = unsentOf([...closed.filter(({ startSeconds }) => startSeconds < 163), ...users]);
    expect(unsent?.requests).toBeGreaterThan(950);
    expect(unsent?.requests).toBeLessThan(1_150);
    const late = open.filter(({ startSeconds }) => startSeconds < 163);
    expect(unsentOf(late).every((one) => one === null)).toBe(true);
  });

  it("would have raised p99 to about what an open load measures", () => {
    const cellOf = (requests: readonly PhaseRequest[]) => {
      const all = Sketch.of(requests.map(({ millis }) => Math.round(millis * 1_000)));
      return {
        ...emptyCell(),
        requests: all.count,
        distribution: { kind: "sketch", all, failed: null },
      } as const;
    };
    const cell = cellOf([...closed, ...users]);
    const [unsent] = unsentOf([...closed, ...users]);
    if (unsent === undefined || unsent === null) throw new Error("nothing was held back");
    const estimate = quantileMicros(withUnsent(cell, [unsent]) ?? emptyCell(), 99) ?? 0;
    const measured = cellOf(open).distribution.all.quantile(0.99) ?? 0;
    expect(cell.distribution.all.quantile(0.99)).toBeLessThan(300_000);
    expect(estimate / measured).toBeGreaterThan(0.9);
    expect(estimate / measured).toBeLessThan(1.1);
  });

  it("is a reason in the proof, and refutes a load that is stated as open", () => {
    const cell = {
      ...emptyCell(),
      requests: 100_000,
      distribution: { kind: "sketch", all: new Sketch(), failed: null },
    } as const;
    cell.distribution.all.add(100_000, 100_000);
    const given = { cell, source: "samples", latencyResolutionMicros: 1, warmUpCut: true } as const;
    const unsent = [{ seconds: 10, requests: 1_100 }];
    expect(proofOf({ ...given, loadModel: "open", unsent })).toMatchObject({
      grade: "B",
      reasons: [
        "The load is stated as open, but about 1,100 requests were never sent in a stall of 10 s. With them, p99 would be about 800 ms (an estimate, not in the figures).",
      ],
    });
    expect(proofOf({ ...given, loadModel: "closed", unsent }).reasons[0]).toMatch(
      /^The tool waits for responses: about 1,100 requests were never sent in a stall of 10 s\. With them, p99/,
    );
    expect(proofOf({ ...given, loadModel: "open", unsent: [] }).grade).toBe("A");
  });
});
