import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { decodeDistribution, encodeDistribution } from "../cell/cell-codec.ts";
import type { TargetVerdict } from "./judged.ts";
import { worstVerdict } from "./verdict.ts";
import { busy, cell, figures, verdictOf, verdictsOf, window } from "../testing/judged.ts";

describe("a verdict", () => {
  it("says figure, threshold, margin, bound, window and reason", () => {
    expect(verdictOf("p99 <= 200 ms", busy)).toEqual({
      metric: { kind: "percentile", percent: 99 },
      label: null,
      users: null,
      comparator: "<=",
      threshold: 200,
      unit: "ms",
      value: expect.closeTo(60, 0),
      margin: expect.closeTo(140, 0),
      bound: expect.closeTo(0.3, 0),
      interval: { low: expect.closeTo(60, 0), high: expect.closeTo(150, 0) },
      confidence: 0.9,
      failures: null,
      doubt: null,
      window,
      verdict: "met",
      reason: "p99 is 60.2 ms, 140 ms below the target of 200 ms.",
      text: "p99 <= 200 ms",
    });
  });

  it.each([
    ["p99 <= 50 ms", "missed"],
    ["p99 <= 60 ms", "unsure"],
    ["p99.9 <= 160 ms", "unsure"],
    ["p99.9 <= 160 ms as measured", "met"],
    ["p50 > 19 ms", "met"],
    ["p50 > 21 ms", "missed"],
    ["mean <= 26 ms", "met"],
    ["mean <= 25 ms", "unsure"],
    ["mean <= 25 ms as measured", "missed"],
    ["mean <= 24 ms", "missed"],
    ["max <= 400 ms", "met"],
    ["max < 400 ms", "missed"],
    ["min >= 20 ms", "met"],
    ["throughput >= 100/s", "met"],
    ["throughput >= 101/s", "missed"],
    ["throughput >= 360k/h", "met"],
    ["throughput >= 1700 items/s", "met"],
    ["throughput >= 1701 items/s", "missed"],
    ["error rate <= 0.1%", "met"],
  ])("%s is %s", (text, verdict) => {
    expect(verdictOf(text, busy)).toMatchObject({ verdict, text: expect.any(String) });
  });

  it("says when it includes the warm-up", () => {
    const whole = verdictOf("p99 <= 200 ms", busy, { window: { ...window, kind: "whole" } });
    expect(whole).toMatchObject({ verdict: "met", window: { kind: "whole" } });
    expect(whole.reason).toMatch(/including any warm-up\.$/);
  });

  it("applies to the label that it names", () => {
    const input = { figures: figures(busy, { "GET /slow": cell({ 900: 5_000 }) }) };
    expect(verdictOf('p99 of "GET /slow" <= 200 ms', busy, input)).toMatchObject({
      verdict: "missed",
      label: "GET /slow",
      value: 900,
    });
  });

  it("for a label covers the seconds stored for the label, and names them", () => {
    const own = { ...window, to: "2026-11-21T12:01:00.000Z" };
    const kept = { cell: cell({ 20: 600 }), durationSeconds: 60, window: own, doubt: null };
    const text = 'throughput of "GET /" >= 9/s';
    const input = { figures: { ...figures(busy), label: () => kept } };
    expect(verdictOf(text, busy, input)).toMatchObject({ verdict: "met", value: 10, window: own });
    const doubt = { code: "label-partly", label: "GET /", stepSeconds: 60, covered: 0.4 } as const;
    const doubted = { figures: { ...figures(busy), label: () => ({ ...kept, doubt }) } };
    const partly = "The label “GET /” only has 60 s steps, which cover 40% of the steady phase.";
    for (const asked of [text, 'throughput of "GET /" >= 11/s']) {
      const verdict = verdictOf(asked, busy, doubted);
      expect(verdict).toMatchObject({ verdict: "unsure", value: 10, window: own });
      expect(verdict.reason.endsWith(partly)).toBe(true);
    }
    const relative = verdictOf('throughput of "GET /" >= baseline', busy, {
      ...input,
      baseline: doubted.figures,
    });
    expect(relative).toMatchObject({ verdict: "unsure", reason: `In the baseline: ${partly}` });
    const problem = { code: "label-total", label: "GET /" } as const;
    const unknown = { figures: { ...figures(busy), label: () => ({ problem }) } };
    expect(verdictOf(text, busy, unknown)).toMatchObject({
      verdict: "unsure",
      value: null,
      reason: "The label “GET /” has only a total for the whole run.",
    });
  });

  it("is unsure with a reason when the label vanished", () => {
    const verdict = verdictOf('p99 of "GET /gone" <= 200 ms', busy);
    expect(verdict).toMatchObject({ verdict: "unsure", value: null, margin: null, bound: null });
    expect(verdict.reason).toContain("GET /gone");
  });

  it("is unsure without requests, and never passes on nothing", () => {
    for (const text of [
      "p99 <= 1 s",
      "mean <= 1 s",
      "throughput >= 0/s",
      "error rate <= 100%",
      "max <= 1 s",
    ]) {
      expect(verdictOf(text, emptyCell())).toMatchObject({ verdict: "unsure", value: null });
    }
  });

  it("takes a tool's rounding into its bound", () => {
    const coarse = { latencyResolutionMicros: 10_000 };
    const half = cell({ 20: 5_000, 60: 5_000 });
    expect(verdictOf("p99 <= 65 ms", half)).toMatchObject({ verdict: "met" });
    expect(verdictOf("p99 <= 65 ms", half, coarse)).toMatchObject({
      verdict: "unsure",
      bound: expect.closeTo(10, 0),
    });
  });

  it("judges as measured on the tool's own grid", () => {
    const coarse = { latencyResolutionMicros: 1_000 };
    const whole = decodeDistribution(
      encodeDistribution(cell({ 5: 5_000, 15: 4_990, 80: 10 }).distribution),
      1_000,
    );
    const millis = { ...cell({ 5: 5_000, 15: 4_990, 80: 10 }), distribution: whole };
    for (const [text, verdict] of [
      ["p99 <= 15 ms as measured", "met"],
      ["p99 < 15 ms as measured", "missed"],
      ["p99 <= 14 ms as measured", "missed"],
      ["max <= 80 ms", "met"],
    ] as const) {
      expect(verdictOf(text, millis, coarse), text).toMatchObject({ verdict, bound: 0 });
    }
    expect(verdictOf("p99 <= 15 ms as measured", millis, coarse).value).toBe(15);
    expect(verdictOf("p99 <= 15 ms", millis, coarse).verdict).toBe("unsure");
  });
});

