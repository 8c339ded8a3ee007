import { describe, expect, it } from "vitest";
import { KNOWN_STEP, NO_REFERENCE, RUN } from "../testing/evidence.ts";
import type { RunEvidence, TrendEvidence } from "./evidence.ts";
import { judgeRun } from "./judge.ts";
import { JUDGING_POLICY } from "./judgement.ts";
import type { JudgingPolicy } from "./judgement.ts";
import { nextStep, nextWords } from "./next-step.ts";
import { asGiven } from "./reason.ts";
import { sayFindings } from "./words.ts";

const [known = missing()] = KNOWN_STEP.steps;
const STEP = { ...known, isKnown: false };

function judged(trend: TrendEvidence, minChange = 0) {
  const reference = { found: false, why: [], code: "first", asked: false } as const;
  const judgement = judgeRun({ ...RUN, trend }, reference, { ...JUDGING_POLICY, minChange });
  const step = nextStep(judgement);
  const [said] = sayFindings(
    judgement.findings.filter(({ kind }) => kind === "trend"),
    [],
  );
  return {
    outcome: judgement.outcome,
    effect: said?.effect,
    words: said?.words,
    next: step && nextWords(step),
  };
}

it("a step to the worse fails the run that shows it first", () => {
  expect(judged({ of: "default", steps: [STEP] })).toEqual({
    outcome: "regressed",
    effect: "fail",
    words: "p99 has been worse since run #26: 120.0 ms before, 129.6 ms since then, +8.0%.",
    next: null,
  });
});

it("leaves later ones unsure, and says what to do", () => {
  expect(judged({ of: "default", steps: [known] })).toMatchObject({
    outcome: "unsure",
    effect: "unsure",
    next: "Accept the change if it is what you want from now on, or undo it.",
  });
});

describe("where a workspace wants runs to fail after a step", () => {
  const strict = { ...JUDGING_POLICY, afterStep: "fail" } as const;
  const judge = (run: Partial<RunEvidence>, policy: JudgingPolicy = strict) => {
    const judgement = judgeRun({ ...RUN, trend: KNOWN_STEP, ...run }, NO_REFERENCE, policy);
    const effects = judgement.findings.filter(({ kind }) => kind === "trend").map(({ effect }) => effect);
    return { outcome: judgement.outcome, effects };
  };

  it("fails later ones, too, until the step is accepted or gone", () => {
    expect(judge({})).toEqual({ outcome: "regressed", effects: ["fail"] });
    expect(judge({ trend: { of: "default", steps: [] } })).toEqual({ outcome: "not-judged", effects: [] });
  });

  it("fails none on other branches, or by less than what matters", () => {
    expect(judge({ trend: { ...KNOWN_STEP, of: "branch" } }).effects).toEqual(["note"]);
    expect(judge({}, { ...strict, minChange: 0.1 }).effects).toEqual(["note"]);
  });

  it("fails none that shows nothing about the service", () => {
    expect(judge({ status: "interrupted" })).toEqual({ outcome: "not-judged", effects: ["unsure"] });
    expect(judge({ simulated: true })).toEqual({ outcome: "not-judged", effects: ["unsure"] });
    expect(judge({ outage: asGiven("Nothing succeeded.") })).toEqual({
      outcome: "unsure",
      effects: ["unsure"],
    });
  });
});

it("stays where an earlier run of the commit showed it first, once, and ends for all of them", () => {
  const [failed = missing()] = judgeRun(
    { ...RUN, trend: { of: "default", steps: [STEP] } },
    NO_REFERENCE,
    JUDGING_POLICY,
  ).findings;
  const pool = { others: [], look: 2, failed: [failed], waiting: null };
  const effects = (trend: TrendEvidence, run: Partial<RunEvidence> = {}) =>
    judgeRun({ ...RUN, pool, trend, ...run }, NO_REFERENCE, JUDGING_POLICY)
      .findings.filter(({ kind }) => kind === "trend")
      .map(({ effect }) => effect);
  expect(failed.kind).toBe("trend");
  expect(effects(KNOWN_STEP)).toEqual(["fail"]);
  expect(effects(KNOWN_STEP, { status: "interrupted" })).toEqual(["unsure"]);
  expect(effects({ of: "default", steps: [] })).toEqual([]);
});

it("is noted on other branches, and if it is smaller than what matters", () => {
  expect(judged({ of: "branch", steps: [STEP] })).toMatchObject({
    outcome: "not-judged",
    effect: "note",
    words:
      "On the default branch, p99 has been worse since run #26: 120.0 ms before, 129.6 ms since then, +8.0%.",
  });
  expect(judged({ of: "default", steps: [STEP] }, 0.1)).toMatchObject({ effect: "note" });
});

it("comes before what a single comparison shows", () => {
  const change = {
    metric: "p50" as const,
    verdict: "regressed" as const,
    reasons: [],
    before: 100,
    after: 134,
    ratio: 1.34,
    interval: { low: 1.2, high: 1.5 },
    smallestDetectable: 0.08,
    runsToSettle: null,
  };
  const statistics = { whole: [change], labels: [], earlierRuns: 8 };
  const pair = { differences: [], statistics, labels: [] };
  const { findings } = judgeRun(
    { ...RUN, trend: { of: "default", steps: [STEP] } },
    { found: true, doubt: null, level: [], stays: false, pair },
    JUDGING_POLICY,
  );
  expect(findings.slice(0, 2).map(({ kind, effect }) => [kind, effect])).toEqual([
    ["trend", "fail"],
    ["change", "fail"],
  ]);
});

function missing(): never {
  throw new Error("there is no such step");
}
