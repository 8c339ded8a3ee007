import { describe, expect, it } from "vitest";
import type { DifferenceKind } from "../comparison/fingerprint.ts";
import type { DoubtCode, TargetDoubt } from "../verdict/judged.ts";
import type { TargetReason } from "../verdict/target-sentences.ts";
import {
  against,
  CODES,
  COPY,
  DEAD,
  even,
  KNOWN_STEP,
  NO_REFERENCE,
  pair,
  RENAMED,
  RISE,
  RUN,
  SHORT,
  slower,
  tableUnder,
  target,
} from "../testing/evidence.ts";
import type { ReferenceEvidence, RunEvidence } from "./evidence.ts";
import { judgeRun } from "./judge.ts";
import { JUDGING_POLICY } from "./judgement.ts";
import { NEXT_ACTIONS, nextStep, nextWords } from "./next-step.ts";
import type { NextStep } from "./next-step.ts";
import { asGiven } from "./reason.ts";

function raise(why: string): never {
  throw new Error(why);
}

describe("what to do about an unsure run", () => {
  const doubted = (code: DoubtCode, settles: Partial<TargetDoubt> = {}) => ({
    ...target("unsure"),
    doubt: { code, requests: null, seconds: null, ...settles },
  });
  const reasoned = (code: DoubtCode, ...reasons: TargetReason[]) => ({ ...doubted(code), reasons });
  const of = (run: Partial<RunEvidence>, reference: ReferenceEvidence = NO_REFERENCE) =>
    nextStep(judgeRun({ ...RUN, ...run }, reference, JUDGING_POLICY));
  const unlike = (kind: DifferenceKind, severity: "veto" | "warn" = "warn") =>
    against(pair(even(), { differences: [{ kind, severity, reason: asGiven("They differ.") }] }));
  const differing = (...runs: (number | null)[]) =>
    against(pair([...even(), ...runs.map((runsToSettle) => ({ ...slower("differs"), runsToSettle }))]));

  it("is that of the documentation, for everything that keeps a run unsure", () => {
    const ofTarget = (...codes: DoubtCode[]) => codes.map((code) => of({ targets: [doubted(code)] }));
    const steps = [
      ofTarget("chance", "few"),
      ofTarget("drift"),
      ofTarget("too-close"),
      ofTarget("bound", "unmeasured"),
      [
        of({ targets: [reasoned("unmeasured", { code: "errors-unreported" })] }),
        of({ targets: [reasoned("few", { code: "uncounted-quote" })] }),
        of({ targets: [reasoned("bound", { code: "within-bound" }, { code: "around", percent: 99 })] }),
      ],
      [of({ targets: [reasoned("unmeasured", { code: "no-gauge", gauge: "cpu" })] })],
      ofTarget("stall"),
      ofTarget("no-load"),
      ofTarget("ramp", "part"),
      ofTarget("step"),
      [of({}, unlike("left-out"))],
      ofTarget("no-workload"),
      ofTarget("load"),
      [of({}, differing(4))],
      [of({ pool: { others: [], look: 1, failed: [], waiting: { arrived: 1, of: 3 } } })],
      [of({ copy: COPY })],
      [of({ copy: { ...COPY, reason: { code: "sent-again", number: 12, experiment: null } } })],
      [
        of({ outage: { code: "most-failed", errorRate: 0.6 } }),
        of({ holes: [DEAD], targets: [target("met")] }),
      ],
      [of({ targets: [reasoned("unmeasured", { code: "clock-gap" })] })],
      [of({ rise: RISE, targets: [target("met")] }), of({ rise: RISE, targets: [doubted("too-close")] })],
      [of({ askLoad: { times: 4 }, targets: [target("met")] })],
      [of({ short: SHORT, targets: [target("met")] })],
      [of({}, against(pair(even(0.5)))), of({}, against(pair([])))],
      [of({ targets: [target("no-baseline")] }, against(pair(even())))],
      [
        of({}, { ...against(pair(even(), { differences: [RENAMED] })), stays: true }),
        of({}, { ...unlike("lost-labels"), stays: true }),
      ],
      [of({}, against(pair(even()), asGiven("It was an outage."))), of({}, unlike("tool", "veto"))],
      [of({ trend: KNOWN_STEP })],
      [of({ codes: CODES, targets: [target("met")] }), ...ofTarget("codes")],
    ];
    const rows = [...tableUnder("What to do").values()];
    expect(steps.map((row) => row.map((step) => `\`${step?.action}\``))).toEqual(
      rows.map(({ "`action`": action }, at) => (steps[at] ?? []).map(() => action)),
    );
    expect(new Set(steps.flat().map((step) => step?.action))).toEqual(new Set(NEXT_ACTIONS));
  });

  it("is whether codes are errors, whatever else is unsure", () => {
    const step = of({ codes: CODES, targets: [doubted("chance", { requests: 4_600, seconds: 92 })] });
    expect(step).toMatchObject({ action: "count-errors", requests: null });
    expect(of({ codes: { ...CODES, isOpen: false }, targets: [target("met")] })).toBeNull();
  });

  it("takes as much as all findings of its kind need", () => {
    const targets = [
      doubted("chance", { requests: 4_600, seconds: 92 }),
      doubted("few", { requests: 900, seconds: 180 }),
    ];
    expect(of({ targets })).toEqual({ action: "run-longer", runs: null, requests: 4_600, seconds: 180 });
    expect(of({}, differing(3, 7, null))).toMatchObject({ action: "run-more", runs: 6 });
    expect(of({}, differing(null))).toMatchObject({ action: "run-more", runs: 1 });
  });

  it("is a sentence", () => {
    const words = (step: NextStep | null) => nextWords(step ?? raise("there is no step"));
    const longer = (requests: number | null, seconds: number | null) =>
      words(of({ targets: [doubted("chance", { requests, seconds })] }));
    expect(longer(4_600, 92)).toBe("Run it with about 4,600 requests, about 1m 32s at this rate.");
    expect(longer(2_100, 0)).toBe("Run it with about 2,100 requests.");
    expect(longer(null, 180)).toBe("Run it for about 3m.");
    expect(longer(null, null)).toBe("Run it longer.");
    expect(words(of({ targets: [reasoned("few", { code: "uncounted-quote" })] }))).toBe(
      "Upload another output of the load tool: this one doesn't have the figure that the target needs.",
    );
    expect(words(of({ short: SHORT, targets: [target("met")] }))).toBe("Run it for about 5m.");
    expect(words(of({ holes: [DEAD], targets: [target("met")] }))).toBe(
      "Find out why requests failed or hung, then run it again.",
    );
    expect(words(of({}, differing(7)))).toBe("Run it 6 more times.");
    expect(words(of({}, differing(2)))).toBe("Run it once more.");
  });

  it("is nothing for a run that is sure", () => {
    expect(of({ targets: [target("met")] })).toBeNull();
    expect(of({ targets: [target("missed"), doubted("chance")] })).toBeNull();
  });
});
