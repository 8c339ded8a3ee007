import { describe, expect, it } from "vitest";
import { windowsAround } from "./around-event.ts";

const NOON = 1_800_000_000 - (1_800_000_000 % 86_400) + 43_200;
const minutes = (count: number) => NOON + count * 60;
const around = (others: number[] = [], now = minutes(600), at = NOON) => windowsAround(at, { others, now });

describe("the windows around an event", () => {
  it("are an hour on each side, without the minutes in which it happens", () => {
    expect(around()).toEqual({
      before: { from: minutes(-65), to: minutes(-5) },
      after: { from: minutes(5), to: minutes(65) },
    });
  });

  it("are whole minutes, whatever the second of the event", () => {
    expect(around([], minutes(600), NOON + 29)).toEqual({
      before: { from: minutes(-65), to: minutes(-5) },
      after: { from: minutes(6), to: minutes(66) },
    });
  });

  it("stop at the events before and after", () => {
    expect(around([minutes(-30), minutes(-200), minutes(40), minutes(50)])).toEqual({
      before: { from: minutes(-25), to: minutes(-5) },
      after: { from: minutes(5), to: minutes(35) },
    });
  });

  it("are refused when another event leaves less than 15 minutes on a side", () => {
    expect(around([minutes(-24)])).toEqual({ reason: "too-close", otherAt: minutes(-24) });
    expect(around([minutes(24)])).toEqual({ reason: "too-close", otherAt: minutes(24) });
    expect(around([minutes(-25), minutes(25)])).toMatchObject({ before: {}, after: {} });
  });

  it("hold what has arrived so far, and wait for 15 minutes of it", () => {
    expect(around([], minutes(30))).toMatchObject({ after: { from: minutes(5), to: minutes(28) } });
    expect(around([], minutes(21))).toEqual({ reason: "too-early", readyAt: minutes(22) });
    expect(around([], minutes(22))).toMatchObject({ after: { to: minutes(20) } });
    expect(around([], minutes(-10))).toEqual({ reason: "too-early", readyAt: minutes(22) });
  });

  it("don't change with events of the same moment", () => {
    expect(around([NOON])).toEqual(around());
  });
});
