import { describe, expect, it } from "vitest";
import { offClockIn, offClockWith } from "./off-clock.ts";

const START = Date.parse("2026-11-27T14:00:00Z");
const atOf = (second: number) => new Date(START + second * 1_000);

/** Bodies that arrive at these seconds, with by how much their newest time is ahead of that; a round each. */
function after(...bodies: readonly (readonly [second: number, aheadSeconds: number])[]) {
  let held = {
    lastAt: null as Date | null,
    offClockAt: null as Date | null,
    offClockSeconds: null as number | null,
  };
  for (const [second, aheadSeconds] of bodies) {
    const changed = offClockWith(held, [{ at: atOf(second).toISOString(), aheadSeconds }]);
    const last = Math.max(held.lastAt?.getTime() ?? 0, atOf(second + aheadSeconds).getTime());
    held = { ...held, ...changed, lastAt: new Date(last) };
  }
  return offClockIn(held);
}

describe("data that is sent late", () => {
  it("is behind by what its newest second is, and no longer once that has arrived", () => {
    const catchingUp = [
      [0, -2_040],
      [1, -1_200],
      [2, -300],
    ] as const;
    expect(after(...catchingUp)).toEqual({ at: atOf(2).toISOString(), aheadSeconds: -300, partly: false });
    expect(after(...catchingUp, [3, -4])).toBeNull();
    expect(
      offClockWith({ lastAt: null, offClockAt: null, offClockSeconds: null }, [
        ...catchingUp.map(([second, aheadSeconds]) => ({ at: atOf(second).toISOString(), aheadSeconds })),
        { at: atOf(3).toISOString(), aheadSeconds: -4 },
      ]),
    ).toEqual({});
  });

  it("is a part if other data arrives in time, for as long as it does", () => {
    const three = [
      [0, -600],
      [1, -1],
      [2, -2],
      [15, -600],
      [16, -1],
      [17, -2],
    ] as const;
    expect(after(...three)).toEqual({ at: atOf(15).toISOString(), aheadSeconds: -600, partly: true });
  });
});

describe("a backlog of hours", () => {
  it("is over with the first data that arrives in time", () => {
    expect(after([0, -21_600], [5, -2])).toBeNull();
    expect(after([0, -21_600], [2, -7_200], [4, -300], [5, -2])).toBeNull();
  });

  it("that arrives beside data in time, is over two minutes after the last of it", () => {
    const inTime = Array.from({ length: 8 }, (_, at) => [10 + at * 15, -1] as const);
    expect(after([0, -1], [5, -21_600], ...inTime)).toMatchObject({ aheadSeconds: -21_600, partly: true });
    expect(after([0, -1], [5, -21_600], ...inTime, [130, -1])).toBeNull();
    // A source that sends late every minute isn't a backlog.
    const each = [0, 60, 120, 180].flatMap(
      (at) =>
        [
          [at, -21_600],
          [at + 1, -1],
        ] as const,
    );
    expect(after([0, -1], ...each)).toMatchObject({ aheadSeconds: -21_600 });
  });
});

describe("data with wrong times", () => {
  it("is known by the worst of them, also if other data has the right ones", () => {
    expect(after([0, 540], [1, 0])).toMatchObject({ aheadSeconds: 540 });
    expect(after([0, 5_000], [1, 0])).toMatchObject({ aheadSeconds: 5_000 });
    expect(after([0, -90_000])).toMatchObject({ aheadSeconds: -90_000, partly: false });
    expect(after([0, 0], [1, -3])).toBeNull();
  });

  it("isn't what a simulator sends of past days", () => {
    const origin = { simulated: { fromMicros: 0, toMicros: 1 }, realFromMicros: null };
    const held = { lastAt: null, offClockAt: null, offClockSeconds: null };
    expect(offClockWith(held, [{ at: atOf(0).toISOString(), aheadSeconds: -600, origin }])).toEqual({});
  });
});
