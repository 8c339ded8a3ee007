import { describe, expect, it } from "vitest";
import type { MetricStatistic } from "@headroom/contract";
import type { Finding } from "@headroom/core";
import { saidFinding } from "../../testing/said-finding.ts";
import { isRecovery, outcomeOf, regressionsOf } from "./outcome.ts";

type Said = Parameters<typeof saidFinding>[0];

const of = (...said: Said[]) => outcomeOf({ findings: said.map(saidFinding) });
const change = (effect: Finding["effect"], code: string, more: Partial<Finding> = {}): Said => ({
  effect,
  kind: "change",
  code,
  metric: "p99",
  before: 100,
  after: 140,
  ratio: 1.4,
  ...more,
});
const MET: Said = { effect: "pass", kind: "target", code: "met", metric: "p99 <= 200 ms" };
const UNSURE: Said = { ...MET, effect: "unsure", code: "unsure" };
const MISSED: Said = { ...MET, effect: "fail", code: "missed" };
const SAME = change("pass", "no-detectable-change", { after: 101, ratio: 1.01 });

describe("a run", () => {
  it("regressed if its judgement says that the run or a label did, whatever else is true", () => {
    const label = change("fail", "regressed", { label: "GET /cart" });
    expect(of(change("fail", "regressed"))).toBe("regressed");
    expect(of(MISSED, label)).toBe("regressed");
    expect(of(MET, change("pass", "improved"), label)).toBe("regressed");
    expect(of(MISSED, SAME)).toBe("fine");
  });

  it("is neither worse nor fine if what it shows proves nothing", () => {
    const doubted = change("unsure", "regressed");
    for (const [kind, code] of [
      ["run-state", "interrupted"],
      ["run-state", "simulated"],
      ["reference", "doubtful"],
      ["reference", "first"],
      ["comparability", "veto"],
      ["comparison", "not-computed"],
      ["comparison", "nothing-compared"],
    ] as const)
      expect(of({ effect: "unsure", kind, code }, doubted, SAME), `${kind} ${code}`).toBe("unknown");
  });

  it("is fine if nothing is worse, and a comparison that is unsure isn't an all-clear", () => {
    expect(of(SAME)).toBe("fine");
    expect(of(change("pass", "improved", { after: 80, ratio: 0.8 }))).toBe("fine");
    // Its targets are another question.
    expect(of(SAME, UNSURE)).toBe("fine");
    expect(of(SAME, { effect: "unsure", kind: "detectable", code: "too-noisy" })).toBe("unknown");
    expect(of(SAME, { effect: "unsure", kind: "comparability", code: "one-in-buckets" })).toBe("unknown");
    expect(of(SAME, change("unsure", "not-tested", { metric: "error-rate" }))).toBe("unknown");
  });

  it("is worse if a figure of it or of a label differs for the worse, or can hide it", () => {
    for (const effect of ["unsure", "note"] as const) {
      expect(of(SAME, change(effect, "differs"))).toBe("worse");
      expect(of(SAME, change(effect, "differs", { label: "GET /cart" }))).toBe("worse");
    }
    expect(of(SAME, change("note", "differs", { after: 80, ratio: 0.8 }))).toBe("fine");
    const slower = { metric: "throughput", before: 100, after: 80, ratio: 0.8 };
    expect(of(change("note", "differs", slower))).toBe("worse");
    for (const code of ["left-out", "lost-labels", "renamed-labels"]) {
      expect(of(SAME, { effect: "unsure", kind: "comparability", code })).toBe("worse");
      expect(of(SAME, { effect: "note", kind: "comparability", code })).toBe("fine");
    }
  });

  it("is partial if what it shows is unsure in itself, whatever it was compared with", () => {
    const first: Said = { effect: "note", kind: "reference", code: "first" };
    for (const [kind, code] of [
      ["length", "usual"],
      ["outage", "partial-hang"],
      ["outage", "end"],
      ["rise", "unknown-load"],
      ["codes", "server"],
    ] as const) {
      for (const beside of [SAME, first, change("note", "differs")])
        expect(of({ effect: "unsure", kind, code }, beside, MET), `${kind} ${code}`).toBe("partial");
      expect(of({ effect: "note", kind, code }, SAME, MET), `${kind} ${code}`).toBe(
        kind === "outage" ? "unknown" : "fine",
      );
    }
    expect(of({ effect: "unsure", kind: "length", code: "usual" }, change("fail", "regressed"))).toBe(
      "regressed",
    );
  });

  it("is busier if its throughput rose although the service isn't faster", () => {
    const busier = (throughput: number, p50: number | null, code = "improved") =>
      of(
        change("pass", code, { metric: "throughput", after: throughput * 100, ratio: throughput }),
        change("pass", "no-detectable-change", { metric: "p50", after: null, ratio: p50 }),
      );
    expect([busier(2, 1), busier(2, 1, "differs"), busier(1.25, 1.3)]).toEqual([
      "busier",
      "busier",
      "busier",
    ]);
    for (const outcome of [
      busier(1.2, 1),
      busier(2, 0.5),
      busier(2, null),
      busier(2, 1, "no-detectable-change"),
    ])
      expect(outcome).toBe("fine");
  });
});

it("what regressed is what failed of the comparison", () => {
  const interval = { low: 1.3, high: null };
  const findings = [MISSED, change("fail", "regressed", { label: "GET /cart", interval }), SAME].map(
    saidFinding,
  );
  expect(regressionsOf({ findings })).toEqual([
    { metric: "p99", label: "GET /cart", before: 100, after: 140, ratio: 1.4, interval },
  ]);
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

describe("a recovery", () => {
  const label = (verdict: MetricStatistic["verdict"]) => ({
    label: "GET /cart",
    kind: "request",
    metrics: [metric(verdict)],
  });
  const cart = { metric: "p99" as const, label: "GET /cart" };
  const whole = { metric: "p99" as const, label: null };

  it("needs everything that had regressed to be compared again", () => {
    const fine = metric("no-detectable-change");
    expect(isRecovery([whole], { whole: [fine], labels: [] })).toBe(true);
    expect(isRecovery([whole], { whole: [metric("not-tested")], labels: [] })).toBe(false);
    expect(isRecovery([whole], { whole: [], labels: [] })).toBe(false);
    expect(isRecovery([whole, cart], { whole: [fine], labels: [label("improved")] })).toBe(true);
    expect(isRecovery([whole, cart], { whole: [fine], labels: [label("differs")] })).toBe(false);
  });

  it("isn't held up by a label that is gone", () => {
    expect(isRecovery([whole, cart], { whole: [metric("improved")], labels: [] })).toBe(true);
  });
});
