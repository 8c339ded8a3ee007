import { describe, expect, it } from "vitest";
import type { MetricStatistic, RunVerdictAnswer } from "@headroom/contract";
import { isBusier, isRecovery, isWorse, outcomeOf } from "./outcome.ts";

const ID = "01a1fe48-0000-7000-8000-000000000000";
const baseline: NonNullable<RunVerdictAnswer["baseline"]> = {
  id: ID,
  url: "http://headroom.test/runs/1",
  number: 1,
  commit: null,
  branch: null,
  chosen: "last-good",
  doubt: null,
  commitsBack: null,
};
const comparison: NonNullable<RunVerdictAnswer["comparison"]> = {
  url: "http://headroom.test/comparisons",
  state: "ready",
  verdict: "regressed",
  vetoes: [],
  leftOut: null,
  regressions: [],
};
const answer: RunVerdictAnswer = {
  run: {
    id: ID,
    url: "http://headroom.test/runs/2",
    status: "finished",
    number: 2,
    service: "Shop",
    experiment: "Mix",
    commit: null,
    branch: null,
  },
  verdict: "met",
  targets: [],
  doubt: null,
  warnings: [],
  leftOut: null,
  generators: { uploaded: 1, expected: null },
  baseline,
  noBaseline: null,
  comparison,
  retryAfterSeconds: null,
};
const compared = (changed: Partial<typeof comparison>) => ({
  ...answer,
  comparison: { ...comparison, ...changed },
});
const regression = {
  metric: "p99" as const,
  label: "GET /cart",
  before: 100,
  after: 140,
  ratio: 1.4,
  interval: { low: 1.3, high: 1.5 },
};

describe("a run", () => {
  it("regressed only if its comparison says so and neither side is in doubt", () => {
    expect(outcomeOf(answer)).toBe("regressed");
    for (const doubted of [
      { ...answer, doubt: "It was an outage." },
      { ...answer, baseline: { ...baseline, doubt: "It was an outage." } },
      { ...answer, baseline: null },
      { ...answer, comparison: null },
      { ...answer, run: { ...answer.run, status: "interrupted" as const } },
      compared({ vetoes: ["One run used k6, the other JMeter."] }),
      compared({ state: "failed", verdict: null }),
    ])
      expect(outcomeOf(doubted)).toBe("unknown");
  });

  it("is fine if nothing is worse, and what may be chance isn't an all-clear", () => {
    expect(outcomeOf(compared({ verdict: "no-detectable-change" }))).toBe("fine");
    expect(outcomeOf(compared({ verdict: "improved" }))).toBe("fine");
    expect(outcomeOf(compared({ verdict: "differs" }))).toBe("differs");
    for (const verdict of ["not-tested", "not-comparable"] as const)
      expect(outcomeOf(compared({ verdict })), verdict).toBe("unknown");
  });

  it("regressed if one of its labels did, whatever the whole run did", () => {
    for (const verdict of ["no-detectable-change", "improved", "differs", "not-tested"] as const)
      expect(outcomeOf(compared({ verdict, regressions: [regression] })), verdict).toBe("regressed");
  });
});

const metric = (verdict: MetricStatistic["verdict"], changed: Partial<MetricStatistic> = {}) => ({
  metric: "p99" as const,
  verdict,
  reason: "",
  before: 100,
  after: 100,
  ratio: 1,
  interval: null,
  smallestDetectable: null,
  pValue: null,
  runsToSettle: null,
  noise: null,
  usual: null,
  ...changed,
});

it("a run is worse if a figure of it or of a label differs for the worse", () => {
  const slower = metric("differs", { after: 120 });
  const of = (one: MetricStatistic) => isWorse({ whole: [one], labels: [] });
  expect(of(slower)).toBe(true);
  expect(of(metric("differs", { after: 80 }))).toBe(false);
  expect(of(metric("differs", { metric: "throughput", after: 80 }))).toBe(true);
  expect(of(metric("differs", { metric: "throughput", after: 120 }))).toBe(false);
  expect(of(metric("no-detectable-change", { after: 120 }))).toBe(false);
  const labels = [{ label: "GET /cart", kind: "request" as const, metrics: [slower] }];
  expect(isWorse({ whole: [metric("no-detectable-change")], labels })).toBe(true);
});

it("a run is busier if its throughput rose although the service isn't faster", () => {
  const of = (throughput: number, p50: number | null, verdict: MetricStatistic["verdict"] = "improved") =>
    isBusier({
      whole: [
        metric(verdict, { metric: "throughput", ratio: throughput }),
        metric("no-detectable-change", { metric: "p50", ratio: p50 }),
      ],
    });
  expect([of(2, 1), of(2, 1, "differs"), of(1.25, 1.3)]).toEqual([true, true, true]);
  expect([of(1.2, 1), of(2, 0.5), of(2, null), of(0.5, 1), of(2, 1, "no-detectable-change")]).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe("a recovery", () => {
  const label = (verdict: MetricStatistic["verdict"]) => ({
    label: "GET /cart",
    kind: "request",
    metrics: [metric(verdict)],
  });
  const whole = { metric: "p99" as const, label: null };

  it("needs everything that had regressed to be compared again", () => {
    const fine = metric("no-detectable-change");
    expect(isRecovery([whole], { whole: [fine], labels: [] })).toBe(true);
    expect(isRecovery([whole], { whole: [metric("not-tested")], labels: [] })).toBe(false);
    expect(isRecovery([whole], { whole: [], labels: [] })).toBe(false);
    expect(isRecovery([whole, regression], { whole: [fine], labels: [label("improved")] })).toBe(true);
    expect(isRecovery([whole, regression], { whole: [fine], labels: [label("differs")] })).toBe(false);
  });

  it("isn't held up by a label that is gone", () => {
    expect(isRecovery([whole, regression], { whole: [metric("improved")], labels: [] })).toBe(true);
  });
});
