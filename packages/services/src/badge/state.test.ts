import { expect, it } from "vitest";
import type { BadgeRun } from "@headroom/db";
import { badgeState } from "./state.ts";

const now = new Date("2026-11-26T12:00:00Z");
const good: BadgeRun = {
  number: 7,
  status: "finished",
  verdict: "met",
  targetSetId: "t2",
  regressed: false,
  simulated: false,
  ranAt: new Date("2026-11-20T12:00:00Z"),
  durationSeconds: 300,
  errorRate: 0.001,
  holes: [],
};
const stateOf = (run: Partial<BadgeRun> | null, targetSetId: string | null = "t2") =>
  badgeState({ run: run === null ? null : { ...good, ...run }, targetSetId, proofDays: 45, now });

it.each([
  [{}, "met", "good"],
  [{ verdict: "missed", simulated: true }, "only simulated", "neutral"],
  [{ verdict: "missed" }, "missed", "bad"],
  [{ verdict: "missed", ranAt: new Date(0) }, "missed", "bad"],
  [{ verdict: "unsure" }, "unsure", "unsure"],
  [{ verdict: "no-baseline" }, "no baseline", "neutral"],
  [{ verdict: null }, "not judged", "neutral"],
  [{ targetSetId: "t1" }, "judged by old targets", "neutral"],
  [{ status: "interrupted" }, "interrupted", "unsure"],
  [{ errorRate: 0.6 }, "met, with an outage", "unsure"],
  [{ regressed: true }, "met, but regressed", "unsure"],
  [{ ranAt: new Date("2026-10-01T12:00:00Z") }, "met long ago", "neutral"],
] as const)("says of a run with %j: %s", (run, words, tone) => {
  expect(stateOf(run)).toMatchObject({ words, tone });
});

it("says nothing good of what has no runs, or no targets", () => {
  expect(stateOf(null)).toEqual({ words: "no runs", tone: "neutral", ranAt: null });
  expect(stateOf({}, null)).toMatchObject({ words: "no targets", tone: "neutral" });
});
