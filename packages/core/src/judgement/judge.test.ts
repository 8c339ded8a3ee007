import { describe, expect, it } from "vitest";
import {
  against,
  COPY,
  DEAD,
  even,
  metric,
  NO_REFERENCE,
  pair,
  RUN,
  SHORT,
  slower,
  tableUnder,
  target,
} from "../testing/evidence.ts";
import type { Difference } from "../comparison/fingerprint.ts";
import type { ComparedMetric, PairEvidence, ReferenceEvidence, RunEvidence } from "./evidence.ts";
import { judgePair, judgeRun } from "./judge.ts";
import { JUDGING_POLICY } from "./judgement.ts";
import type { Finding, JudgingPolicy } from "./judgement.ts";
import { nextStep } from "./next-step.ts";
import { makeFinding } from "./make-finding.ts";
import { asGiven } from "./reason.ts";
import type { Reason } from "./reason.ts";
import { RUN_OUTCOME_WORDS, sayFindings } from "./words.ts";

const wordsOf = (...said: [readonly Finding[], RunEvidence["warnings"]?]) =>
  sayFindings(said[0], said[1] ?? []).map(({ words }) => words);

const YOUNG = { labels: [], earlierRuns: 2 };

function quoted(reason: Difference["reason"]): PairEvidence {
  return pair([], {
    differences: [{ kind: "percentile-source", severity: "veto", reason }],
    statistics: null,
  });
}

/** Of what the documentation's table names, one case each. */
const TARGETS: Record<string, RunEvidence["targets"]> = {
  missed: [target("met"), target("missed")],
  unsure: [target("met"), target("unsure")],
  met: [target("met"), target("met")],
  none: [],
};
const CHANGES: Record<string, ReferenceEvidence[]> = {
  regressed: [
    against(pair([...even(), slower("regressed")])),
    against(
      pair([], {
        statistics: {
          whole: even(),
          labels: [{ label: "GET /cart", metrics: [slower("regressed")] }],
          earlierRuns: 8,
        },
      }),
    ),
  ],
  "may be worse": [
    against(pair([...even(), slower("differs")])),
    against(pair([...even(), metric({ verdict: "improved", after: 80, ratio: 0.8 }), slower("differs")])),
  ],
  "differs, too few runs": [
    against(pair([], { statistics: { whole: [...even(), slower("differs")], ...YOUNG } })),
  ],
  "no change or better": [
    against(pair([...even(), metric()])),
    against(pair([...even(), metric({ verdict: "improved", after: 80, ratio: 0.8 })])),
    against(pair([], { statistics: { whole: even(0.5), ...YOUNG } })),
  ],
  "too noisy": [against(pair(even(0.5))), against(pair([], { statistics: null }))],
  "not comparable": [
    against(
      pair(even(), { differences: [{ kind: "tool", severity: "veto", reason: asGiven("Other tools.") }] }),
    ),
  ],
  "no baseline": [
    NO_REFERENCE,
    { ...NO_REFERENCE, code: "none" as const },
    against(quoted({ code: "both-quoted" })),
    against(quoted({ code: "one-quoted", side: "other" })),
  ],
};

const outcomeOf = (run: Partial<RunEvidence>, reference: ReferenceEvidence) =>
  RUN_OUTCOME_WORDS[judgeRun({ ...RUN, ...run }, reference, JUDGING_POLICY).outcome];

