import { expect, it } from "vitest";
import { closedLoop } from "../testing/closed-loop.ts";
import type { LoadPoint } from "./long-requests.ts";
import { findRunPhase } from "./run-phase.ts";

const SECONDS = 600;

function phaseOf(all: readonly LoadPoint[]) {
  const points = all.slice(0, SECONDS);
  return findRunPhase({
    timeline: {
      pointSeconds: 1,
      fromSeconds: 0,
      toSeconds: SECONDS,
      points: points.flatMap(({ offsetSeconds, cell }) => (cell === null ? [] : [{ offsetSeconds, cell }])),
    },
    startSeconds: 0,
    endSeconds: SECONDS,
    users: {
      pointSeconds: 1,
      points: points.flatMap(({ offsetSeconds, users }) =>
        users === null ? [] : [{ offsetSeconds, load: users }],
      ),
    },
    loadModel: "closed",
    absent: [],
    clockJumps: false,
    liveTraffic: false,
  });
}

it("a part that users hung in until the end is no cool-down, whether what they sent was written or not", () => {
  for (const toSeconds of [600, 900]) {
    const hang = { users: 25, fromSeconds: 480, toSeconds };
    const { phase, hangs } = phaseOf(closedLoop({ users: 50, seconds: SECONDS, hang }));
    expect(hangs).toMatchObject([{ missing: expect.closeTo(25, -1), users: 50 }]);
    expect(phase.none === true ? 0 : phase.toSeconds).toBeGreaterThanOrEqual(598);
  }
});

it("a part that users left in is one", () => {
  const loop = { users: 50, seconds: SECONDS, pause: { users: 25, fromSeconds: 480, toSeconds: 900 } };
  const left = closedLoop(loop).map((point) => ({ ...point, users: point.offsetSeconds < 480 ? 50 : 25 }));
  const { phase, hangs } = phaseOf(left);
  expect(hangs).toEqual([]);
  expect(phase.none === true ? 0 : phase.toSeconds).toBeCloseTo(480, -1);
});
