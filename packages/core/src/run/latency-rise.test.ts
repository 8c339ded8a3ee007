import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { requestsOf } from "../testing/phases.ts";
import type { PhaseRequest } from "../testing/phases.ts";
import { findRunPhase } from "./run-phase.ts";

interface Known {
  loadModel?: string;
  users?: ((second: number) => number) | null;
}

/** The phase of a run that is cut off at its end, as a tool does it. */
function phaseOf(requests: readonly PhaseRequest[], seconds: number, known: Known = {}) {
  const { loadModel = "unknown", users = null } = known;
  const cells = new Map<number, Sketch>();
  for (const { startSeconds, millis } of requests) {
    const second = Math.floor(startSeconds + millis / 1_000);
    if (second >= seconds) continue;
    const sketch = cells.get(second) ?? new Sketch();
    cells.set(second, sketch);
    sketch.add(Math.max(1, Math.round(millis * 1_000)));
  }
  const points = [...cells].toSorted(([a], [b]) => a - b);
  return findRunPhase({
    timeline: {
      pointSeconds: 1,
      fromSeconds: 0,
      toSeconds: seconds,
      points: points.map(([offsetSeconds, all]) => ({ offsetSeconds, cell: cellOf(all) })),
    },
    startSeconds: 0,
    endSeconds: seconds,
    users:
      users === null
        ? null
        : {
            pointSeconds: 5,
            points: Array.from({ length: seconds / 5 }, (_, at) => ({
              offsetSeconds: at * 5,
              load: users(at * 5),
            })),
          },
    loadModel,
    absent: [],
    clockJumps: false,
    liveTraffic: false,
  });
}

function cellOf(all: Sketch): Cell {
  return {
    ...emptyCell(),
    requests: all.count,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: null },
  };
}

/** Twenty requests a second, with a p50 that grows to so many times its first value from a second on. */
const leaking = (times: number, { from = 0, seconds = 600 } = {}) =>
  requestsOf({
    seconds,
    rate: () => 20,
    sigma: 0.6,
    millis: (t) => 80 * times ** (Math.max(0, t - from) / (seconds - from)),
  });

describe("latency that rises", () => {
  it.each([
    [{ loadModel: "open" }, "requests", 20],
    [{ loadModel: "closed", users: () => 10 }, "users", 10],
    [{ users: (t: number) => 10 + (t % 2) }, "users", 10],
  ] as const)("under a load that stays the same is judged and described: %j", (known, of, load) => {
    const { phase, rise } = phaseOf(leaking(9.8), 600, known);
    expect(phase).toMatchObject({ fromSeconds: 0, toSeconds: 600 });
    expect(rise?.of).toBe(of);
    expect(Math.abs((rise?.load ?? 0) - load)).toBeLessThanOrEqual(1);
    expect(rise?.figures.map(({ metric }) => metric)).toEqual(["p50", "p95", "p99"]);
    for (const { beforeMs, afterMs } of rise?.figures ?? []) {
      expect(afterMs / beforeMs).toBeGreaterThan(5);
      expect(afterMs / beforeMs).toBeLessThan(12);
    }
  });

  it("after a fast start is no warm-up that was left out", () => {
    const { phase, rise } = phaseOf(leaking(8, { from: 100 }), 600, { loadModel: "open" });
    expect(phase).toMatchObject({ fromSeconds: 0, toSeconds: 600 });
    expect(rise).not.toBeNull();
  });

  it("is a ramp where nobody knows the load", () => {
    for (const known of [{}, { loadModel: "closed" }]) {
      const { phase, rise } = phaseOf(leaking(9.8), 600, known);
      expect(phase).toMatchObject({ none: true, ramp: true });
      expect(rise).toBeNull();
    }
  });

  it("is a ramp where the load rises", () => {
    const rising = requestsOf({ seconds: 600, rate: (t) => 5 + t / 10, millis: (t) => 80 * 9 ** (t / 600) });
    for (const known of [{ loadModel: "open" }, { users: (t: number) => 1 + t / 10 }])
      expect(phaseOf(rising, 600, known)).toMatchObject({ phase: { none: true, ramp: true }, rise: null });
  });

  it("may come from a rate that goes on rising where the service could no longer follow", () => {
    const saturated = requestsOf({
      seconds: 600,
      rate: (t) => Math.min(60, t / 2),
      millis: (t) => 80 * 9 ** (Math.max(0, t - 120) / 480),
    });
    expect(phaseOf(saturated, 600, { loadModel: "open" })).toMatchObject({
      phase: { none: true, ramp: true },
      rise: null,
    });
  });

  it("is never found in a steady run, whatever the load", () => {
    const found = Array.from({ length: 60 }, (_, at) => {
      const known = [{ loadModel: "open" }, { users: () => 10 }, { users: (t: number) => Math.min(10, t) }];
      const [rate, memory] = [[5, 20, 50][at % 3] ?? 5, at % 2 === 0 ? 0 : 0.9];
      const warming = (t: number) => 80 * (1 + (at % 4) * 0.5 * Math.exp(-t / 15));
      const drawn = requestsOf({ seconds: 300, rate: () => rate, memory, millis: warming, seed: at + 1 });
      return phaseOf(drawn, 300, known[at % 3]);
    });
    expect(found.filter(({ rise }) => rise !== null)).toEqual([]);
    expect(found.filter(({ phase }) => phase.none === true && phase.ramp)).toEqual([]);
  });
});
