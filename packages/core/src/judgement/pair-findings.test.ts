import { describe, expect, it } from "vitest";
import type { ComparedLabels, ComparedMetric, PairEvidence } from "./evidence.ts";
import type { Difference } from "../comparison/fingerprint.ts";
import { judgePair } from "./judge.ts";
import { JUDGING_POLICY } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";
import { nextStep } from "./next-step.ts";
import { sayFindings } from "./words.ts";

function metric(id: ComparedMetric["metric"], changed: Partial<ComparedMetric> = {}): ComparedMetric {
  return {
    metric: id,
    verdict: "no-detectable-change",
    reasons: [{ code: "within-noise", detectable: 0.08 }],
    before: 100,
    after: 101,
    ratio: 1.01,
    interval: { low: 0.95, high: 1.07 },
    smallestDetectable: 0.08,
    runsToSettle: null,
    ...changed,
  };
}

const untold = (code: "load-of-plan" | "mix-unknown"): Partial<ComparedMetric> => ({
  verdict: "not-tested",
  reasons: [{ code }],
  interval: null,
  smallestDetectable: null,
});
const throughput = metric("throughput", { ...untold("load-of-plan"), after: 60, ratio: 0.6 });
const moved = [
  { label: "GET /cheap", before: 0.6, after: 0.5 },
  { label: "GET /new", before: 0, after: 0.1 },
];

function findingsOf(whole: readonly ComparedMetric[], ofLabel: readonly ComparedMetric[]) {
  const pair: PairEvidence = {
    differences: [
      { kind: "label-mix", severity: "warn", reason: { code: "mix-of-plan", labels: moved, others: 0 } },
    ],
    statistics: { whole, labels: [{ label: "GET /cheap", metrics: ofLabel }], earlierRuns: 8 },
    labels: [],
  };
  const { outcome, findings } = judgePair(pair, JUDGING_POLICY);
  return { outcome, findings, said: sayFindings(findings, []) };
}

describe("another mix of an open load", () => {
  const atMix = metric("p50", {
    reasons: [
      { code: "within-noise", detectable: 0.08 },
      { code: "at-mix", metric: "p50", own: 141 },
    ],
  });

  it("is told label by label, and decides nothing", () => {
    const { outcome, findings, said } = findingsOf([throughput, atMix], [metric("p50")]);
    expect(outcome).toBe("no-change");
    expect(findings.filter(({ kind }) => kind === "mix")).toMatchObject([
      {
        effect: "note",
        code: "moved",
        label: "GET /cheap",
        before: 0.6,
        after: 0.5,
        unit: "share",
        ratio: 0.5 / 0.6,
      },
      { effect: "note", label: "GET /new", before: 0, after: 0.1, ratio: null },
    ]);
    const words = (kind: string, id: string | null = null) =>
      said.find((one) => one.kind === kind && one.metric === id);
    expect(words("mix")).toMatchObject({
      about: 'label "GET /cheap"',
      words:
        "The plan changed its share of the requests: 60% before, 50% now. The load is open, so that isn't the service's doing.",
    });
    expect(words("change", "throughput")?.words).toBe(
      "Not compared. The load is open, so the plan set this, not the service.",
    );
    expect(words("change", "p50")).toMatchObject({
      words: expect.stringMatching(
        /now, \+1\.0% .*\. This is at the baseline's mix of labels\. At its own mix, this run has 141 ms\.$/,
      ),
      evidence: "Within the noise. Only a change of 8.0% or more would have been detected.",
    });
    expect(said.find(({ code }) => code === "compared")?.words).toBe(
      "2 metrics of the run and its labels were compared.",
    );
  });

  it("leaves it to the labels where the whole run can't be weighted", () => {
    const whole = [throughput, metric("p50", untold("mix-unknown"))];
    expect(findingsOf(whole, [metric("p50")]).outcome).toBe("no-change");
    expect(findingsOf(whole, [metric("p50", { verdict: "regressed" })]).outcome).toBe("regressed");
    const noisy = findingsOf(whole, [metric("p50", { smallestDetectable: 0.5 })]);
    expect(noisy.outcome).toBe("unsure");
    expect(noisy.findings[0]).toMatchObject({ kind: "detectable", code: "too-noisy", after: 0.5 });
  });
});