describe("the outcome of a run", () => {
  it("is that of the documentation, for every combination of targets and change", () => {
    const table = tableUnder("By targets and change");
    expect([...table.keys()]).toEqual(Object.keys(TARGETS));
    for (const [targets, row] of table) {
      expect(Object.keys(row).slice(1)).toEqual(Object.keys(CHANGES));
      for (const [change, cases] of Object.entries(CHANGES))
        for (const reference of cases)
          expect(outcomeOf({ targets: TARGETS[targets] ?? [] }, reference), `${targets}, ${change}`).toBe(
            row[change],
          );
    }
  });

  it("doesn't ask for another baseline where none could be compared with the run", () => {
    const judge = (reason: Difference["reason"], asked = false) =>
      judgeRun(
        { ...RUN, targets: [target("met")] },
        { ...against(quoted(reason)), ...(asked ? { asked } : {}) },
        JUDGING_POLICY,
      );
    const judged = judge({ code: "both-quoted" });
    expect(judged.outcome).toBe("holds");
    expect(sayFindings(judged.findings, []).find(({ kind }) => kind === "reference")?.words).toBe(
      "Not compared, so only the targets count. Both runs have only the tool's own figures and no samples. Their values are compared as reported, so noise can't be told apart from change.",
    );
    const ofOne = judge({ code: "one-quoted", side: "other" });
    expect(wordsOf(ofOne.findings).join(" ")).toContain(
      "so only the targets count. This run has only the tool's own figures",
    );
    // Its own baseline has no samples, but another one may.
    expect(judge({ code: "one-quoted", side: "reference" }).outcome).toBe("unsure");
    // If somebody asks for a comparison, a run without one doesn't pass.
    expect(judge({ code: "both-quoted" }, true).outcome).toBe("unsure");
  });

  it("is that of the documentation, whatever happened to the run", () => {
    const outage: Reason = { code: "most-failed", errorRate: 0.6 };
    const same = against(pair(even()));
    const states: Record<string, [Partial<RunEvidence>, ReferenceEvidence]> = {
      "was interrupted": [{ status: "interrupted" }, same],
      "is still receiving results": [{ status: "receiving" }, NO_REFERENCE],
      "has the same samples as another run": [{ copy: COPY }, same],
      "is simulated": [{ simulated: true }, against(pair([...even(), slower("regressed")]))],
      "was an outage": [{ outage }, against(pair([...even(), slower("regressed")]))],
      "stalled much, or was dead at its end": [{ holes: [DEAD] }, same],
      "ended early": [{ short: SHORT }, same],
      "has an outage as its baseline": [{}, against(pair([...even(), slower("regressed")]), outage)],
    };
    const table = tableUnder("By what happened");
    expect([...table.keys()]).toEqual(Object.keys(states));
    for (const [name, row] of table) {
      const [state, reference] = states[name] ?? [{}, same];
      const met = outcomeOf({ ...state, targets: TARGETS["met"] ?? [] }, reference);
      const missed = outcomeOf({ ...state, targets: TARGETS["missed"] ?? [] }, reference);
      expect([missed, met], name).toEqual([row["if a target is missed"], row["otherwise"]]);
    }
  });

  it("is unsure if somebody asked for a comparison that can't be made", () => {
    const reference = { ...NO_REFERENCE, code: "none", asked: true } as const;
    expect(outcomeOf({ targets: [target("met")] }, reference)).toBe("Unsure");
    expect(outcomeOf({}, reference)).toBe("Unsure");
  });

  it("counts a relative target only once there is a baseline", () => {
    const targets = [target("no-baseline")];
    expect(outcomeOf({ targets }, NO_REFERENCE)).toBe("Not judged");
    expect(outcomeOf({ targets }, against(pair(even())))).toBe("Unsure");
  });

  it("leaves targets out where only the comparison counts", () => {
    const judge = (reference: ReferenceEvidence) =>
      judgeRun({ ...RUN, targets: [target("missed")] }, reference, { ...JUDGING_POLICY, targets: false });
    expect(judge(against(pair(even()))).outcome).toBe("no-change");
    expect(judge(NO_REFERENCE)).toMatchObject({ outcome: "not-judged", reason: "nothing-to-judge-by" });
  });
});

describe("a run that is judged with earlier ones of its commit", () => {
  const earlier = [{ id: "a", number: 4 }];
  const failed = (kind: "target" | "change", ratio: number | null = null) =>
    makeFinding({
      effect: "fail",
      kind,
      code: kind === "target" ? "missed" : "regressed",
      metric: kind === "target" ? "p99 <= 200 ms" : "p99",
      before: 100,
      after: 134,
      ratio,
      reasons: [asGiven("p99 is 210 ms.")],
      runs: earlier,
    });
  const judge = (found: Finding[], policy: Partial<JudgingPolicy> = {}) =>
    judgeRun(
      { ...RUN, targets: [target("met")], pool: { others: earlier, look: 2, failed: found, waiting: null } },
      against(pair(even())),
      { ...JUDGING_POLICY, ...policy },
    );

  it("says so, and otherwise holds as it would alone", () => {
    const { outcome, findings } = judge([]);
    expect(outcome).toBe("holds");
    expect(wordsOf(findings.filter(({ kind }) => kind === "pool"))).toEqual([
      "Judged together with run #4 of the same commit. It is look 2 at this commit, and each look takes more to settle than the one before.",
    ]);
  });

  it("doesn't pass where one of them missed a target or regressed, and says which", () => {
    expect(judge([failed("target")]).outcome).toBe("misses");
    const { outcome, findings } = judge([failed("change", 1.34)]);
    expect(outcome).toBe("regressed");
    expect(findings[0]?.runs).toEqual(earlier);
    expect(wordsOf(findings)[0]).toBe(
      "Run #4 of the same commit found it, so it stays. 100 ms before, 134 ms now, +34.0%.",
    );
  });

  it("counts only what its policy counts", () => {
    expect(judge([failed("change", 1.34)], { minChange: 0.5 }).outcome).toBe("holds");
    expect(judge([failed("target")], { targets: false }).outcome).toBe("no-change");
  });
});

