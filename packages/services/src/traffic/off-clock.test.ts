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
