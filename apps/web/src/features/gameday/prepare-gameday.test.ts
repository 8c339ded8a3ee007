import { describe, expect, it } from "vitest";
import type { FindingAnswer, GamedayRunAnswer } from "@headroom/contract";
import {
  countsText,
  findingSince,
  headlineOf,
  listSentence,
  progressText,
  runLine,
  stateText,
  windowText,
} from "./prepare-gameday.ts";

const times = {
  startsAt: "2026-11-20T01:00:00.000Z",
  endsAt: "2026-11-20T02:00:00.000Z",
  timeZone: "America/New_York",
};
const run: GamedayRunAnswer = {
  id: "r",
  number: 3,
  at: "2026-11-20T01:10:00.000Z",
  endedAt: "2026-11-20T01:15:00.000Z",
  status: "finished",
  environment: "shadow",
  simulated: false,
  verdict: "missed",
  outcome: "misses",
  leftOut: null,
  results: [{ text: "p99 <= 200 ms", value: 240.4, unit: "ms", verdict: "missed" }],
};

it("a window is by the clocks of its zone", () => {
  expect(windowText(times)).toBe("19 Nov 2026, 20:00–21:00 (America/New_York)");
});

describe("the headline of a gameday", () => {
  const of = (change: Partial<Parameters<typeof headlineOf>[0]>) =>
    headlineOf({
      ...times,
      phase: "planned",
      now: "2026-11-19T23:00:00.000Z",
      steps: [],
      closed: null,
      sentence: "Of 2 steps: 1 missed, 1 to go.",
      ...change,
    });

  it("says when it starts, how it goes, and what is to be done after it", () => {
    expect(of({})).toEqual({ lead: "Starts in 2h.", rest: "Nothing is planned yet." });
    expect(of({ phase: "running", now: "2026-11-20T01:40:00.000Z" })).toEqual({
      lead: "Of 2 steps: 1 missed, 1 to go.",
      rest: "20m left.",
    });
    expect(of({ phase: "ended" }).rest).toBe("The window is over. Close the gameday to freeze its report.");
    const closed = { at: times.endsAt, by: "Ada", findings: [], changes: [] };
    expect(of({ phase: "closed", closed }).rest).toBe("Closed by Ada.");
  });
});

describe("a run of a step", () => {
  it("has each target with its figure", () => {
    expect(runLine(run, times)).toMatchObject({
      name: "Run 3",
      state: "misses",
      counts: true,
      notes: [],
      results: [{ words: "p99 <= 200 ms: 240 ms", missed: true }],
    });
  });

  it("says why it doesn't count, and what else is odd", () => {
    const elsewhere = { ...run, leftOut: "other-environment", environment: "staging" } as const;
    expect(runLine(elsewhere, times)).toMatchObject({
      counts: false,
      notes: ["doesn't count: ran in another environment (staging)"],
    });
    const late = { ...run, status: "interrupted", endedAt: "2026-11-20T02:10:00.000Z" } as const;
    expect(runLine(late, times).notes).toEqual(["interrupted", "ended after the window"]);
    expect(runLine({ ...run, leftOut: "deleted" }, times).hasPage).toBe(false);
    expect(runLine({ ...run, leftOut: "receiving", outcome: null }, times).state).toBeNull();
  });

  it("isn't green because its targets are met if it regressed, or isn't judged yet", () => {
    const met = { ...run, verdict: "met" } as const;
    const stateOf = (outcome: GamedayRunAnswer["outcome"]) => runLine({ ...met, outcome }, times).state;
    expect([stateOf("regressed"), stateOf("unsure"), stateOf(null)]).toEqual([
      "regressed",
      "unsure",
      "pending",
    ]);
  });
});

it("a step says its state in its own words", () => {
  const experiment = { id: "e", name: "Mix", deleted: false };
  const of = (change: Partial<Parameters<typeof stateText>[0]>, isOver = false) =>
    stateText({ state: "open", experiment, tick: null, runs: [], ...change }, isOver);
  expect([of({}), of({}, true)]).toEqual(["To run", "Not run"]);
  expect([of({ experiment: null }), of({ experiment: null }, true)]).toEqual(["To try", "Not tried"]);
  expect(of({ runs: [{ ...run, leftOut: "receiving" }] })).toBe("Running");
  expect(of({ state: "missed" })).toBe("Missed");
  expect(of({ state: "unsure", runs: [{ ...run, leftOut: null, outcome: "regressed" }] })).toBe("Regressed");
  expect(of({ state: "unsure", runs: [{ ...run, leftOut: null, outcome: "holds" }] })).toBe("Unsure");
  const tick = { outcome: "not-as-expected", note: null, by: "Ada", at: times.endsAt } as const;
  expect(of({ state: "missed", experiment: null, tick })).toBe("Not as expected");
});

it("a finding of a closed gameday says what has become of it", () => {
  const then: FindingAnswer = {
    id: "f",
    title: "Late",
    severity: "high",
    owner: null,
    dueAt: null,
    step: null,
    createdAt: times.startsAt,
    closedAt: null,
  };
  expect(findingSince(then, then)).toBeNull();
  expect(findingSince(then, undefined)).toBeNull();
  const now = { ...then, owner: "Ada", closedAt: times.endsAt };
  expect(findingSince(then, now)).toBe("closed since, now with Ada");
});

it("a list says what runs, what is next, what is to be closed, or that nothing is planned", () => {
  const now = new Date("2026-11-19T23:00:00Z");
  const of = (...phases: Parameters<typeof listSentence>[0][number]["phase"][]) =>
    listSentence(
      phases.map((phase) => ({ ...times, name: "Night", service: { slug: "shop", name: "Shop" }, phase })),
      now,
    ).lead;
  expect([
    of(),
    of("closed"),
    of("ended", "closed"),
    of("planned", "ended"),
    of("planned", "running"),
  ]).toEqual([
    "No gamedays yet.",
    "No gameday is planned.",
    "Night is over.",
    "Night starts in 2h.",
    "Night is running.",
  ]);
  expect(countsText({ met: 2, missed: 1, unsure: 0, open: 1 })).toBe("1 missed, 1 not run, 2 as planned");
  const counts = { met: 1, missed: 0, unsure: 0, open: 0 };
  const progress = (phase: "planned" | "running" | "ended" | "closed") =>
    progressText({ phase, steps: 2, counts: phase === "closed" ? counts : null });
  expect([progress("planned"), progress("running"), progress("ended"), progress("closed")]).toEqual([
    "2 steps planned",
    "Running now, 2 steps",
    "Over, but not closed, 2 steps",
    "1 as planned",
  ]);
  expect(countsText({ met: 0, missed: 0, unsure: 0, open: 0 })).toBe("Nothing planned");
});
