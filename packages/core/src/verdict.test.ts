import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, emptyCell } from "./cell.ts";
import { Sketch } from "./sketch.ts";
import { parseTarget, type Target } from "./target.ts";
import { judge, type JudgedFigures, type JudgeInput, type TargetVerdict, worstVerdict } from "./verdict.ts";

/** So many requests of one latency each, in milliseconds, of which some failed. */
function cell(counts: Record<number, number>, errors = 0): Cell {
  const all = new Sketch();
  for (const [millis, count] of Object.entries(counts)) all.add(Number(millis) * 1_000, count);
  const failed = new Sketch();
  if (errors > 0) failed.add(all.min ?? 0, errors);
  return {
    requests: all.count,
    errors,
    items: all.count * 17,
    bytes: 0,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: errors > 0 ? failed : null },
  };
}

function figures(all: Cell, labels: Record<string, Cell> = {}, durationSeconds = 100): JudgedFigures {
  const labelled = (own: Cell) => ({ cell: own, durationSeconds, window: null, doubt: null });
  return {
    durationSeconds,
    all,
    label: (name) => (labels[name] === undefined ? null : labelled(labels[name])),
  };
}

const window = { from: "2026-11-21T12:00:00.000Z", to: "2026-11-21T12:01:40.000Z", kind: "steady" as const };

function verdictOf(text: string, all: Cell, changes: Partial<JudgeInput> = {}): TargetVerdict {
  const [verdict] = judge({
    targets: [read(text)],
    figures: figures(all),
    window,
    ramp: null,
    achieved: null,
    loadOffered: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros: 1,
    ...changes,
  });
  if (verdict === undefined) throw new Error("no verdict");
  return verdict;
}

function read(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.target;
}

const busy = cell({ 20: 9_000, 60: 900, 150: 90, 400: 10 });

describe("a verdict", () => {
  it("says figure, threshold, margin, bound, window and reason", () => {
    expect(verdictOf("p99 <= 200 ms", busy)).toEqual({
      metric: "p99",
      label: null,
      comparator: "<=",
      threshold: 200,
      unit: "ms",
      value: expect.closeTo(60, 0),
      margin: expect.closeTo(140, 0),
      bound: expect.closeTo(0.3, 0),
      window,
      verdict: "met",
      reason: "p99 is 60.18 ms, 139.8 ms below 200 ms.",
      text: "p99 <= 200 ms",
    });
  });

  it.each([
    ["p99 <= 50 ms", "missed"],
    ["p99 <= 60 ms", "unsure"],
    ["p99.9 <= 160 ms", "met"],
    ["p50 > 19 ms", "met"],
    ["p50 > 21 ms", "missed"],
    ["mean <= 26 ms", "met"],
    ["mean <= 25 ms", "missed"],
    ["max <= 400 ms", "met"],
    ["max < 400 ms", "missed"],
    ["min >= 20 ms", "met"],
    ["throughput >= 100/s", "met"],
    ["throughput >= 101/s", "missed"],
    ["throughput >= 360k/h", "met"],
    ["throughput >= 1700 items/s", "met"],
    ["throughput >= 1701 items/s", "missed"],
    ["error rate <= 0.1 %", "met"],
  ])("%s is %s", (text, verdict) => {
    expect(verdictOf(text, busy)).toMatchObject({ verdict, text: expect.any(String) });
  });

  it("says when it holds the warm-up", () => {
    const whole = verdictOf("p99 <= 200 ms", busy, { window: { ...window, kind: "whole" } });
    expect(whole).toMatchObject({ verdict: "met", window: { kind: "whole" } });
    expect(whole.reason).toMatch(/warm-up included\.$/);
  });

  it("holds for the label that it names", () => {
    const input = { figures: figures(busy, { "GET /slow": cell({ 900: 5_000 }) }) };
    expect(verdictOf('p99 of "GET /slow" <= 200 ms', busy, input)).toMatchObject({
      verdict: "missed",
      label: "GET /slow",
      value: 900,
    });
  });

  it("of a label is of the seconds that the label is kept in, and says them", () => {
    const own = { ...window, to: "2026-11-21T12:01:00.000Z" };
    const kept = { cell: cell({ 20: 600 }), durationSeconds: 60, window: own, doubt: null };
    const text = 'throughput of "GET /" >= 9/s';
    const input = { figures: { ...figures(busy), label: () => kept } };
    expect(verdictOf(text, busy, input)).toMatchObject({ verdict: "met", value: 10, window: own });
    const doubted = { figures: { ...figures(busy), label: () => ({ ...kept, doubt: "Kept coarsely." }) } };
    for (const asked of [text, 'throughput of "GET /" >= 11/s']) {
      const verdict = verdictOf(asked, busy, doubted);
      expect(verdict).toMatchObject({ verdict: "unsure", value: 10, window: own });
      expect(verdict.reason).toMatch(/Kept coarsely\.$/);
    }
    const relative = verdictOf('throughput of "GET /" >= baseline', busy, {
      ...input,
      baseline: doubted.figures,
    });
    expect(relative).toMatchObject({ verdict: "unsure", reason: "In the baseline: Kept coarsely." });
    const unknown = { figures: { ...figures(busy), label: () => ({ problem: "Only a total." }) } };
    expect(verdictOf(text, busy, unknown)).toMatchObject({
      verdict: "unsure",
      value: null,
      reason: "Only a total.",
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
      "error rate <= 100 %",
      "max <= 1 s",
    ]) {
      expect(verdictOf(text, emptyCell())).toMatchObject({ verdict: "unsure", value: null });
    }
  });

  it("takes a tool's rounding into its bound", () => {
    const coarse = { latencyResolutionMicros: 10_000 };
    expect(verdictOf("p99 <= 65 ms", busy)).toMatchObject({ verdict: "met" });
    expect(verdictOf("p99 <= 65 ms", busy, coarse)).toMatchObject({
      verdict: "unsure",
      bound: expect.closeTo(10, 0),
    });
  });
});