describe("where hardly anything could be tested", () => {
  const untested: Partial<ComparedMetric> = {
    verdict: "not-tested",
    reasons: [{ code: "traffic-varies" }],
    before: null,
    after: null,
    ratio: null,
    interval: null,
    smallestDetectable: null,
  };
  const faster = metric("p95", {
    ...untested,
    verdict: "differs",
    interval: { low: 0.2, high: 0.8 },
  });
  const judged = (labels: readonly ComparedMetric[], earlierRuns: number, whole = untested) => {
    const metrics = [metric("p50", whole), metric("p95", whole), metric("throughput", untested)];
    const statistics = { whole: metrics, labels: [{ label: "location", metrics: labels }], earlierRuns };
    return judgePair(pairOf({ statistics }), JUDGING_POLICY);
  };

  it("a label that differs for the better shows no “no change”", () => {
    for (const runs of [0, 8]) {
      const { outcome, findings } = judged([faster], runs);
      const found = { effect: "unsure", kind: "change", code: "differs", metric: "p95", label: "location" };
      expect(outcome).toBe("unsure");
      expect(findings[0]).toMatchObject({ ...found, interval: { low: 0.2, high: 0.8 } });
    }
    // As one of the whole run does.
    const { metric: _p95, ...differing } = faster;
    expect(judged([metric("p95")], 0, differing).outcome).toBe("unsure");
  });

  it.each([
    [{ interval: { low: 0.75, high: 0.83 } }, "unsure"],
    [{ interval: { low: 0.75, high: 0.95 } }, "no-change"],
    [{ before: 100, after: 75, ratio: 0.75 }, "unsure"],
    [{ before: 100, after: 92, ratio: 0.92 }, "no-change"],
    [{ before: 100, after: 108, ratio: 1.08 }, "unsure"],
    [{ interval: { low: 1.05, high: 1.1 } }, "unsure"],
  ] as const)("by less than a pair has to detect doesn't: %j", (changed, outcome) => {
    const label = metric("p95", { ...untested, verdict: "differs", ...changed });
    expect(judged([label], 8, {}).outcome).toBe(outcome);
  });

  it("neither does a test of one label alone", () => {
    expect(judged([metric("p95")], 0).outcome).toBe("unsure");
    expect(judged([metric("p95")], 0, {}).outcome).toBe("no-change");
    expect(judged([], 0, {}).outcome).toBe("no-change");
  });
});

const pairOf = (changed: Partial<PairEvidence>): PairEvidence => ({
  differences: [],
  statistics: { whole: [], labels: [], earlierRuns: 8 },
  labels: [],
  ...changed,
});
const said = (changed: Partial<PairEvidence>) =>
  sayFindings(judgePair(pairOf(changed), JUDGING_POLICY).findings, []);

it("say how many labels were compared, how many had too few requests, and what nobody looked at", () => {
  const words = (screen: Partial<ComparedLabels>) => {
    const none = { compared: 65, tooFew: 0, found: 0, resampled: 0 };
    const statistics = { whole: [], labels: [], earlierRuns: 8, screen: { ...none, ...screen } };
    const counted = said({ statistics }).filter(({ code }) => code.endsWith("labels"));
    expect(counted.every(({ effect }) => effect === "note")).toBe(true);
    return counted.map((one) => one.words);
  };
  expect(words({})).toEqual(["65 labels compared."]);
  expect(words({ compared: 1, tooFew: 12, found: 3, resampled: 3 })).toEqual([
    "1 label compared; 12 had too few requests.",
  ]);
  expect(words({ found: 31, resampled: 20 })).toEqual([
    "65 labels compared.",
    "The totals of 31 rarer labels differ. The 20 that differ most were looked at closely.",
  ]);
  expect(words({ compared: 0 })).toEqual([]);
});

it("count what was compared once, in labels if there are any", () => {
  const counted = (screen?: ComparedLabels) => {
    const statistics = { whole: [metric("p50")], labels: [], earlierRuns: 8, screen };
    return said({ statistics }).flatMap(({ kind, words }) => (kind === "comparison" ? [words] : []));
  };
  expect(counted()).toEqual(["1 metric of the run and its labels was compared."]);
  expect(counted({ compared: 3, tooFew: 0, found: 0, resampled: 0 })).toEqual(["3 labels compared."]);
});

it("tell of a label that is lost or renamed once", () => {
  const lost = [{ label: "POST /pay", share: 0.009, expected: 86 }];
  const renamed = [{ before: "GET /old", after: "GET /new" }];
  const differences: Difference[] = [
    { kind: "lost-labels", severity: "warn", reason: { code: "labels-lost", labels: lost, others: 1 } },
    { kind: "renamed-labels", severity: "warn", reason: { code: "labels-renamed", labels: renamed } },
  ];
  const labels = [
    { label: "POST /pay", state: "vanished" },
    { label: "GET /old", state: "vanished" },
    { label: "GET /new", state: "new" },
    { label: "GET /rare", state: "vanished" },
  ] as const;
  const notes = said({ differences, labels }).filter(({ kind }) => kind === "label");
  expect(notes.map(({ label }) => label)).toEqual(["GET /rare"]);
});

it("ask about each label that may have another name, and how to go on depends on what is compared with", () => {
  const labels = [
    { before: "POST /pay", after: "POST /payments" },
    { before: "POST /refund", after: "POST /refunds" },
  ];
  const reason: Difference["reason"] = { code: "labels-renamed", labels };
  const differences = [{ kind: "renamed-labels", severity: "warn", reason }] as const;
  const { outcome, findings } = judgePair(pairOf({ differences }), JUDGING_POLICY);
  const renamed = findings.filter(({ code }) => code === "renamed-labels");
  expect(renamed.map(({ label, renamedTo }) => ({ before: label, after: renamedTo }))).toEqual(labels);
  expect(outcome).toBe("unsure");
  expect(nextStep({ outcome: "unsure", findings: renamed })?.action).toBe("choose-baseline");
  const accept = makeFinding({ effect: "note", kind: "accept", code: "accept" });
  expect(nextStep({ outcome: "unsure", findings: [...renamed, accept] })?.action).toBe("accept");
});
