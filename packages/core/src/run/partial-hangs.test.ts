import { describe, expect, it } from "vitest";
import { closedLoop } from "../testing/closed-loop.ts";
import type { ClosedLoop } from "../testing/closed-loop.ts";
import type { LoadPoint } from "./long-requests.ts";
import { findPartialHangs } from "./partial-hangs.ts";

const LOOP: ClosedLoop = { users: 50, seconds: 600 };
const HALF = { users: 25, fromSeconds: 300, toSeconds: 360 };

const requestsIn = (points: readonly LoadPoint[]) =>
  points.reduce((sum, { cell }) => sum + (cell?.requests ?? 0), 0);

/** What hangs, with the number of requests that are missing because of it. */
function found(changes: Partial<ClosedLoop>) {
  const points = closedLoop({ ...LOOP, ...changes });
  const { hang: _, ...without } = { ...LOOP, ...changes };
  return {
    hangs: findPartialHangs(points, []),
    unsent: requestsIn(closedLoop(without)) - requestsIn(points),
  };
}

describe("a partial hang", () => {
  it.each<[string, Partial<ClosedLoop>, [number, number], number]>([
    ["half of the users for 60 s of 600 s", { hang: HALF }, [300, 361], 25],
    ["a quarter for 120 s", { hang: { users: 13, fromSeconds: 200, toSeconds: 320 } }, [200, 321], 13],
    ["a tenth for 60 s", { hang: { ...HALF, users: 5 } }, [300, 361], 5],
    [
      "half for 10 s of two minutes",
      { seconds: 120, hang: { ...HALF, fromSeconds: 60, toSeconds: 70 } },
      [60, 71],
      25,
    ],
    ["half for 60 s, with time-outs after 30 s", { hang: { ...HALF, timeOutSeconds: 30 } }, [300, 366], 25],
    ["two users of four", { users: 4, hang: { ...HALF, users: 2 } }, [300, 361], 2],
    [
      "half, with slow requests among the others",
      { slow: { share: 0.05, times: 20 }, hang: HALF },
      [300, 365],
      25,
    ],
    [
      "half for 10 minutes of two hours, in slices of 10 s",
      { seconds: 7_200, stepSeconds: 10, hang: { ...HALF, toSeconds: 900 } },
      [300, 910],
      25,
    ],
  ])("%s", (_, changes, [from, to], missing) => {
    const { hangs, unsent } = found(changes);
    const [hang, ...more] = hangs;
    if (hang === undefined) throw new Error("nothing was found");
    expect(more).toEqual([]);
    expect(hang.fromSeconds).toBeGreaterThanOrEqual(from);
    expect(hang.fromSeconds).toBeLessThan(from + 15);
    expect(hang.toSeconds).toBeLessThanOrEqual(to);
    expect(hang.toSeconds).toBeGreaterThan(to - 15);
    expect(hang.users).toBeCloseTo(changes.users ?? 50, 0);
    expect(Math.abs(hang.missing - missing)).toBeLessThan(0.2 * missing);
    expect(Math.abs(hang.unsent - unsent)).toBeLessThan(0.2 * unsent);
  });

  it.each([600, 602, 605])("until the load ends, whose requests end at %i s", (toSeconds) => {
    const hang = { users: 25, fromSeconds: 480, toSeconds };
    const points = closedLoop({ ...LOOP, seconds: 600, hang });
    expect(findPartialHangs(points, [])).toMatchObject([{ users: 50, missing: expect.closeTo(25, -1) }]);
  });

  it("until the run ends, whose requests never complete, shows by what is missing", () => {
    const whole = closedLoop({
      ...LOOP,
      seconds: 600,
      hang: { users: 25, fromSeconds: 480, toSeconds: 900 },
    });
    const cut = whole.slice(0, 600);
    expect(findPartialHangs(cut, [])).toMatchObject([
      { fromSeconds: expect.closeTo(480, -1), users: 50, missing: expect.closeTo(25, -1) },
    ]);
    const healthy = closedLoop({ ...LOOP, seconds: 600 }).slice(0, 600);
    expect(findPartialHangs(healthy, [])).toEqual([]);
    // Users who leave are counted as gone.
    const leaving = cut.map((point) => ({ ...point, users: point.offsetSeconds < 480 ? 50 : 25 }));
    expect(findPartialHangs(leaving, [])).toEqual([]);
  });

  it("can come back", () => {
    const [first, second] = [HALF, { ...HALF, fromSeconds: 450, toSeconds: 480 }].map((hang) =>
      closedLoop({ ...LOOP, hang }),
    );
    const points = (first ?? []).map((point, at) => (at < 400 ? point : (second?.[at] ?? point)));
    expect(findPartialHangs(points, [])).toHaveLength(2);
  });

  it("isn't counted where a stall is already", () => {
    const points = closedLoop({ ...LOOP, hang: HALF });
    expect(findPartialHangs(points, [{ fromSeconds: 300, toSeconds: 361 }])).toEqual([]);
  });

  it("needs a gauge of users, samples, and a usual", () => {
    expect(found({ hang: HALF, gauge: false }).hangs).toEqual([]);
    const points = closedLoop({ ...LOOP, hang: HALF });
    const quoted = points.map(({ cell, ...point }) => ({
      ...point,
      cell: cell === null ? null : { ...cell, distribution: { kind: "none" as const } },
    }));
    expect(findPartialHangs(quoted, [])).toEqual([]);
    expect(findPartialHangs(points.slice(0, 19), [])).toEqual([]);
    expect(findPartialHangs([], [])).toEqual([]);
    // Fewer requests of as many users, of which no latencies are known.
    const fallen = quoted.map((point, at) =>
      at < 400 || point.cell === null
        ? point
        : {
            ...point,
            cell: { ...point.cell, requests: Math.round(point.cell.requests * 0.3), sumMicros: null },
          },
    );
    expect(findPartialHangs(fallen, [])).toEqual([]);
  });
});

describe("a healthy closed loop", () => {
  const healthy: Record<string, Partial<ClosedLoop>> = {
    "half of whose users pause": { pause: HALF },
    "all of whose users pause": { pause: { ...HALF, users: 50 } },
    "with one request that takes a minute": { hang: { ...HALF, users: 1 } },
    "that is slow to start": { hang: { users: 25, fromSeconds: 0, toSeconds: 20 } },
    "with slow requests": { slow: { share: 0.02, times: 60 } },
    "with long tails": { sigma: 1.6, thinkSeconds: 0.2 },
    "of few users with long tails": { users: 4, sigma: 1.6, thinkSeconds: 0.1 },
    "without think times": { users: 8, thinkSeconds: 0, latencySeconds: 0.4, sigma: 1.2 },
    "with long think times": { thinkSeconds: 20 },
  };
  it.each(Object.keys(healthy))("%s has none", (name) => {
    for (let seed = 1; seed <= 4; seed++)
      expect(found({ ...healthy[name], seed }).hangs, `seed ${seed}`).toEqual([]);
  });

  it("whose requests take longer for a while, and go on, has none", () => {
    const [fast, slow] = [0.1, 4].map((latencySeconds) => closedLoop({ ...LOOP, latencySeconds }));
    const points = (fast ?? []).map((point, at) => (at >= 300 && at < 400 ? (slow?.[at] ?? point) : point));
    expect(findPartialHangs(points, [])).toEqual([]);
  });
});
