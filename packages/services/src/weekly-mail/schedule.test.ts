import { expect, it } from "vitest";
import { dueAfter, firstSchedule, isTooLate, movedTo } from "./schedule.ts";

const at = (iso: string) => new Date(iso);

it("is due on Mondays at 8 by the person's own clocks, whatever they do in between", () => {
  const berlin: string[] = [];
  for (let due = at("2026-10-13T00:00:00Z"), week = 0; week < 3; week++) {
    due = dueAfter("Europe/Berlin", due);
    berlin.push(due.toISOString());
  }
  expect(berlin).toEqual([
    "2026-10-19T06:00:00.000Z",
    "2026-10-26T07:00:00.000Z",
    "2026-11-02T07:00:00.000Z",
  ]);
});

it("is about the week before it, the first one too", () => {
  expect(firstSchedule("America/New_York", at("2026-11-26T12:00:00Z"))).toEqual({
    dueAt: at("2026-11-30T13:00:00Z"),
    toldUntil: at("2026-11-23T13:00:00Z"),
  });
});

it("comes late once, until Tuesday evening, and then no more", () => {
  const due = at("2026-11-30T07:00:00Z");
  expect(isTooLate(due, due)).toBe(false);
  expect(isTooLate(due, at("2026-12-01T19:00:00Z"))).toBe(false);
  expect(isTooLate(due, at("2026-12-01T19:00:01Z"))).toBe(true);
  expect(isTooLate(due, at("2026-12-21T07:00:00Z"))).toBe(true);
});

it("isn't due twice on a Monday on which somebody moves west", () => {
  const sent = at("2026-11-30T07:00:05Z");
  const moved = movedTo("America/New_York", sent, at("2026-11-30T09:00:00Z"));
  expect(moved).toEqual(at("2026-12-07T13:00:00Z"));
  expect(movedTo("America/New_York", sent, at("2026-12-04T09:00:00Z"))).toEqual(moved);
});
