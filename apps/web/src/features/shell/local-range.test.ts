import { expect, it } from "vitest";
import { readRange, toField } from "./local-range.ts";

const shown = { from: "2026-11-27T08:00:00.250Z", to: "2026-11-27T09:00:00.750Z" };
const now = new Date("2026-11-27T12:00:00Z");
const typed = (from: string, to: string) => readRange({ from, to }, { shown, now });
const local = (instant: string) => toField(instant);

it("keeps what nobody changed, and reads what was typed in the local time zone", () => {
  expect(typed(local(shown.from), local(shown.to))).toEqual({ range: shown });
  expect(typed(local("2026-11-27T08:15:30Z"), local(shown.to))).toEqual({
    range: { from: "2026-11-27T08:15:30.000Z", to: shown.to },
  });
  expect(toField(shown.from)).toMatch(/^2026-11-2\dT\d\d:\d\d:00$/);
});

it("says which field is wrong, and why", () => {
  expect(typed("", local(shown.to))).toEqual({ field: "from", problem: "Enter a date and time." });
  expect(typed(local(shown.from), "x")).toEqual({ field: "to", problem: "Enter a date and time." });
  expect(typed(local(shown.to), local(shown.from))).toMatchObject({ field: "to" });
  expect(typed(local("2026-11-28T08:00:00Z"), local("2026-11-28T09:00:00Z"))).toEqual({
    field: "from",
    problem: "Must be in the past.",
  });
});