it("waits for all planned runs of its commit, whatever the first ones show", () => {
  const pool = { others: [], look: 1, failed: [], waiting: { arrived: 1, of: 3 } };
  for (const verdict of ["met", "missed"] as const) {
    const judged = judgeRun({ ...RUN, targets: [target(verdict)], pool }, NO_REFERENCE, JUDGING_POLICY);
    expect(judged.outcome).toBe("unsure");
    expect(wordsOf(judged.findings)).toEqual([
      "1 of 3 runs of its commit is in. They are judged together once all of them are.",
    ]);
    expect(nextStep(judged)).toMatchObject({ action: "run-more", runs: 2 });
  }
});

describe("the findings", () => {
  const found = (reference: ReferenceEvidence, run: Partial<RunEvidence> = {}, minChange = 0) =>
    judgeRun({ ...RUN, ...run }, reference, { ...JUDGING_POLICY, minChange }).findings;

  it("begin with the worst change, and each has its figures", () => {
    const labels = [{ label: "GET /cart", metrics: [{ ...slower("regressed"), after: 200, ratio: 2 }] }];
    const statistics = { whole: [...even(), slower("regressed")], labels, earlierRuns: 8 };
    const [first, second] = found(against(pair([], { statistics })), { targets: [target("met")] });
    expect([first?.label, second?.label]).toEqual(["GET /cart", null]);
    expect(first).toMatchObject({ effect: "fail", kind: "change", before: 100, after: 200, ratio: 2 });
    const said = sayFindings([first ?? missing(), second ?? missing()], []);
    expect(said[0]?.about).toBe('p99 of "GET /cart"');
    expect(said[1]?.words).toBe("100 ms before, 134 ms now, +34.0% (95% interval +20.0% to +50.0%).");
  });

  it("list a smaller regression than asked for without failing", () => {
    const findings = found(against(pair([...even(), slower("regressed")])), {}, 0.5);
    expect(findings.find(({ code }) => code === "regressed")?.effect).toBe("note");
    expect(findings.some(({ effect }) => effect === "fail")).toBe(false);
  });

  it("give the figures of what didn't change, and what the pair couldn't have shown", () => {
    const findings = found(against(pair([...even(), metric({ smallestDetectable: 0.16 })])));
    const words = sayFindings(findings, []).map(({ about, words: said }) => `${about}: ${said}`);
    expect(words).toContain(
      "p99: No change detected: 100 ms before, 101 ms now, +1.0% (95% interval −5.0% to +7.0%).",
    );
    const noisy = found(against(pair([...even(), metric({ smallestDetectable: 0.56 })])));
    const said = sayFindings(noisy, []).map((one) => `${one.about}: ${one.words}`);
    expect(said).toContain(
      "p99: Too noisy to show a change: 100 ms before, 101 ms now, +1.0% (95% interval −5.0% to +7.0%).",
    );
    expect(said).toContain("p99: Only changes above 56% would have been seen.");
    const vague = metric({ after: 209, ratio: 2.09, interval: { low: 0.08, high: 55 } });
    expect(sayFindings(found(against(pair([vague]))), []).map(({ words: one }) => one)).toContainEqual(
      expect.stringMatching(/^Too noisy to show a change: 100 ms before, 209 ms now, \+109%/),
    );
  });

  it("say what is new, missing, left out and warned of, which decides nothing", () => {
    const labels = [
      { label: "GET /new", state: "new" },
      { label: "GET /old", state: "vanished" },
      { label: "GET /same", state: "shared" },
    ] as const;
    const warnings = [{ code: "clock-jump", detail: "The clock was set." }];
    const findings = found(against(pair(even(), { labels })), {
      warnings,
      leftOut: { warmUpSeconds: 60, coolDownSeconds: 20, judgedSeconds: 100 },
      generators: { uploaded: 1, expected: 3 },
    });
    const notes = wordsOf(
      findings.filter(({ effect }) => effect === "note"),
      warnings,
    );
    expect(notes).toEqual([
      "3 metrics of the run and its labels were compared.",
      "New in this run, so it wasn't compared.",
      "Missing from this run, so it wasn't compared.",
      "Only 1m 40s of 3m are judged: 1m of warm-up and 20 s of cool-down are left out.",
      "There is 1 result file, and the workload has 3 generators.",
      "The clock was set.",
    ]);
  });

  it("say in one sentence that there is nothing to compare with yet", () => {
    const made = { branches: ["main", "master"], environment: null, tool: "jmeter" };
    const words = (reason: Reason, run: Partial<RunEvidence> = {}) =>
      wordsOf(found({ ...NO_REFERENCE, why: [reason] }, run)).at(-1);
    const met = { targets: [target("met")] };
    expect(words({ code: "no-earlier", ...made }, met)).toBe(
      "There is no earlier run of main or master by JMeter, so only the targets count.",
    );
    expect(words({ code: "is-baseline" }, met)).toBe(
      "This run is the baseline of its experiment, so only the targets count.",
    );
    expect(words({ code: "no-earlier", ...made })).toBe(
      "There is no earlier run of main or master by JMeter, and no target counts without a baseline. Make this run the baseline, or add a target.",
    );
    expect(words({ code: "is-baseline" })).toBe(
      "This run is the baseline of its experiment, and no target counts without another one. Add a target.",
    );
  });

  it("tell an outage at the end once", () => {
    const outage = { code: "none-succeeded", seconds: 121, ofSeconds: 661 } as const;
    const words = (seconds: number) =>
      wordsOf(found(NO_REFERENCE, { holes: [DEAD], outage: { ...outage, seconds } })).slice(0, -1);
    const end = "No request succeeded from 9:00 to the end of the run at 11:01.";
    expect(words(121)).toEqual([end]);
    expect(words(200)).toEqual([
      end,
      "It had an outage: no request succeeded for 200 of 661 s. Its figures don't show how the service normally performs.",
    ]);
  });

  it("name the runs of a level, and never as a range where some are left out", () => {
    const wordsOfLevel = (...numbers: number[]) => {
      const level = numbers.map((number) => ({ id: `r${number}`, number }));
      const findings = found({ ...against(pair(even())), level });
      return wordsOf(findings.filter(({ kind }) => kind === "reference"))[0];
    };
    expect(wordsOfLevel(3, 4, 5, 6)).toBe("Compared with the level of 4 good runs, #3 to #6.");
    expect(wordsOfLevel(9, 2, 4)).toBe("Compared with the level of 3 good runs, #2, #4 and #9.");
    expect(wordsOfLevel(11, 1, 2, 3, 5, 7, 9)).toBe(
      "Compared with the level of 7 good runs between #1 and #11.",
    );
  });

  it("say how to accept a level, where the reference stays the same", () => {
    const reference = { ...against(pair([...even(), slower("regressed")])), stays: true };
    expect(found(reference).some(({ kind }) => kind === "accept")).toBe(true);
    expect(found({ ...against(pair(even())), stays: true }).some(({ kind }) => kind === "accept")).toBe(
      false,
    );
  });

  it("ask nobody to accept what only differs for the better", () => {
    const accepts = (one: ComparedMetric) =>
      found({ ...against(pair([...even(), one])), stays: true }).some(({ kind }) => kind === "accept");
    expect(accepts(slower("differs"))).toBe(true);
    expect(accepts(metric({ verdict: "differs", after: 80, ratio: 0.8 }))).toBe(false);
    expect(accepts(metric({ metric: "throughput", verdict: "differs", after: 134, ratio: 1.34 }))).toBe(
      false,
    );
  });
});

