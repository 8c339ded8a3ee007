import { expect, it } from "vitest";
import type { GamedayAnswer } from "@headroom/contract";
import { emptyValues, freshKey, inputOf, moved, valuesOf } from "./form-values.ts";

const gameday = {
  name: "Night",
  service: { slug: "shop", name: "Shop" },
  peakDay: null,
  environment: null,
  lead: null,
  // 01:30 occurs twice that night: this is the second time.
  startsAt: "2026-11-01T06:30:00.000Z",
  endsAt: "2026-11-01T07:30:00.000Z",
  timeZone: "America/New_York",
  roles: [{ who: "Ada", does: "leads" }],
  notes: null,
  steps: [
    { id: "s", experiment: { id: "e", name: "Mix" }, title: "Mix", watcher: null, changedTargets: null },
    { id: "t", experiment: null, title: "Kill one", watcher: "Ada", changedTargets: null },
  ],
} as unknown as GamedayAnswer;

it("a time that wasn't changed stays the moment that it was", () => {
  const values = valuesOf(gameday);
  expect(values.startsAt).toBe("2026-11-01T01:30");
  expect(inputOf(values, gameday)).toMatchObject({
    startsAt: "2026-11-01T06:30:00Z",
    steps: [
      { id: "s", experiment: "e", title: null },
      { id: "t", experiment: null, title: "Kill one", watcher: "Ada" },
    ],
  });
  const later = { ...values, startsAt: "2026-11-01T02:00" };
  expect(inputOf(later, gameday).startsAt).toBe("2026-11-01T02:00");
});

it("rows that nothing was entered in are left out", () => {
  const values = emptyValues({ service: "shop", timeZone: "UTC", peakDay: "" });
  const step = { key: "a", id: null, experiment: null, title: " ", watcher: "", adoptTargets: false };
  const given = {
    ...values,
    roles: [{ key: "b", who: "", does: "" }],
    steps: [{ ...step, changedTargets: null }],
  };
  expect(inputOf(given, null)).toMatchObject({ roles: [], steps: [] });
});

it("a row moves up and down", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
});

it("a row that is added gets a key that no other has", () => {
  expect(freshKey([])).toBe("new-0");
  expect(freshKey([{ key: "s" }, { key: "new-2" }])).toBe("new-3");
});
