import { describe, expect, it } from "vitest";
import { findingBrief, headlineWords } from "./headline.ts";
import { makeFinding } from "./make-finding.ts";
import { asGiven } from "./reason.ts";
import { sayFindings } from "./words.ts";

const said = (fields: Parameters<typeof makeFinding>[0]) => {
  const [finding] = sayFindings([makeFinding(fields)], []);
  if (finding === undefined) throw new Error("it is a warning");
  return finding;
};
const target = (effect: "pass" | "fail" | "unsure", after: number | null = 142) =>
  said({
    effect,
    kind: "target",
    code: { pass: "met", fail: "missed", unsure: "unsure" }[effect],
    metric: "p99 <= 200 ms",
    after,
    unit: "ms",
    limit: 200,
    reasons: [asGiven("Too few requests.")],
  });
const change = (label: string | null, code = "regressed") =>
  said({
    effect: code === "regressed" ? "fail" : "pass",
    kind: "change",
    code,
    metric: "p99",
    label,
    before: 112,
    after: 150,
    ratio: 150 / 112,
    interval: { low: 1.28, high: 1.412 },
  });

const step = (runs: { id: string; number: number }[]) =>
  said({
    effect: "fail",
    kind: "trend",
    code: "default",
    metric: "p50",
    before: 112,
    after: 121,
    ratio: 121 / 112,
    unit: "ms",
    ...(runs.length === 0 ? {} : { runs }),
  });

describe("a headline", () => {
  it.each([
    [
      "regressed",
      [change("POST /pay"), change(null), change("GET /cart"), target("pass")],
      "Regressed: p99 of “POST /pay” 112 ms → 150 ms, +33.9% (95% interval +28.0% to +41.2%), and 2 more figures",
    ],
    [
      "regressed",
      [step([{ id: "r26", number: 26 }]), change(null)],
      "Regressed: p50 112 ms → 121 ms since run #26, +8.0%, and 1 more figure",
    ],
    ["regressed", [step([])], "Regressed: p50 112 ms → 121 ms for several runs, +8.0%"],
    ["misses", [target("fail", 240), change(null)], "Misses: p99 240 ms (target 200 ms)"],
    ["misses", [target("fail", null)], "Misses: p99 off target (target 200 ms)"],
    ["unsure", [target("unsure"), target("pass")], "Unsure: p99 <= 200 ms: Too few requests."],
    [
      "holds",
      [change(null, "improved"), target("pass"), target("pass")],
      "Holds: p99 142 ms (target 200 ms), and 1 more target",
    ],
    [
      "no-change",
      [change(null, "improved"), change(null, "no-detectable-change")],
      "No change: p99 112 ms → 150 ms, +33.9% (95% interval +28.0% to +41.2%)",
    ],
    ["no-change", [change(null, "improved")], "No change."],
  ] as const)("of a run that %s names what made the outcome", (outcome, findings, words) => {
    expect(headlineWords({ outcome, reason: null, findings: [...findings] })).toBe(words);
  });

  it("of a run that nothing judges is that it stalled", () => {
    const stall = said({ effect: "unsure", kind: "outage", code: "end", before: 540, after: 601 });
    const of = (reason: "nothing-to-judge-by" | "simulated") =>
      headlineWords({ outcome: "not-judged", reason, findings: [stall] });
    expect(of("nothing-to-judge-by")).toMatch(/^Not judged: No request succeeded from 9:00 /);
    expect(of("simulated")).toBe("Not judged. A simulator sent its requests, or some of them.");
  });

  it("says why a run isn't judged", () => {
    expect(headlineWords({ outcome: "not-judged", reason: "interrupted", findings: [] })).toBe(
      "Not judged. It was interrupted, so its results may be incomplete.",
    );
  });
});

it("a finding without figures is said in its own words, and names are cut", () => {
  const none = { effect: "note", kind: "change", code: "not-tested", metric: "p99" } as const;
  expect(findingBrief(said({ ...none, reasons: [asGiven("Too few requests.")] }))).toBe(
    "Not compared. Too few requests.",
  );
  expect(
    findingBrief(
      said({ effect: "unsure", kind: "outage", code: "outage", reasons: [asGiven("All failed.")] }),
    ),
  ).toBe("All failed. Its figures don't show how the service normally performs.");
  expect(findingBrief(change("/a".repeat(100)))).toContain(`p99 of “${"/a".repeat(29)}/…” 112 ms`);
  const errors = {
    ...change(null),
    metric: "error-rate",
    before: 0,
    after: 0.021,
    ratio: null,
    interval: null,
  };
  expect(findingBrief(errors)).toBe("error rate none → 2.10%");
});