describe("less load than planned", () => {
  const judged = (texts: string[], changes: object = {}) =>
    verdictsOf(texts, busy, { achieved: 0.377, ...changes }).map(({ verdict }) => verdict);

  it("is enough where it surely meets the run's own throughput target", () => {
    const [throughput, p99, errors] = verdictsOf(
      ["throughput >= 40/s", "p99 <= 200 ms", "error rate <= 0.1%"],
      busy,
      { achieved: 0.377 },
    );
    expect([throughput?.verdict, p99?.verdict, errors?.verdict]).toEqual(["met", "met", "met"]);
    expect(p99?.reason).toContain("Met at 100 req/s, 37.7% of the planned load.");
    expect(errors?.reason).toContain("Met at 100 req/s, 37.7% of the planned load.");
    expect(throughput?.reason).not.toContain("planned load");
  });

  it("is read from a target of any unit, wherever it is in the list", () => {
    expect(judged(["p99 <= 200 ms", "throughput >= 2400/min"])).toEqual(["met", "met"]);
  });

  it.each([
    ["no throughput is wanted", ["p99 <= 200 ms"], ["unsure"]],
    ["it misses its throughput", ["throughput >= 300/s", "p99 <= 200 ms"], ["missed", "unsure"]],
    [
      "it misses one of two",
      ["throughput >= 40/s", "throughput >= 300/s", "p99 <= 200 ms"],
      ["met", "missed", "unsure"],
    ],
    ["the throughput is a limit", ["throughput <= 300/s", "p99 <= 200 ms"], ["met", "unsure"]],
    ["a latency is missed", ["throughput >= 40/s", "p99 <= 50 ms"], ["met", "missed"]],
  ])("settles nothing more if %s", (_, texts, verdicts) => {
    expect(judged(texts)).toEqual(verdicts);
  });

  it("stays in doubt where the generator held requests back, and is never a throughput's reason", () => {
    expect(judged(["throughput >= 40/s", "p99 <= 200 ms"], { loadOffered: false })).toEqual([
      "met",
      "unsure",
    ]);
    expect(judged(["throughput >= 40/s", "achieved >= 95%"])).toEqual(["met", "missed"]);
  });
});

