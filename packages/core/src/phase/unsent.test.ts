import { describe, expect, it } from "vitest";
import { pointsOf, requestsOf, timeOuts } from "../testing/phases.ts";
import type { PhaseRequest } from "../testing/phases.ts";
import { findSteadyPhase } from "./phase.ts";
import { shapeOfHole, unsentIn } from "./unsent.ts";

const PER_SECOND = 50;

/** Fifty requests a second, of which none is sent in the silence. */
function load(seconds: number, silence: [number, number] = [0, 0], seed = 1): PhaseRequest[] {
  const silent = (second: number) => second >= silence[0] && second < silence[1];
  return requestsOf({ seconds, rate: (t) => (silent(t) ? 0 : PER_SECOND), sigma: 0.4, seed, errorShare: 0 });
}

function holesIn(requests: readonly PhaseRequest[], endSeconds?: number) {
  const points = pointsOf(requests);
  const run = { fromSeconds: 0, toSeconds: endSeconds ?? points.length };
  const phase = findSteadyPhase(points, { run });
  const found = phase.holes.map((hole) => ({
    ...hole,
    shape: shapeOfHole(points, hole),
    unsent: unsentIn(points, hole)?.requests ?? null,
  }));
  return { phase, found };
}

const answered = (requests: PhaseRequest[]) => requests.map((one) => ({ ...one, failed: false }));

describe("a service that is dead at the end", () => {
  it("is known by what hung and failed, and held back what wasn't sent until the load ended", () => {
    const { phase, found } = holesIn([...load(600, [540, 600]), ...timeOuts(20, 2, 540, 60)], 660.2);
    expect(found).toMatchObject([{ toSeconds: 661, shape: "end" }]);
    expect(found[0]?.fromSeconds).toBeLessThanOrEqual(541);
    expect(found[0]?.unsent).toBeGreaterThan(2_700);
    expect(found[0]?.unsent).toBeLessThan(3_100);
    // The time-outs of the last second, which the run only touches, count.
    expect(phase).toMatchObject({ fromSeconds: 0, toSeconds: 661 });
  });

  it("is known where nothing was sent again, because everyone waited", () => {
    const { found } = holesIn([...load(600, [540, 600]), ...timeOuts(20, 1, 540, 59.9)]);
    expect(found).toMatchObject([{ toSeconds: 600, shape: "end" }]);
    expect(found[0]?.unsent).toBeGreaterThan(2_700);
  });

  it("is known by one time-out where all users are still there, because the others never ended", () => {
    const points = pointsOf([...load(600, [541, 600]), ...timeOuts(1, 1, 540.5, 59)]);
    const withUsers = (atEnd: number) =>
      points.map((point) => ({ ...point, users: point.offsetSeconds < 599 ? 40 : atEnd }));
    const dead = withUsers(40);
    const { holes, ...phase } = findSteadyPhase(dead, { run: { fromSeconds: 0, toSeconds: 600 } });
    expect(holes).toMatchObject([{ toSeconds: 600 }]);
    expect(phase).toMatchObject({ toSeconds: 600 });
    const [hole = { fromSeconds: 0, toSeconds: 0 }] = holes;
    expect(shapeOfHole(dead, hole)).toBe("end");
    // The last of them to leave is a straggler.
    for (const left of [1, 19]) {
      const ended = findSteadyPhase(withUsers(left), { run: { fromSeconds: 0, toSeconds: 600 } });
      expect(ended.holes).toEqual([]);
      expect(ended).toMatchObject({ toSeconds: expect.closeTo(541, -1) });
    }
  });

  it("isn't the last of two users, whose request times out after the other has left", () => {
    const points = pointsOf([...load(600, [541, 600]), ...timeOuts(1, 1, 540.5, 59)]);
    const holesWith = (before: number, atEnd: number) =>
      findSteadyPhase(
        points.map((point) => ({ ...point, users: point.offsetSeconds < 599 ? before : atEnd })),
        { run: { fromSeconds: 0, toSeconds: 600 } },
      ).holes.length;
    expect([holesWith(2, 1), holesWith(2, 2), holesWith(1, 1)]).toEqual([0, 1, 1]);
  });

  it("held nothing back where every request failed at once", () => {
    const refused = load(600).map((one) =>
      one.startSeconds < 540 ? one : { ...one, millis: 1, failed: true },
    );
    expect(holesIn(refused).found).toMatchObject([{ shape: "end", unsent: null }]);
  });

  it("isn't a load that ended while a few requests hung", () => {
    const busy = requestsOf({ seconds: 540, rate: () => 400, sigma: 0.4, errorShare: 0 });
    const { found } = holesIn([...busy, ...timeOuts(7, 1, 539.9, 60)]);
    expect(found.map(({ shape, unsent }) => ({ shape, unsent }))).toEqual([{ shape: null, unsent: null }]);
  });

  it("isn't the end of a healthy run", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const tail = answered(timeOuts(seed % 4, 1, 299.5, 1 + (seed % 7)));
      for (const { shape, unsent } of holesIn([...load(300, [0, 0], seed), ...tail]).found)
        expect([shape, unsent]).toEqual([null, null]);
    }
  });
});

describe("a hole in the middle", () => {
  it("is a stall if those in flight waited for it", () => {
    const { found } = holesIn([...load(300, [150, 163]), ...answered(timeOuts(10, 1, 150, 13))]);
    expect(found).toMatchObject([{ shape: "stall" }]);
    expect(found[0]?.unsent).toBeGreaterThan(550);
    expect(found[0]?.unsent).toBeLessThan(700);
    const timedOut = holesIn([...load(300, [150, 170]), ...timeOuts(10, 2, 150, 10)]);
    expect(timedOut.found).toMatchObject([{ shape: "stall" }]);
  });

  it("is a pause of the load if nobody waited", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const from = 60 + 4 * seed;
      for (const { shape } of holesIn(load(300, [from, from + 4 + (seed % 20)], seed)).found)
        expect(shape).toBeNull();
    }
  });
});
