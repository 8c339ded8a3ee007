import { describe, expect, it } from "vitest";
import type { RunVerdictAnswer } from "@headroom/contract";
import { exitOf } from "./judge-gate.ts";
import { judgeSides } from "./judge-sides.ts";
import { judgeTargets } from "./judge-targets.ts";

const met = {
  text: "p99 <= 5 s",
  verdict: "met",
  value: 1,
  unit: "s",
  interval: null,
  reason: "Met.",
} as const;
const relative = { ...met, text: "p99 <= baseline + 10%", verdict: "no-baseline" } as const;
const BASELINE = {
  id: "019a0000-0000-7000-8000-000000000002",
  url: "https://headroom.example/runs/2",
  number: 2,
  commit: null,
  branch: "main",
  chosen: "last-good",
  doubt: null,
  commitsBack: null,
} as const;

function verdict(over: Partial<RunVerdictAnswer>): RunVerdictAnswer {
  return {
    run: {
      id: "019a0000-0000-7000-8000-000000000001",
      url: "https://headroom.example/runs/1",
      status: "finished",
      number: 1,
      service: "Checkout",
      experiment: "Mix",
      commit: null,
      branch: null,
    },
    verdict: "met",
    targets: [met],
    doubt: null,
    warnings: [],
    leftOut: null,
    generators: { uploaded: 1, expected: null },
    baseline: BASELINE,
    noBaseline: null,
    comparison: null,
    retryAfterSeconds: null,
    ...over,
  };
}

function judged(
  over: Partial<RunVerdictAnswer>,
  { targets = true, generators = null as number | null } = {},
) {
  const answer = verdict(over);
  const findings = [...judgeTargets(answer), ...judgeSides(answer, { targets, generators })];
  return { code: exitOf(findings, false), words: findings.map(({ words }) => words).join(" ") };
}

const SIMULATED = { code: "traffic-simulated", detail: "A simulator sent these requests." };
const first = { baseline: null, noBaseline: { reason: "There is no earlier run.", expected: true } };

describe("the two runs of a gate", () => {
  it("are fine if neither was an outage", () => {
    expect(judged({}).code).toBe(0);
  });

  it("prove nothing if one of them was an outage, simulated or interrupted", () => {
    const doubt = "It was an outage: 80% of its requests failed.";
    expect(judged({ doubt })).toMatchObject({ code: 11, words: expect.stringContaining(doubt) });
    expect(judged({ baseline: { ...BASELINE, doubt } })).toMatchObject({
      code: 11,
      words: expect.stringContaining("The baseline proves nothing."),
    });
    expect(judged({ run: { ...verdict({}).run, status: "interrupted" } }).code).toBe(11);
  });

  it("are no noise if the judged one was an outage: who accepts what is unsure doesn't accept that", () => {
    const code = (over: Partial<RunVerdictAnswer>) =>
      exitOf(judgeSides(verdict(over), { targets: true, generators: null }), true);
    expect(code({ doubt: "It was an outage." })).toBe(11);
    expect(code({ doubt: "A simulator sent it.", warnings: [SIMULATED] })).toBe(0);
    expect(code({ baseline: { ...BASELINE, doubt: "It was an outage." } })).toBe(0);
  });

  it("bring the warnings of the judged one along", () => {
    const detail = "The run begins in the future.";
    const { code, words } = judged({ warnings: [{ code: "in-the-future", detail }] });
    expect([code, words]).toEqual([0, expect.stringContaining(detail)]);
  });

  it("need no baseline on the first run with a target, and one on every later run", () => {
    expect(judged(first).code).toBe(0);
    expect(judged({ ...first, targets: [] }).code).toBe(11);
    expect(judged({ ...first, targets: [relative] }).code).toBe(11);
    expect(judged(first, { targets: false }).code).toBe(11);
    const none = { reason: "There is no earlier run of main.", expected: false };
    expect(judged({ ...first, noBaseline: none })).toMatchObject({
      code: 11,
      words: expect.stringContaining("Not compared. There is no earlier run of main."),
    });
  });

  it("leave no target unjudged in silence", () => {
    expect(judged({ targets: [met, relative] })).toMatchObject({
      code: 11,
      words: expect.stringContaining("Set one on the experiment's page."),
    });
  });

  it("mention generators that may still upload", () => {
    const generators = { uploaded: 1, expected: 4 };
    expect(judged({ generators }).words).toContain("--generators 4");
    expect(judged({ generators: { uploaded: 2, expected: 4 } }).words).toContain("uploaded 2 times");
    expect(judged({ generators }, { generators: 1 }).words).not.toContain("--generators");
  });
});

it("a run of which much is left out as warm-up says so", () => {
  const leftOut = { warmUpSeconds: 144, coolDownSeconds: 1, judgedSeconds: 155 };
  const { code, words } = judged({ leftOut });
  expect(code).toBe(0);
  expect(words).toContain(
    "Only 2m 35s of 5m are judged: 2m 24s of warm-up and 1 s of cool-down are left out.",
  );
  expect(judged({ leftOut: { ...leftOut, warmUpSeconds: 30 } }).words).not.toContain("left out");
});