describe("too few requests", () => {
  it.each([
    ["p99 <= 200 ms", 50, 0, "unsure"],
    ["p99 <= 200 ms", 298, 0, "unsure"],
    ["p99 <= 200 ms", 300, 0, "met"],
    ["p99 <= 200 ms", 50, 1, "unsure"],
    ["p99 <= 200 ms", 50, 10, "missed"],
    ["p95 <= 200 ms", 100, 0, "met"],
    ["p99 <= 200 ms", 2_000, 0, "met"],
    ["p99.9 <= 200 ms", 2_000, 1, "unsure"],
  ])("%s of %i requests with %i above is %s", (text, requests, above, verdict) => {
    const got = verdictOf(text, cell(above === 0 ? { 20: requests } : { 20: requests - above, 900: above }));
    expect(got.verdict).toBe(verdict);
    expect(got.value).not.toBeNull();
  });

  it("of an error rate are those that would show less than one error", () => {
    expect(verdictOf("error rate <= 0.1 %", cell({ 20: 100 })).verdict).toBe("unsure");
    expect(verdictOf("error rate <= 0.1 %", cell({ 20: 100 }, 5)).verdict).toBe("missed");
    expect(verdictOf("error rate <= 0 %", cell({ 20: 100 })).verdict).toBe("met");
    const verdict = verdictOf("error rate <= 1 %", cell({ 20: 3_000 }));
    expect(verdict).toMatchObject({ verdict: "met", value: 0, margin: 1, bound: 0 });
    expect(verdict.reason).toContain("below 0.10 %");
  });

  it.each([
    ["mean <= 1 s", 1, "unsure"],
    ["mean <= 1 s", 29, "unsure"],
    ["mean <= 1 s", 30, "met"],
    ["mean <= 1 ms", 5, "unsure"],
    ["max <= 1 s", 5, "unsure"],
    ["max <= 1 s", 30, "met"],
    ["max <= 1 ms", 1, "missed"],
    ["min <= 1 s", 1, "met"],
    ["min <= 1 ms", 5, "unsure"],
    ["min >= 1 s", 1, "missed"],
    ["min >= 1 ms", 5, "unsure"],
  ])(
    "%s of %i requests is %s: what was seen was seen, what was not may yet come",
    (text, requests, verdict) => {
      const got = verdictOf(text, cell({ 20: requests }));
      expect(got).toMatchObject({
        verdict,
        value: expect.closeTo(20 / (text.endsWith(" s") ? 1_000 : 1), 6),
      });
      if (verdict === "unsure") expect(got.reason).toMatch(/Too few requests: /);
    },
  );
});

