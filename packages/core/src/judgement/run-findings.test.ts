import { expect, it } from "vitest";
import type { ShortRun } from "../run/run-length.ts";
import { COPY, RUN, SHORT } from "../testing/evidence.ts";
import { judgeRun } from "./judge.ts";
import { JUDGING_POLICY } from "./judgement.ts";
import { stateFindings, targetFindings } from "./run-findings.ts";
import { sayFindings } from "./words.ts";

it("a run that ended early says how long it should have taken, and who says so", () => {
  const said = (changed: Partial<ShortRun>) => {
    const short = { ...SHORT, ...changed };
    return sayFindings(stateFindings({ ...RUN, short }), []).map(
      (one) => `${one.effect} ${one.code} ${one.after} of ${one.limit} ${one.unit}: ${one.words}`,
    );
  };
  expect(
    [
      said({}),
      said({ by: "usual" }),
      said({ by: "upload" }),
      said({ onPurpose: true }),
      said({ by: "default-branch" }),
    ].flat(),
  ).toEqual([
    "unsure workload 45 of 300 s: It ended after 45 s, and its experiment's workload takes 5m.",
    "unsure usual 45 of 300 s: It ended after 45 s, and the five runs before it took about 5m.",
    "unsure upload 45 of 300 s: It ended after 45 s, and its upload says that it takes 5m.",
    "note workload 45 of 300 s: It covers the first 45 s of 5m, as its upload says.",
    "note default-branch 45 of 300 s: It took 45 s, and the five runs of the default branch before it took about 5m. If that isn't on purpose, it ended early.",
  ]);
});

it("a target that is met says where the true value likely is, as figures are written", () => {
  const met = {
    text: "throughput >= 9/s",
    label: null,
    verdict: "met",
    value: 10.12,
    unit: "/s",
    threshold: 9,
    interval: { low: 9.876, high: 10.37 },
    window: null,
    doubt: null,
    reasons: [],
    confidence: 0.9,
  } as const;
  const wordsOf = (...changes: object[]) =>
    sayFindings(targetFindings(changes.map((one) => ({ ...met, ...one })) as never, false), []).map(
      ({ words }) => words.trim(),
    );
  const latency = { text: "p99 <= 1 s", unit: "s", value: 0.23, interval: { low: 0.22871, high: 0.23149 } };
  const narrow = { text: "p99 <= 1 s", unit: "ms", value: 218.6, interval: { low: 218.51, high: 218.94 } };
  const errors = {
    text: "error rate <= 1%",
    unit: "%",
    value: 0.25,
    interval: { low: 0.2104, high: 0.2913 },
  };
  expect(wordsOf({}, latency, narrow, errors)).toEqual([
    "The true value is likely between 9.88 and 10.4 req/s.",
    "The true value is likely between 0.229 and 0.231 s.",
    "The true value is likely between 218.5 and 218.9 ms.",
    "The true value is likely between 0.21 and 0.29%.",
  ]);
});

it("a run of another one's samples is unsure, and nothing else is said of it", () => {
  const target = {
    text: "p99 <= 200 ms",
    label: null,
    value: 300,
    unit: "ms",
    threshold: 200,
    interval: null,
    window: null,
    doubt: null,
    reasons: [],
    confidence: 0.9,
  };
  const none = { found: false, why: [], code: "first", asked: false } as const;
  const judge = (more: object) => judgeRun({ ...RUN, copy: COPY, ...more }, none, JUDGING_POLICY);
  for (const verdict of ["met", "missed"] as const) {
    const { outcome, findings } = judge({ targets: [{ ...target, verdict }] });
    expect(outcome).toBe("unsure");
    expect(sayFindings(findings, []).map(({ words }) => words)).toEqual([
      "The same samples as run #12. They show nothing about this build.",
    ]);
  }
  const again = { ...COPY, reason: { code: "sent-again", number: 12, experiment: null } } as const;
  const judged = judge({ copy: again, targets: [{ ...target, verdict: "met" }] });
  expect(sayFindings(judged.findings, []).map(({ code, words }) => [code, words])).toEqual([
    ["sent-again", "These results were already uploaded as run #12."],
  ]);
  expect(judged.outcome).toBe("unsure");
  expect([judge({ status: "interrupted" }).outcome, judge({ simulated: true }).outcome]).toEqual([
    "not-judged",
    "not-judged",
  ]);
});
