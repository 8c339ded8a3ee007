import { describe, expect, it } from "vitest";
import type { Regression, RunVerdictAnswer } from "@headroom/contract";
import {
  finishedTitle,
  originWords,
  recoveredTitle,
  regressedTitle,
  regressionWords,
  targetLines,
} from "./run-words.ts";

const named = { experiment: "Nightly", number: 12, simulated: false };
const run: RunVerdictAnswer["run"] = {
  id: "01a1fe48-0000-7000-8000-000000000000",
  url: "http://headroom.test/runs/1",
  status: "finished",
  number: 12,
  service: "Shop",
  experiment: "Nightly",
  commit: null,
  branch: null,
};
const target = (verdict: RunVerdictAnswer["targets"][number]["verdict"]) => ({
  text: "p99 <= 200 ms",
  verdict,
  value: 100,
  unit: "ms",
  interval: null,
  reason: "",
});
const verdictOf = (
  verdict: RunVerdictAnswer["verdict"],
  targets: RunVerdictAnswer["targets"],
): RunVerdictAnswer => ({
  run,
  verdict,
  targets,
  doubt: null,
  warnings: [],
  leftOut: null,
  generators: { uploaded: 1, expected: null },
  baseline: null,
  noBaseline: null,
  comparison: null,
  retryAfterSeconds: null,
});

describe("the title of a run that finished", () => {
  it.each([
    ["met", [target("met")], "its target is met"],
    ["met", [target("met"), target("met")], "all 2 targets are met"],
    ["missed", [target("missed"), target("met")], "1 of 2 targets missed"],
    ["missed", [target("missed")], "its target is missed"],
    ["unsure", [target("unsure")], "unsure whether it meets its targets"],
    ["no-baseline", [target("no-baseline")], "its targets need a baseline"],
    [null, [], "no targets to meet"],
  ] as const)("%s", (verdict, targets, words) => {
    expect(finishedTitle(named, verdictOf(verdict, [...targets]))).toBe(`Nightly: run 12 finished, ${words}`);
  });

  it("says what limits what it proves", () => {
    const interrupted = { ...verdictOf(null, []), run: { ...run, status: "interrupted" as const } };
    expect(finishedTitle({ ...named, simulated: true }, interrupted)).toBe(
      "Nightly: simulated run 12 was interrupted, no targets to meet",
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

it("the lines of a chat name what is missed or unsure, and what limits what the run proves", () => {
  const doubt = "It was an outage.";
  const both = { ...verdictOf("missed", [target("missed"), target("met"), target("unsure")]), doubt };
  expect(targetLines(both)).toEqual([
    "It proves nothing about the service. It was an outage.",
    "Missed: p99 <= 200 ms",
    "Unsure: p99 <= 200 ms",
  ]);
  expect(targetLines(verdictOf("met", [target("met")]))).toEqual(["Its targets are met."]);
  expect(targetLines(verdictOf("unsure", []))).toEqual([]);
  expect(originWords({ service: "Shop", branch: "main", commit: null, environment: "staging" })).toBe(
    "Service Shop, branch main, environment staging.",
  );
});

describe("a regression in words", () => {
  it("names the worst metric in its title, and says what is nothing new", () => {
    expect(regressedTitle(named, false, [regression])).toBe(
      "Nightly: run 12 regressed from its baseline: p99 +33.6%",
    );
    expect(regressedTitle(named, true, [regression])).toBe("Nightly: run 12 is still regressed: p99 +33.6%");
    expect(recoveredTitle(named, { number: 9 })).toBe(
      "Nightly: run 12 recovered: it is no longer regressed from its baseline, as run 9 was",
    );
  });

  it("has its size, interval and unit", () => {
    expect(regressionWords(regression)).toBe(
      "p99: 112 ms before, 150 ms now, +33.6% (95% interval +28.0% to +41.2%)",
    );
    const throughput = { ...regression, metric: "throughput" as const, before: 200, after: 150, ratio: 0.75 };
    expect(regressionWords({ ...throughput, interval: { low: 0.7, high: null } })).toBe(
      "throughput: 200/s before, 150/s now, −25.0% (95% interval −30.0% to no upper limit)",
    );
    const errors = { ...regression, metric: "error-rate" as const, before: 0, after: 0.021, ratio: null };
    expect(regressionWords({ ...errors, label: "POST /pay\n", interval: null })).toBe(
      "error rate of “POST /pay”: 0% before, 2.10% now",
    );
  });

  it("keeps names on one line, and short", () => {
    const title = regressedTitle({ ...named, experiment: `a\u0000\n${"x".repeat(500)}` }, false, []);
    expect(title).toBe(`a ${"x".repeat(97)}…: run 12 regressed from its baseline`);
  });
});