describe("a figure that equals its target", () => {
  it("meets it whatever the floating point", () => {
    for (let percent = 1; percent <= 100; percent++) {
      const achieved = percent / 100;
      expect(verdictOf(`achieved >= ${percent}%`, busy, { achieved })).toMatchObject({
        verdict: "met",
        value: percent,
        margin: 0,
      });
      const baseline = figures(cell({ 20: 100 }), {}, 100);
      const grown = figures(cell({ 20: 100 + percent }), {}, 100);
      const text = `throughput >= baseline + ${percent}%`;
      expect(verdictOf(text, busy, { figures: grown, baseline })).toMatchObject({
        verdict: "met",
        margin: 0,
      });
    }
  });
});

describe("figures that are not samples", () => {
  const quoted: Cell = { ...busy, distribution: { kind: "quoted", micros: { p99: 240_000 } } };
  const buckets: Cell = {
    ...cell({ 20: 9_900, 150: 100 }),
    distribution: { kind: "buckets", upperBoundsMicros: [100_000, 250_000], counts: [9_800, 200, 0] },
  };

  it("takes the tool's percentile at its word and says so", () => {
    expect(verdictOf("p99 <= 200 ms", quoted)).toMatchObject({ verdict: "missed", value: 240, bound: 0 });
    expect(verdictOf("p99 <= 200 ms", quoted).reason).toContain("tool's own");
  });

  it("judges an interval when it lies on one side, and never makes up a figure", () => {
    expect(verdictOf("p99 <= 300 ms", buckets)).toMatchObject({ verdict: "met", value: null, margin: null });
    expect(verdictOf("p99 <= 90 ms", buckets)).toMatchObject({ verdict: "missed", value: null });
    expect(verdictOf("p99 <= 120 ms", buckets)).toMatchObject({ verdict: "unsure", value: null });
    const { distribution } = buckets;
    const listing = { ...buckets, distribution: { ...distribution, listedMicros: { p99: 120_500 } } } as Cell;
    expect(verdictOf("p99 <= 120 ms", listing)).toMatchObject({ value: 120.5, margin: -0.5 });
    expect(verdictOf("p99 <= 300 ms", listing)).toMatchObject({ verdict: "met", value: 120.5 });
    expect(verdictOf("p95 <= 300 ms", quoted)).toMatchObject({ verdict: "met", value: null });
    expect(verdictOf("p95 <= 200 ms", quoted)).toMatchObject({ verdict: "unsure", value: null });
  });

  it("says why only a range is known, of one source and of several", () => {
    const none: Cell = { ...busy, distribution: { kind: "none" } };
    const several = { figures: { ...figures(none), allParts: [quoted, busy] } };
    expect(verdictOf("p95 <= 200 ms", quoted).reason).toContain(
      "The source doesn't report p95, only values around it.",
    );
    expect(verdictOf("p95 <= 200 ms", none).reason).toContain(
      "Only a range is known: from the fastest request to the slowest.",
    );
    expect(verdictOf("p95 <= 200 ms", none, several).reason).toContain(
      "It comes from parts that can't be merged, so only a range is known.",
    );
  });
});

describe("any verdict", () => {
  const texts = [
    "p99 <= 200 ms",
    "mean < 30 ms",
    "throughput >= 5/s",
    "error rate <= 1%",
    "p50 > baseline - 5%",
  ];

  it("has numbers that are numbers, and a margin whose sign agrees", () => {
    const latencies = fc.dictionary(fc.constantFrom("1", "20", "199", "200", "201", "9000"), fc.nat(5_000));
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        latencies,
        latencies,
        fc.boolean(),
        (text, counts, base, hasBase) => {
          const got = verdictOf(text, cell(counts), { baseline: hasBase ? figures(cell(base)) : null });
          for (const number of [got.value, got.margin, got.bound, got.threshold]) {
            expect(number === null || Number.isFinite(number)).toBe(true);
          }
          const wrongSide =
            (got.verdict === "met" && (got.margin ?? 0) < 0) ||
            (got.verdict === "missed" && (got.margin ?? 0) > 0);
          expect(wrongSide).toBe(false);
          expect(got.reason).toMatch(/\.$/);
        },
      ),
    );
  });
});

describe("a run's verdict", () => {
  it("is its worst; without targets there is none", () => {
    const worst = (...verdicts: TargetVerdict["verdict"][]) =>
      worstVerdict(verdicts.map((verdict) => ({ verdict })));
    expect(worst()).toBeNull();
    expect(worst("met", "met")).toBe("met");
    expect(worst("met", "unsure")).toBe("unsure");
    expect(worst("unsure", "missed", "met")).toBe("missed");
    expect(worst("no-baseline")).toBe("no-baseline");
    expect(worst("no-baseline", "met")).toBe("met");
    expect(worst("no-baseline", "missed")).toBe("missed");
  });
});