describe("a figure that equals its target", () => {
  it("meets it whatever the floating point", () => {
    for (let percent = 1; percent <= 100; percent++) {
      const achieved = percent / 100;
      expect(verdictOf(`achieved >= ${percent} %`, busy, { achieved })).toMatchObject({
        verdict: "met",
        value: percent,
        margin: 0,
      });
      const baseline = figures(cell({ 20: 100 }), {}, 100);
      const grown = figures(cell({ 20: 100 + percent }), {}, 100);
      const text = `throughput >= baseline + ${percent} %`;
      expect(verdictOf(text, busy, { figures: grown, baseline })).toMatchObject({
        verdict: "met",
        margin: 0,
      });
    }
  });
});

describe("a load that was not offered", () => {
  const short = { achieved: 0.9 };

  it("makes good latencies and error rates unsure, and leaves bad ones missed", () => {
    expect(verdictOf("p99 <= 200 ms", busy, short)).toMatchObject({
      verdict: "unsure",
      value: expect.any(Number),
    });
    expect(verdictOf("error rate <= 1 %", busy, short).verdict).toBe("unsure");
    expect(verdictOf("p99 <= 50 ms", busy, short).verdict).toBe("missed");
    expect(verdictOf("p99 <= 200 ms", busy, { achieved: 0.95 }).verdict).toBe("met");
    expect(verdictOf("p99 <= 200 ms", busy, { loadOffered: false }).verdict).toBe("unsure");
  });

  it("leaves throughput missed unless the generator is known to have held back", () => {
    expect(verdictOf("throughput >= 101/s", busy, short).verdict).toBe("missed");
    expect(verdictOf("throughput >= 101/s", busy, { loadOffered: false }).verdict).toBe("unsure");
    expect(verdictOf("throughput >= 100/s", busy, { loadOffered: false }).verdict).toBe("met");
  });

  it("is itself judged", () => {
    expect(verdictOf("achieved >= 95 %", busy, short)).toMatchObject({
      verdict: "missed",
      value: 90,
      margin: -5,
    });
    expect(verdictOf("achieved >= 95 %", busy)).toMatchObject({ verdict: "unsure", value: null });
  });
});

describe("a target relative to the baseline", () => {
  const slower = figures(cell({ 20: 5_000, 30: 5_000 }), { "GET /a": cell({ 50: 5_000 }) });

  it("is worked out in the baseline's figures", () => {
    expect(verdictOf("p50 <= baseline + 10 %", busy, { baseline: slower })).toMatchObject({
      verdict: "met",
      threshold: expect.closeTo(22, 0),
      unit: "ms",
    });
    expect(verdictOf("p90 <= baseline - 50 %", busy, { baseline: slower })).toMatchObject({
      verdict: "missed",
    });
    expect(verdictOf("throughput >= baseline", busy, { baseline: slower })).toMatchObject({
      verdict: "met",
      threshold: 100,
      unit: "/s",
      margin: 0,
    });
  });

  it("is unsure when either figure's bound reaches over", () => {
    expect(verdictOf("p50 <= baseline", cell({ 20: 5_000, 30: 6_000 }), { baseline: slower }).verdict).toBe(
      "missed",
    );
    const same = cell({ 19: 100, 20: 5_000, 30: 5_000 });
    const alike = figures(cell({ 19: 200, 20: 5_000, 30: 5_000 }));
    expect(verdictOf("p25 <= baseline", same, { baseline: alike })).toMatchObject({ verdict: "unsure" });
  });

  it("is unsure without a baseline, or with one that has no such label", () => {
    expect(verdictOf("p99 <= baseline + 10 %", busy)).toMatchObject({
      verdict: "unsure",
      threshold: 110,
      unit: "% of baseline",
      value: null,
    });
    const input = { baseline: slower, figures: figures(busy, { "GET /b": busy }) };
    expect(verdictOf('p99 of "GET /b" <= baseline', busy, input).reason).toContain("In the baseline");
  });
});

