import { describe, expect, it } from "vitest";
import type { LevelStep } from "../comparison/level.ts";
import { deltaSentence, deltaSize, deltaWords, orderedChanges, presentSteps } from "./level-change.ts";
import type { LevelChange } from "./level-change.ts";
import { makeFinding } from "./make-finding.ts";

const step = (metric: LevelStep["metric"], index: number, before: number, after: number): LevelStep => ({
  metric,
  index,
  before,
  after,
  isWorse: after > before,
});
const p99 = (values: readonly number[]) =>
  values.map((value) => ({
    throughput: null,
    itemsThroughput: null,
    errorRate: null,
    latencyMs: { p50: null, p90: null, p95: null, p99: value, "p99.9": null },
  }));

describe("what the latest run still shows", () => {
  const rises = step("p99", 2, 100, 120);
  const figures = p99([100, 100, 120, 120, 120]);

  it("is open until somebody accepts it", () => {
    expect(presentSteps([rises], [rises], { from: 0, accepted: -1, figures })).toEqual([
      { ...rises, state: "worse" },
    ]);
    expect(presentSteps([rises], [], { from: 3, accepted: 3, figures })).toEqual([
      { ...rises, state: "accepted" },
    ]);
  });
  it("is nothing once it is over, or if it is only forgotten", () => {
    const back = p99([100, 100, 120, 120, 100, 100, 100]);
    expect(presentSteps([rises], [], { from: 3, accepted: 3, figures: back })).toEqual([]);
    // Another figure got better later, and nobody accepted this one.
    expect(presentSteps([rises], [], { from: 4, accepted: -1, figures })).toEqual([]);
  });
  it("is the last step of each metric, also to the better", () => {
    const falls = step("p99", 4, 120, 90);
    const later = p99([100, 100, 120, 120, 90, 90]);
    expect(presentSteps([falls, rises], [], { from: 4, accepted: -1, figures: later })).toEqual([
      { ...falls, state: "better" },
    ]);
  });
});

const change = (metric: LevelChange["metric"], more: Partial<LevelChange> = {}): LevelChange => ({
  metric,
  label: null,
  before: 107,
  after: 132,
  state: "worse",
  run: { id: "r", number: 32 },
  runs: 14,
  ...more,
});
const own = { id: "own", number: 46 };

describe("the change to name first", () => {
  const first = (changes: readonly LevelChange[], targets: readonly string[]) =>
    orderedChanges(changes, [], { run: own, targets }).map(({ metric }) => metric);
  const p50 = change("p50", { before: 32, after: 40 });

  it("is the metric of the target, although another one changed more", () => {
    expect(first([p50, change("p99")], ["p99 <= 120 ms", "error rate <= 0.5%"])).toEqual(["p99", "p50"]);
    expect(first([change("p99"), p50], ["p95 <= 1 s", 'p99 of "GET /" <= 1 s'])).toEqual(["p50", "p99"]);
    expect(
      first([p50, change("error-rate", { before: 0.001, after: 0.0011 })], ["error rate <= 1%"]),
    ).toEqual(["error-rate", "p50"]);
  });
  it("is one to the worse before one that was accepted, and before one to the better", () => {
    const better = change("p99", { before: 132, after: 107, state: "better" });
    const accepted = change("p95", { state: "accepted" });
    expect(first([better, accepted, p50], ["p99 <= 120 ms"])).toEqual(["p50", "p95", "p99"]);
  });
  it("may be what the comparison of the run shows of a label", () => {
    const regressed = makeFinding({
      effect: "fail",
      kind: "change",
      code: "regressed",
      metric: "p99",
      label: "POST /pay",
      before: 84,
      after: 126,
    });
    const whole = { ...regressed, label: null };
    const noted = { ...regressed, effect: "note" as const };
    expect(orderedChanges([], [noted, regressed], { run: own, targets: [] })).toEqual([
      { metric: "p99", label: "POST /pay", before: 84, after: 126, state: "worse", run: own, runs: 1 },
    ]);
    // What many runs show comes first.
    expect(
      orderedChanges([change("p50")], [regressed], { run: own, targets: [] }).map(({ metric }) => metric),
    ).toEqual(["p50", "p99"]);
    // The trend knows better since when.
    expect(orderedChanges([change("p99")], [whole], { run: own, targets: [] })).toEqual([change("p99")]);
    expect(orderedChanges([], Array(50).fill(regressed), { run: own, targets: [] })).toHaveLength(8);
  });
});

describe("its words", () => {
  it("say figure, size and since when", () => {
    expect(deltaWords(change("p99"))).toEqual({
      name: "p99",
      before: "107 ms",
      after: "132 ms",
      size: "+23%",
      since: "since run 32",
      span: "14 runs",
      rises: true,
    });
    const alone = change("p99", { label: "POST /pay", runs: 1, before: 0 });
    expect(deltaWords(alone)).toMatchObject({ name: "p99 of POST /pay", size: null, span: null });
  });
  it("have the digits that their size takes", () => {
    const said = (before: number, after: number) => {
      const words = deltaWords(change("p99", { before, after }));
      return [words.before, words.after, words.size];
    };
    // 107 and 135 would be 26% apart, and 37 and 45 only 22%.
    expect(said(107.4, 134.6)).toEqual(["107.4 ms", "134.6 ms", "+25%"]);
    expect(said(36.6, 45.4)).toEqual(["36.6 ms", "45.4 ms", "+24%"]);
    expect(said(100, 120)).toEqual(["100 ms", "120 ms", "+20%"]);
  });
  it("round a large change to a percent", () => {
    const sizes = [1.2336, 1.084, 0.77, 0.968, 1.0994, 1, 12].map(deltaSize);
    expect(sizes).toEqual(["+23%", "+8.4%", "−23%", "−3.2%", "+9.9%", "0.0%", "+1,100%"]);
  });
  it("are a headline", () => {
    const says = (one: LevelChange) => deltaSentence(one);
    expect(says(change("p99"))).toBe("p99 is 23% slower since run 32");
    expect(says(change("throughput", { before: 200, after: 150 }))).toBe(
      "Throughput is 25% lower since run 32",
    );
    expect(says(change("error-rate", { before: 0, after: 0.01 }))).toBe(
      "Error rate went from 0% to 1.00% since run 32",
    );
  });
});
