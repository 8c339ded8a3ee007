import { describe, expect, it } from "vitest";
import { alertStateOf, isNews, isQuietAt } from "./alert-state.ts";
import type { Judged, SloAlertState } from "./alert-state.ts";

type State = Judged["burnRates"][number]["state"];
const rules = (fast: State, slow: State): Judged["burnRates"] => [
  { severity: "page", state: fast },
  { severity: "page", state: "quiet" },
  { severity: "ticket", state: slow },
];

describe("the state of an alert", () => {
  it.each<[Judged["state"], State, State, SloAlertState | null]>([
    ["kept", "quiet", "quiet", "ok"],
    ["kept", "quiet", "alert", "burning-slowly"],
    ["kept", "alert", "alert", "burning-fast"],
    ["spent", "quiet", "quiet", "spent"],
    ["spent", "quiet", "alert", "spent"],
    ["spent", "alert", "quiet", "burning-fast"],
    ["spent", "no-requests", "no-requests", "spent"],
    ["kept", "no-requests", "quiet", null],
    ["kept", "unsure", "quiet", null],
    ["unsure", "quiet", "quiet", null],
    ["unsure", "alert", "quiet", "burning-fast"],
    ["no-requests", "quiet", "quiet", null],
    ["no-requests", "no-requests", "no-requests", null],
  ])("of a budget that is %s, with the rules %s and %s, is %s", (state, fast, slow, expected) => {
    expect(alertStateOf({ state, burnRates: rules(fast, slow) }, null)).toBe(expected);
  });

  it("gets better only by what was measured", () => {
    const spent = { state: "spent", burnRates: rules("no-requests", "quiet") } as const;
    expect(alertStateOf(spent, "burning-fast")).toBe("burning-fast");
    expect(alertStateOf(spent, "ok")).toBe("spent");
    expect(alertStateOf({ ...spent, burnRates: rules("quiet", "quiet") }, "burning-fast")).toBe("spent");
    const silent = { state: "no-requests", burnRates: rules("no-requests", "no-requests") } as const;
    expect(alertStateOf(silent, "spent")).toBe("spent");
  });
});

describe("people are notified", () => {
  it.each<[SloAlertState, SloAlertState, boolean, boolean]>([
    ["ok", "burning-fast", false, true],
    ["burning-fast", "burning-fast", false, false],
    ["burning-fast", "burning-slowly", false, true],
    ["burning-fast", "burning-slowly", true, false],
    ["burning-slowly", "burning-fast", true, true],
    ["spent", "burning-fast", true, true],
    ["burning-fast", "ok", true, true],
  ])("after %s of %s, acknowledged: %s? %s", (sent, state, isAcknowledged, expected) => {
    expect(isNews({ state, sent, isAcknowledged })).toBe(expected);
  });
});

describe("quiet hours", () => {
  const night = { fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: "Europe/Berlin" };
  it.each([
    ["2026-11-23T20:59:00Z", false],
    ["2026-11-23T21:00:00Z", true],
    ["2026-11-24T05:59:00Z", true],
    ["2026-11-24T06:00:00Z", false],
    // In summer time.
    ["2026-07-01T20:00:00Z", true],
    ["2026-07-01T05:00:00Z", false],
  ])("over midnight: %s, %s", (moment, expected) => {
    expect(isQuietAt(night, new Date(moment))).toBe(expected);
  });

  it("within a day", () => {
    const noon = { fromMinute: 720, toMinute: 780, timeZone: "UTC" };
    expect(isQuietAt(noon, new Date("2026-11-23T12:30:00Z"))).toBe(true);
    expect(isQuietAt(noon, new Date("2026-11-23T13:00:00Z"))).toBe(false);
  });
});
