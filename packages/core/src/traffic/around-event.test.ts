import { describe, expect, it } from "vitest";
import { DAY_SECONDS, HOUR_SECONDS } from "../time.ts";
import { TimeZone } from "../zone/index.ts";
import { usualWindows, windowsAround } from "./around-event.ts";

const NOON = 1_800_000_000 - (1_800_000_000 % DAY_SECONDS) + 43_200;
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

  it("take events that follow each other closely for one change", () => {
    expect(around([minutes(4), minutes(8), minutes(-3)])).toEqual({
      before: { from: minutes(-68), to: minutes(-8) },
      after: { from: minutes(13), to: minutes(73) },
    });
    expect(around([minutes(4)])).toEqual(windowsAround(minutes(4), { others: [NOON], now: minutes(600) }));
    expect(around([minutes(6)])).toEqual({ reason: "too-close", otherAt: minutes(6) });
  });
});

describe("the same windows on earlier days", () => {
  const windows = {
    before: { from: minutes(-65), to: minutes(-5) },
    after: { from: minutes(5), to: minutes(65) },
  };
  const utc = new TimeZone("UTC");

  it("are those of four weeks, latest first", () => {
    const days = usualWindows(windows, { zone: utc, busy: [] });
    expect(days).toHaveLength(28);
    expect(days[0]?.before).toEqual({ from: minutes(-65) - DAY_SECONDS, to: minutes(-5) - DAY_SECONDS });
    expect(days[27]?.after.to).toBe(minutes(65) - 28 * DAY_SECONDS);
  });

  it("leave out days on which something happened", () => {
    const at = (minute: number, days: number) => minutes(minute) - days * DAY_SECONDS;
    const busy = [
      { from: at(-69, 1), to: at(-68, 1) },
      { from: at(66, 2), to: at(67, 2) },
      { from: at(-600, 4), to: at(600, 3) },
    ];
    const days = usualWindows(windows, { zone: utc, busy }).map(
      ({ after }) => (minutes(65) - after.to) / DAY_SECONDS,
    );
    expect(days.slice(0, 3)).toEqual([2, 5, 6]);
  });

  it("have the same time on the clocks when those were changed", () => {
    const berlin = new TimeZone("Europe/Berlin");
    // 09:00 in Berlin, a week after the clocks went back.
    const from = Date.parse("2026-11-01T08:00:00Z") / 1_000;
    const shifted = usualWindows(
      { before: { from, to: from + HOUR_SECONDS }, after: { from: from + 4_200, to: from + 7_800 } },
      { zone: berlin, busy: [] },
    );
    expect(new Date((shifted[6]?.before.from ?? 0) * 1_000).toISOString()).toBe("2026-10-25T08:00:00.000Z");
    expect(new Date((shifted[7]?.before.from ?? 0) * 1_000).toISOString()).toBe("2026-10-24T07:00:00.000Z");
  });
});
