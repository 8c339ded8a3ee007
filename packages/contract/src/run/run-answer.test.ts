import { describe, expect, it } from "vitest";
import example from "./run-answer.example.json" with { type: "json" };
import { runAnswer } from "./run-answer.ts";

describe("run answer", () => {
  it("takes the documented example as it stands", () => {
    expect(runAnswer.parse(example)).toEqual(example);
  });

  it("takes a run without steady phase, targets and latencies: absent is null", () => {
    const nothing = Object.fromEntries(Object.keys(example.summary.latencyMs).map((key) => [key, null]));
    const bare = {
      ...example,
      summary: { ...example.summary, latencyMs: nothing, labels: [] },
      steady: null,
      verdict: null,
      outcome: null,
      targets: [],
    };
    expect(runAnswer.parse(bare)).toEqual(bare);
  });

  it("refuses a figure that is missing, and one that nobody asked for", () => {
    const { verdict: _left, ...missing } = example;
    expect(runAnswer.safeParse(missing).success).toBe(false);
    expect(runAnswer.safeParse({ ...example, colour: "green" }).success).toBe(false);
  });

  it("refuses a rate above one and a verdict of its own making", () => {
    expect(runAnswer.safeParse({ ...example, verdict: "passed" }).success).toBe(false);
    const summary = { ...example.summary, errorRate: 5 };
    expect(runAnswer.safeParse({ ...example, summary }).success).toBe(false);
  });
});
