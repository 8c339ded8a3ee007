import { freshnessOf } from "@headroom/core";
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
const policy = { proofDays: 45, proofDeploys: 50 };
const stateOf = (
  run: Partial<BadgeRun> | null,
  { targetSetId = "t2", deploys = null }: { targetSetId?: string | null; deploys?: number | null } = {},
) => badgeState({ run: run === null ? null : { ...good, ...run }, targetSetId, deploys, policy, now });

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
  expect(stateOf({}, { targetSetId: null })).toMatchObject({ words: "no targets", tone: "neutral" });
});

it("isn't green once more has been deployed than a proof may have behind it", () => {
  expect(stateOf({}, { deploys: 50 })).toMatchObject({ words: "met", tone: "good" });
  expect(stateOf({}, { deploys: 51 })).toMatchObject({ words: "met many deploys ago", tone: "unsure" });
  expect(stateOf({ verdict: "missed" }, { deploys: 51 })).toMatchObject({ words: "missed", tone: "bad" });
});

it("ages by the rule that readiness uses", () => {
  for (const days of [0, 29, 30, 44, 45, 46])
    for (const deploys of [null, 0, 50, 51]) {
      const ranAt = new Date(now.getTime() - days * 86_400_000);
      const { state, tooManyDeploys } = freshnessOf({ ranAt, deploys }, policy, now);
      const words = state === "outdated" ? "met long ago" : tooManyDeploys ? "met many deploys ago" : "met";
      expect(stateOf({ ranAt }, { deploys }), `${days} days, ${deploys} deploys`).toMatchObject({ words });
    }
});
