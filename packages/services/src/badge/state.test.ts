import { freshnessOf } from "@headroom/core";
import { expect, it } from "vitest";
import type { BadgeRun } from "@headroom/db";
import { badgeState } from "./state.ts";

const now = new Date("2026-11-26T12:00:00Z");
const good: BadgeRun = {
  number: 7,
  outcome: "holds",
  targetSetId: "t2",
  simulated: false,
  someLabels: false,
  ranAt: new Date("2026-11-20T12:00:00Z"),
};
const policy = { proofDays: 45, proofDeploys: 50 };
const stateOf = (
  run: Partial<BadgeRun> | null,
  { targetSetId = "t2", deploys = null }: { targetSetId?: string | null; deploys?: number | null } = {},
) => badgeState({ run: run === null ? null : { ...good, ...run }, targetSetId, deploys, policy, now });

it.each([
  [{}, "holds", "good"],
  [{ outcome: "misses", simulated: true }, "only simulated", "neutral"],
  [{ outcome: "misses" }, "misses", "bad"],
  [{ outcome: "misses", ranAt: new Date(0) }, "misses", "bad"],
  [{ outcome: "regressed" }, "regressed", "bad"],
  [{ outcome: "unsure" }, "unsure", "unsure"],
  [{ outcome: "no-change" }, "no change", "neutral"],
  [{ outcome: "not-judged" }, "not judged", "neutral"],
  [{ outcome: null }, "being judged", "neutral"],
  [{ targetSetId: "t1" }, "judged by old targets", "neutral"],
  [{ ranAt: new Date("2026-10-01T12:00:00Z") }, "out of date", "neutral"],
] as const)("says of a run with %j: %s", (run, words, tone) => {
  expect(stateOf(run)).toMatchObject({ words, tone });
});

it("says nothing good of what has no runs, or no targets", () => {
  expect(stateOf(null)).toEqual({ words: "no runs", tone: "neutral", ranAt: null });
  expect(stateOf({}, { targetSetId: null })).toMatchObject({ words: "no targets", tone: "neutral" });
  expect(stateOf({ outcome: "regressed" }, { targetSetId: null })).toMatchObject({ words: "regressed" });
});

it("isn't green once more has been deployed than a proof may have behind it", () => {
  expect(stateOf({}, { deploys: 50 })).toMatchObject({ words: "holds", tone: "good" });
  expect(stateOf({}, { deploys: 51 })).toMatchObject({ words: "many deploys old", tone: "unsure" });
  expect(stateOf({ outcome: "misses" }, { deploys: 51 })).toMatchObject({ words: "misses", tone: "bad" });
});

it("ages by the rule that readiness uses", () => {
  for (const days of [0, 29, 30, 44, 45, 46])
    for (const deploys of [null, 0, 50, 51]) {
      const ranAt = new Date(now.getTime() - days * 86_400_000);
      const { state, tooManyDeploys } = freshnessOf({ ranAt, deploys }, policy, now);
      const words = state === "outdated" ? "out of date" : tooManyDeploys ? "many deploys old" : "holds";
      expect(stateOf({ ranAt }, { deploys }), `${days} days, ${deploys} deploys`).toMatchObject({ words });
    }
});
