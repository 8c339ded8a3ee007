import { describe, expect, it } from "vitest";
import type { Regression } from "@headroom/contract";
import { saidFinding } from "../../testing/said-finding.ts";
import {
  findingLines,
  finishedTitle,
  originWords,
  recoveredTitle,
  regressedTitle,
  regressionWords,
} from "./run-words.ts";

const named = { experiment: "Nightly", number: 12, simulated: false };
const target = (effect: "pass" | "fail" | "unsure", after = 142) =>
  saidFinding({
    effect,
    kind: "target",
    code: { pass: "met", fail: "missed", unsure: "unsure" }[effect],
    metric: "p99 <= 200 ms",
    after,
    unit: "ms",
    limit: 200,
    evidence: "Too few requests.",
  });
const slower = (label: string | null) =>
  saidFinding({
    effect: "fail",
    kind: "change",
    code: "regressed",
    metric: "p99",
    label,
    before: 112,
    after: 150,
    ratio: 1.34,
    interval: { low: 1.28, high: 1.412 },
  });
const P99 = "p99 112 ms → 150 ms, +33.9% (95% interval +28.0% to +41.2%)";
const HOLDS = { outcome: "holds", reason: null, findings: [target("pass")] } as const;
const MISSES = { outcome: "misses", reason: null, findings: [target("fail", 240), slower(null)] } as const;
const REGRESSED = { outcome: "regressed", reason: null, findings: [slower(null), target("pass")] } as const;
const as = <T extends { findings: readonly unknown[] }>({ findings, ...judged }: T) => ({
  ...judged,
  findings: [...findings] as T["findings"][number][],
});

describe("a title", () => {
  it("leads with the outcome and its figures, and says which run it is about", () => {
    expect(finishedTitle(named, as(HOLDS), "finished")).toBe(
      "Holds: p99 142 ms (target 200 ms). Nightly: run 12",
    );
    expect(finishedTitle({ ...named, simulated: true }, as(MISSES), "interrupted")).toBe(
      "Misses: p99 240 ms (target 200 ms). Nightly: simulated run 12 was interrupted",
    );
    const cut = { outcome: "not-judged", reason: "interrupted", findings: [] } as const;
    expect(finishedTitle(named, as(cut), "interrupted")).toBe(
      "Not judged. It was interrupted, so its results may be incomplete. Nightly: run 12",
    );
  });

  it("says what is nothing new, and what is true besides", () => {
    expect(regressedTitle(named, as(REGRESSED), false)).toBe(`Regressed: ${P99}. Nightly: run 12`);
    expect(regressedTitle(named, as(REGRESSED), true)).toBe(
      `Regressed: ${P99}. Nightly: run 12 is still regressed`,
    );
    expect(regressedTitle(named, as(MISSES), false)).toBe(
      "Misses: p99 240 ms (target 200 ms). Nightly: run 12 also regressed from its baseline",
    );
    expect(recoveredTitle(named, as(HOLDS), { number: 9 })).toBe(
      "Holds: p99 142 ms (target 200 ms). Nightly: run 12 is no longer regressed, as run 9 was",
    );
  });

  it("is one line, and always has room for the name of the run", () => {
    const evidence = "Too few requests. ".repeat(50);
    const unsure = saidFinding({ effect: "unsure", kind: "outage", code: "outage", evidence });
    const title = finishedTitle(
      { ...named, experiment: `a\u0000\n${"x".repeat(500)}` },
      { outcome: "unsure", reason: null, findings: [unsure] },
      "finished",
    );
    expect(title.length).toBeLessThan(300);
    expect(title).toMatch(/^Unsure: Too few requests\. Too few .*…\. a x+…: run 12$/);
  });
});

describe("the lines of a chat", () => {
  it("have what failed, what is unsure and which targets are met, unless the title says it", () => {
    const findings = [target("fail", 240), slower("GET /cart"), target("unsure"), target("pass")];
    const note = saidFinding({ effect: "note", kind: "warning", code: "some", evidence: "A warning." });
    const same = { ...slower(null), effect: "pass", code: "no-detectable-change" } as const;
    const lines = findingLines(
      { outcome: "misses", reason: null, findings: [...findings, same, note] },
      "Misses: p99 240 ms (target 200 ms). Nightly: run 12",
    );
    expect(lines).toEqual([
      "Regressed: p99 of “GET /cart” 112 ms → 150 ms, +33.9% (95% interval +28.0% to +41.2%)",
      "Unsure: p99 <= 200 ms: Too few requests.",
      "Met: p99 142 ms (target 200 ms)",
    ]);
  });

  it("say in its own words what isn't about a figure", () => {
    const outage = saidFinding({ effect: "unsure", kind: "outage", code: "outage", evidence: "All failed." });
    const state = saidFinding({ effect: "unsure", kind: "run-state", code: "simulated" });
    const judged = { reason: null, findings: [state, outage] };
    expect(findingLines({ ...judged, outcome: "misses" }, "")).toEqual([
      "A simulator sent its requests, or some of them.",
      "All failed. Its figures don't show how the service normally performs.",
    ]);
    expect(findingLines({ ...judged, outcome: "not-judged" }, "")).toHaveLength(1);
    expect(originWords({ service: "Shop", branch: "main", commit: null, environment: "staging" })).toBe(
      "Service Shop, branch main, environment staging.",
    );
  });
});

const regression: Regression = {
  metric: "p99",
  label: null,
  before: 112.4,
  after: 150.2,
  ratio: 1.336,
  interval: { low: 1.28, high: 1.412 },
};

describe("a regression in words", () => {
  it("has its size, interval and unit", () => {
    expect(regressionWords(regression)).toBe(
      "p99: 112.4 ms before, 150.2 ms now, +33.6% (95% interval +28.0% to +41.2%)",
    );
    const throughput = { ...regression, metric: "throughput" as const, before: 200, after: 150, ratio: 0.75 };
    expect(regressionWords({ ...throughput, interval: { low: 0.7, high: null } })).toBe(
      "throughput: 200/s before, 150/s now, −25.0% (95% interval −30.0% to no upper limit)",
    );
    const errors = { ...regression, metric: "error-rate" as const, before: 0, after: 0.021, ratio: null };
    expect(regressionWords({ ...errors, label: "POST /pay\n", interval: null })).toBe(
      "error rate of “POST /pay”: none before, 2.10% now",
    );
  });
});