describe("the outcome of a pair", () => {
  const judge = (whole: readonly ComparedMetric[], changed: Partial<PairEvidence> = {}) =>
    judgePair(pair(whole, changed), JUDGING_POLICY).outcome;
  const faster = metric({ verdict: "improved", after: 80, ratio: 0.8 });

  it("is the worst that holds of the whole and of its labels", () => {
    expect(judge([...even(), slower("regressed"), faster])).toBe("regressed");
    expect(judge([...even(), faster, slower("differs")])).toBe("unsure");
    expect(judge([...even(), faster])).toBe("improved");
    expect(judge([...even(), metric()])).toBe("no-change");
    expect(judge(even(0.5))).toBe("unsure");
    expect(judge([])).toBe("unsure");
  });

  it("is unsure where it only differs for the better, unless something surely improved", () => {
    const differs = metric({ verdict: "differs", after: 60, ratio: 0.6 });
    const young = { whole: [...even(), differs], ...YOUNG };
    const { outcome, findings } = judgePair(pair([], { statistics: young }), JUDGING_POLICY);
    expect(outcome).toBe("unsure");
    expect(findings[0]).toMatchObject({ effect: "unsure", kind: "change", code: "differs" });
    expect(judge([...even(), differs, faster])).toBe("improved");
  });

  it("regressed if one label did, though the whole improved", () => {
    const labels = [{ label: "POST /pay", metrics: [slower("regressed")] }];
    const statistics = { whole: [...even(), faster], labels, earlierRuns: 8 };
    expect(judge([], { statistics })).toBe("regressed");
  });

  it("is unsure if part of the reference has no counterpart, and none if the runs can't be compared", () => {
    const gone = { kind: "lost-labels", severity: "warn", reason: asGiven("A label is gone.") } as const;
    expect(judge([...even(), faster], { differences: [gone] })).toBe("unsure");
    expect(judge([...even(), slower("regressed")], { differences: [{ ...gone, severity: "veto" }] })).toBe(
      "not-comparable",
    );
  });
});

function missing(): never {
  throw new Error("there is no such finding");
}
