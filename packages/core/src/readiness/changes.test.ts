import { expect, it } from "vitest";
import { changesBetween, contradictions } from "./changes.ts";
import type { ReadinessState } from "./changes.ts";

const before: ReadinessState = {
  verdict: "not-ready",
  capacity: null,
  expected: 9_802,
  experiments: [
    { id: "a", name: "Mix", state: "unproven", newest: null },
    { id: "b", name: "Search", state: "proven", newest: { number: 3, verdict: "met" } },
    { id: "c", name: "Old", state: "proven", newest: { number: 1, verdict: "met" } },
  ],
  risks: [{ id: "r", words: "p99 <= 200 ms of Old" }],
  actions: [{ id: "x", title: "Scale up", closed: false }],
};

it("says what a reader would notice, and nothing else", () => {
  const after: ReadinessState = {
    verdict: "ready",
    capacity: 40_269,
    expected: 9_802,
    experiments: [
      { id: "a", name: "Mix", state: "accepted", newest: { number: 1, verdict: "missed" } },
      { id: "b", name: "Search", state: "proven", newest: { number: 4, verdict: "met" } },
      { id: "d", name: "New", state: "unproven", newest: null },
    ],
    risks: [{ id: "s", words: "p99 <= 200 ms of Mix" }],
    actions: [
      { id: "x", title: "Scale up", closed: true },
      { id: "y", title: "Warm the cache", closed: false },
    ],
  };
  expect(changesBetween(before, after)).toEqual([
    "From not ready to ready.",
    "Tested capacity: none, now 40,269 req/s.",
    "Mix now counts with an accepted risk: run 1 missed.",
    "Search: run 4 met.",
    "New represents the peak, and has no proof.",
    "Old no longer represents the peak.",
    "Accepted: p99 <= 200 ms of Mix.",
    "No longer accepted: p99 <= 200 ms of Old.",
    "New action: Warm the cache.",
    "Closed: Scale up.",
  ]);
  expect(changesBetween(before, before)).toEqual([]);
  expect(changesBetween({ ...before, expected: 9_802.001 }, before)).toEqual([]);
});

it("says that the day was moved, or is shown by other clocks, however little else changed", () => {
  const day = {
    startsAt: "2026-11-27T05:00:00Z",
    endsAt: "2026-11-28T05:00:00Z",
    timeZone: "America/New_York",
  };
  const moved = {
    ...day,
    startsAt: "2026-11-26T23:00:00Z",
    endsAt: "2026-11-27T23:00:00Z",
    timeZone: "Europe/Berlin",
  };
  const words = (from: object, to: object) => changesBetween({ ...before, ...from }, { ...before, ...to });
  expect(words({ day }, { day: moved })).toEqual([
    "The peak day was 27 Nov 2026, 00:00 – 28 Nov 2026, 00:00 (America/New_York), and is now 27 Nov 2026, 00:00 – 28 Nov 2026, 00:00 (Europe/Berlin).",
  ]);
  expect(words({ day }, { day: { ...day, timeZone: "Europe/Berlin" } })).toHaveLength(1);
  expect(words({ day }, { day: { ...day } })).toEqual([]);
  // Visits that were stored before the day was part of them.
  expect(words({}, { day })).toEqual([]);
});

it("knows which later runs contradict an earlier report", () => {
  const later = (change: Partial<ReadinessState["experiments"][number]>) => {
    const experiments = before.experiments.map((one) => (one.id === "b" ? { ...one, ...change } : one));
    return contradictions(before, { ...before, experiments });
  };
  expect(later({})).toEqual([]);
  expect(later({ newest: { number: 4, verdict: "met" } })).toEqual([]);
  expect(later({ newest: { number: 4, verdict: "missed" } })).toEqual(["Search: run 4 missed a target."]);
  expect(later({ state: "unproven", newest: { number: 4, verdict: "missed" } })).toEqual([
    "Search was proven, and now has no proof: run 4 missed.",
  ]);
});

it("doesn't take age, a deleted experiment, or one that was never proven for a contradiction", () => {
  const unproven = before.experiments.map((one) => ({ ...one, state: "unproven" as const }));
  expect(contradictions(before, { ...before, experiments: unproven })).toEqual([]);
  expect(contradictions(before, { ...before, experiments: [] })).toEqual([]);
  const newest = { number: 9, verdict: "missed" };
  expect(
    contradictions(
      { ...before, experiments: unproven },
      {
        ...before,
        experiments: unproven.map((one) => ({ ...one, newest })),
      },
    ),
  ).toEqual([]);
});