describe("gauges, loads and ramps", () => {
  const cpu = {
    gauge: (name: string) => (name === "cpu" ? { unit: "%", mean: 60, min: 20, max: 92 } : null),
  };

  it("judges a gauge, and is unsure without it or in another unit", () => {
    expect(verdictOf("max cpu <= 80 %", busy, cpu)).toMatchObject({
      verdict: "missed",
      value: 92,
      unit: "%",
    });
    expect(verdictOf("mean cpu <= 80", busy, cpu)).toMatchObject({ verdict: "met", value: 60 });
    expect(verdictOf("max lag <= 80", busy, cpu)).toMatchObject({ verdict: "unsure", value: null });
    expect(verdictOf("max cpu <= 80 cores", busy, cpu).verdict).toBe("unsure");
  });

  it("judges a target under a load by the figures of that load", () => {
    const at600 = { ...figures(cell({ 700: 5_000 })), window: { ...window, kind: "whole" as const } };
    const input = { atUsers: (users: number) => (users === 600 ? at600 : null), ramp: "it rises" };
    expect(verdictOf("p95 <= 1 s at 600 users", busy, input)).toMatchObject({
      verdict: "met",
      value: 0.7,
      window: { kind: "whole" },
    });
    expect(verdictOf("p95 <= 1 s at 900 users", busy, input)).toMatchObject({
      verdict: "unsure",
      window: null,
    });
  });

  it("compares a figure under a load with the baseline's under the same load", () => {
    const under = (millis: number) => () => figures(cell({ [millis]: 5_000 }));
    const baseline = figures(cell({ 100: 5_000 }));
    const input = { atUsers: under(700), baseline, baselineAtUsers: under(690) };
    expect(verdictOf("p95 <= baseline + 10 % at 600 users", busy, input)).toMatchObject({ verdict: "met" });
    const without = verdictOf("p95 <= baseline + 10 % at 600 users", busy, { atUsers: under(700), baseline });
    expect(without.verdict).toBe("unsure");
    expect(without.reason).toMatch(/^In the baseline: .*600 users/);
  });

  it("is unsure of a share of requests that were not counted", () => {
    const uncounted = { ...figures(emptyCell()), absent: ["requests" as const] };
    expect(verdictOf("error rate <= 1 %", busy, { figures: uncounted })).toMatchObject({
      verdict: "unsure",
      value: null,
    });
  });

  it("is unsure on a ramp without a load", () => {
    for (const text of ["p99 <= 200 ms", "p99 <= 5 ms", "throughput >= 1/s", "error rate <= 1 %"]) {
      const verdict = verdictOf(text, busy, { ramp: "throughput rises throughout" });
      expect(verdict).toMatchObject({ verdict: "unsure", value: expect.any(Number) });
      expect(verdict.reason).toContain("throughput rises throughout");
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
    expect(verdictOf("p95 <= 300 ms", quoted)).toMatchObject({ verdict: "met", value: null });
    expect(verdictOf("p95 <= 200 ms", quoted)).toMatchObject({ verdict: "unsure", value: null });
  });
});

describe("any verdict", () => {
  const texts = [
    "p99 <= 200 ms",
    "mean < 30 ms",
    "throughput >= 5/s",
    "error rate <= 1 %",
    "p50 > baseline - 5 %",
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
  });
});
