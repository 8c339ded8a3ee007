import { describe, expect, it } from "vitest";
import type { LevelChange } from "@headroom/contract";
import {
  after,
  before,
  comparisonOf,
  judged,
  known,
  none,
  pair,
  positions,
  statisticsOf,
} from "../testing/comparison-fixtures.ts";
import { hasOnlyTable, prepareComparability } from "./prepare-comparability.ts";
import { prepareFigures } from "../figures/prepare-figures.ts";
import { prepareRuns } from "../view/prepare-runs.ts";
import { prepareSentence } from "./prepare-sentence.ts";

const MISSED = "Run 2 misses 2 targets: 40,269 req/s (target 50,000), p99 240 ms (target 200 ms).";

describe("the sentence", () => {
  const say = (comparison: typeof pair, statistics = none) => {
    const said = prepareSentence({ comparison, cards: prepareRuns(comparison, positions), statistics });
    const plain = (words: string) => words.replaceAll("\u00a0", " ");
    return { lead: plain(said.lead), rest: plain(said.rest), figures: plain(said.figures) };
  };

  it("shows metrics immediately and the verdict once it is computed", () => {
    expect(say(pair)).toEqual({
      lead: "Run 2 compared with run 1.",
      rest: `Checking whether the difference is more than noise. ${MISSED}`,
      figures:
        "Throughput went from 14,010 to 40,269 req/s (2.87x more), p99 from 1,400 to 240 ms (5.83x faster).",
    });
    expect(say(pair, known(["b", statisticsOf("improved")]))).toMatchObject({
      lead: "Run 2 is faster than run 1: p99 +100% (90 to 110%).",
      rest: MISSED,
    });
    expect(say(pair, known(["b", statisticsOf("differs", 3)]))).toMatchObject({
      lead: "Unsure: run 2 may be slower than run 1: p99 +100% (90 to 110%).",
      rest: `3 runs on each side would settle whether the system changed. ${MISSED}`,
    });
    expect(say(pair, known(["b", statisticsOf("no-detectable-change")]))).toMatchObject({
      lead: "No difference found between run 2 and run 1.",
      rest: `A p99 change of 4.0% would have shown. ${MISSED}`,
    });
  });

  it("calls runs not comparable only if a difference rules that out", () => {
    const verdict = known(["b", statisticsOf("not-comparable")]);
    const words = "Most requests are of other labels.";
    const vetoed = { run: 1, comparable: false, alike: [], unknown: [] };
    const differences = [{ kind: "label-mix" as const, severity: "veto" as const, words }];
    expect(say({ ...pair, comparability: [{ ...vetoed, differences }] }, verdict)).toMatchObject({
      lead: "Run 2 and run 1 aren't comparable.",
      rest: words,
      figures: "",
    });
  });

  it("claims nothing about what wasn't compared", () => {
    const difference = { kind: "left-out", severity: "warn", words: "Warm-up is much longer in B." } as const;
    const one = { run: 1, comparable: true, alike: [], unknown: [] };
    const partly = (
      severity: "warn" | "note",
      verdict: "improved" | "no-detectable-change" | "regressed",
    ) => {
      const differences = [{ ...difference, severity }];
      return say(
        { ...pair, comparability: [{ ...one, differences }] },
        known(["b", { ...statisticsOf(verdict), differences }]),
      );
    };
    for (const verdict of ["no-detectable-change", "improved"] as const)
      expect(partly("warn", verdict)).toMatchObject({
        lead: "Unsure: part of run 2 wasn't compared with run 1.",
        rest: `A slowdown can hide there. ${MISSED}`,
      });
    expect(partly("warn", "regressed").lead).toMatch(/^Run 2 is slower than run 1: p99 /);
    expect(partly("note", "improved").lead).toMatch(/^Run 2 is faster than run 1: p99 /);
  });

  it("is unsure where a change could hide in the noise", () => {
    const { whole, ...rest } = statisticsOf("no-detectable-change");
    const noisy = { ...rest, whole: whole.map((one) => ({ ...one, smallestDetectable: 0.45 })) };
    const { lead, rest: words } = say(pair, known(["b", noisy]));
    expect(lead).toBe("Unsure: a change from run 1 to run 2 can hide in the noise.");
    expect(words).toMatch(/^Too noisy to show a change of 20% in p50, p95 or throughput\./);
  });

  it("is unsure where errors couldn't be tested, or nothing could be computed", () => {
    const { whole, ...rest } = statisticsOf("improved");
    const untested = whole.map((one) =>
      one.metric === "error-rate" ? { ...one, verdict: "not-tested" as const, reason: "Too few." } : one,
    );
    expect(say(pair, known(["b", { ...rest, whole: untested }]))).toMatchObject({
      lead: "Unsure: errors of run 2 couldn't be tested against run 1.",
      rest: `Too few. ${MISSED}`,
    });
    expect(say(pair, new Map([["b", "failed"]]))).toMatchObject({
      lead: "Unsure: run 2 couldn't be compared with run 1.",
      rest: "The noise couldn't be computed.",
    });
  });

  it("gives no all-clear to a run that is worse than its own baseline", () => {
    const own = (outcome: "regressed" | "unsure" | "holds", verdict: "met" | null = "met") =>
      comparisonOf([
        { id: "a", figures: before, verdict: "met" },
        { id: "b", figures: after, verdict, outcome },
      ]);
    const rest = (outcome: "regressed" | "unsure" | "holds", verdict: "met" | null = "met") =>
      say(own(outcome, verdict), known(["b", statisticsOf("improved")])).rest;
    expect(rest("holds")).toBe("Run 2 meets its targets.");
    expect(rest("regressed")).toBe("Run 2 regressed from its own baseline. Its targets are met.");
    expect(rest("regressed", null)).toBe("Run 2 regressed from its own baseline.");
    expect(rest("unsure")).toBe("It isn't certain that run 2 holds. Its targets are met.");
    expect(say(own("regressed"), known(["b", statisticsOf("regressed")])).rest).toBe(
      "Run 2 meets its targets.",
    );
    expect(say(own("regressed"), known(["b", statisticsOf("no-detectable-change")])).rest).toBe(
      "A p99 change of 4.0% would have shown. Run 2 regressed from its own baseline. Its targets are met.",
    );
  });

  it("says of runs without a test what is missing", () => {
    const reasonOf = (metric: string) =>
      metric === "throughput" ? "Not every run has this figure." : "There is no time series.";
    const statistics = statisticsOf("not-tested");
    const untested = {
      ...statistics,
      whole: statistics.whole.map((one) => ({ ...one, reason: reasonOf(one.metric) })),
    };
    const { throughput: _, ...figures } = after;
    const runs = [
      { id: "a", figures: before },
      { id: "b", figures },
    ] as const;
    expect(say(comparisonOf(runs), known(["b", untested]))).toMatchObject({
      lead: "Unsure: run 2 couldn't be tested against run 1.",
      rest: "Throughput of run 2 is unknown. There is no time series.",
    });
    const three = comparisonOf([...runs, { id: "c", figures: after }]);
    expect(say(three, known(["b", untested], ["c", statisticsOf("improved")]))).toMatchObject({
      lead: "Run 2 is unsure, compared with run 1.",
      rest: "1 is better. Run 2 wasn't tested: Throughput of run 2 is unknown. There is no time series.",
    });
  });

  it("doesn't pass off a p99 that wasn't tested as unchanged", () => {
    const some = statisticsOf("no-detectable-change");
    const whole = some.whole.map((one) =>
      one.metric === "p99" ? { ...one, verdict: "not-tested" as const, reason: "Too few requests." } : one,
    );
    expect(say(pair, known(["b", { ...some, whole }])).rest).toBe(
      `p99 wasn't tested. Too few requests. ${MISSED}`,
    );
  });

  it("names the label that got worse or differs where the whole run improved", () => {
    const labelled = (verdict: "regressed" | "differs") => {
      const [worse = missing()] = statisticsOf(verdict).whole.filter(({ metric }) => metric === "p99");
      const metrics = [{ ...worse, ratio: 1.5, runsToSettle: 3 }];
      const labels = [{ label: "POST /pay", kind: "request" as const, window: "judged" as const, metrics }];
      return say(pair, known(["b", { ...statisticsOf("improved"), labels }]));
    };
    expect(labelled("regressed")).toMatchObject({
      lead: 'Run 2 is slower than run 1 in part: p99 of "POST /pay" +50% (90 to 110%).',
      rest: MISSED,
    });
    expect(labelled("differs")).toMatchObject({
      lead: "Unsure: run 2 differs from run 1, which can be chance.",
      rest: `Different: p99 of "POST /pay" (+50.0%). 3 runs on each side would settle whether the system changed. ${MISSED}`,
    });
  });

  it("never contradicts the trend: it says where a level changed between the runs", () => {
    const rises: LevelChange = { metric: "p99", before: 85, after: 102, runs: [41], drifts: [] };
    const falls: LevelChange = { metric: "throughput", before: 500, after: 400, runs: [41], drifts: [] };
    const withTrend = (verdict: "no-detectable-change" | "regressed" | "improved") =>
      known(["b", { ...statisticsOf(verdict), trend: [falls, rises] }]);
    const plain = ({ lead, rest }: { lead: string; rest: string }) => [lead, rest.replaceAll("\u00a0", " ")];
    expect(plain(say(pair, withTrend("no-detectable-change")))).toEqual([
      "Run 2 and run 1 alone show no difference.",
      "The trend shows that p99 rose from 85 to 102 ms (+20.0%) and throughput fell from 500 to 400 req/s (−20.0%) between them. A p99 change of 4.0% would have shown. Run 2 misses 2 targets: 40,269 req/s (target 50,000), p99 240 ms (target 200 ms).",
    ]);
    expect(plain(say(pair, withTrend("regressed")))).toEqual([
      "Run 2 is slower than run 1: p99 +100% (90 to 110%).",
      MISSED,
    ]);
    expect(plain(say(pair, withTrend("improved")))[1]).toMatch(
      /^The trend shows that p99 rose from 85 to 102 ms/,
    );
    const drifted = known([
      "b",
      {
        ...statisticsOf("no-detectable-change"),
        trend: [{ ...rises, runs: [], drifts: [{ from: 1, to: 60 }] }],
      },
    ]);
    expect(plain(say(pair, drifted))[1]).toMatch(
      /^The trend shows that p99 drifted up from 85 to 102 ms \(\+20\.0%\) between them\./,
    );
    const three = comparisonOf([
      { id: "a", figures: before },
      { id: "b", figures: after },
      { id: "c", figures: after },
    ]);
    const some = known(
      ["b", statisticsOf("improved")],
      ["c", { ...statisticsOf("no-detectable-change"), trend: [rises] }],
    );
    expect(say(three, some).rest).toBe(
      "1 shows no difference. The trend shows a change of p99 at run 41 that these runs alone don't.",
    );
    const [p99] = prepareFigures(
      pair.whole,
      prepareRuns(pair, positions),
      withTrend("no-detectable-change"),
    ).filter(({ metric }) => metric === "p99");
    expect(p99?.cells[1]?.change?.noise?.reason.replaceAll("\u00a0", " ")).toBe(
      "because The trend shows that p99 rose from 85 to 102 ms (+20.0%) between them.",
    );
  });

  it("says of equal figures that they stayed", () => {
    const figuresOf = (a: typeof before, b: typeof before) =>
      say(
        comparisonOf([
          { id: "a", figures: a },
          { id: "b", figures: b },
        ]),
      ).figures;
    expect(figuresOf(before, before)).toBe("Throughput stayed at 14,010 req/s and p99 at 1,400 ms.");
    expect(figuresOf(before, { ...before, p99: 240 })).toBe(
      "Throughput stayed at 14,010 req/s, and p99 went from 1,400 to 240 ms (5.83x faster).",
    );
    expect(figuresOf(before, { ...before, throughput: 40_269 })).toBe(
      "Throughput went from 14,010 to 40,269 req/s (2.87x more), and p99 stayed at 1,400 ms.",
    );
    // 0.4% isn't a factor.
    expect(figuresOf(before, { ...before, throughput: 14_066 })).toBe(
      "Throughput stayed at 14,066 req/s and p99 at 1,400 ms.",
    );
    expect(figuresOf({ ...before, throughput: 0 }, after)).toBe(
      "Throughput went from 0 to 40,269 req/s, p99 from 1,400 to 240 ms (5.83x faster).",
    );
  });

  it("says when requests fail, whatever throughput and p99 do", () => {
    const figuresOf = (from: number, to: number) =>
      say(
        comparisonOf([
          { id: "a", figures: { ...before, "error-rate": from } },
          { id: "b", figures: { ...before, "error-rate": to } },
        ]),
      ).figures.replaceAll("\u00a0", " ");
    const stayed = "Throughput stayed at 14,010 req/s and p99 at 1,400 ms.";
    expect(figuresOf(0, 0.5)).toBe(`${stayed} Error rate went from none to 50.0%.`);
    expect(figuresOf(0.5, 0)).toBe(`${stayed} Error rate went from 50.0% to none.`);
    expect(figuresOf(0.0001, 0.0005)).toBe(stayed);
  });

  it("names every missed target, of errors and other figures too", () => {
    const failing = judged("error-rate", "<=", { threshold: 0.2, value: 0.9, unit: "%" });
    const met = judged("p99", "<=", { threshold: 2_000, value: 1_400, unit: "ms" });
    const runs = comparisonOf([
      { id: "a", figures: before },
      { id: "b", figures: before, verdict: "missed", targets: [met, failing] },
    ]);
    expect(say(runs).rest).toBe(
      "Checking whether the difference is more than noise. Run 2 misses a target: 0.90% errors (limit 0.2%).",
    );
  });

  it("says what it can of a figure that one run lacks", () => {
    const lacking = comparisonOf([
      { id: "a", figures: before },
      { id: "b", figures: { throughput: 14_010 } },
    ]);
    expect(say(lacking).figures).toBe("Throughput stayed at 14,010 req/s.");
  });

  it("says first for how long nothing succeeded", () => {
    const runs = comparisonOf([
      { id: "a", figures: before },
      { id: "b", figures: before, outageSeconds: 60 },
    ]);
    expect(say(runs, known(["b", statisticsOf("no-detectable-change")])).rest).toMatch(
      /^No request of run 2 succeeded for 1m\. /,
    );
  });

  it("counts more than a pair", () => {
    const many = comparisonOf(["a", "b", "c", "d"].map((id) => ({ id, figures: before })));
    const two = known(["b", statisticsOf("improved")], ["c", statisticsOf("regressed")]);
    expect(say(many, two)).toMatchObject({
      lead: "3 runs compared with run 1.",
      rest: "Checking whether 1 run differs by more than noise.",
    });
    const all = new Map([...two, ...known(["d", statisticsOf("regressed")])]);
    expect(say(many, all)).toMatchObject({
      lead: "2 of 3 runs are slower than run 1: p99 +100%.",
      rest: "1 is better.",
    });
  });

  it("counts what the rows of many runs show, and the rest apart", () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    const many = comparisonOf(ids.map((id) => ({ id, figures: before })));
    const same = statisticsOf("no-detectable-change");
    const [p99 = missing()] = statisticsOf("regressed").whole.filter(({ metric }) => metric === "p99");
    const labels = [
      { label: "POST /pay", kind: "request" as const, window: "judged" as const, metrics: [p99] },
    ];
    const found = known(
      ["b", statisticsOf("regressed")],
      ["c", statisticsOf("differs")],
      ["d", statisticsOf("differs")],
      ["e", { ...same, labels }],
      ["f", { ...same, whole: same.whole.map((one) => ({ ...one, smallestDetectable: 0.84 })) }],
    );
    expect(say(many, found)).toMatchObject({
      lead: "Run 2 is slower than run 1: p99 +100%.",
      rest: "2 may be worse, 1 is too noisy to tell, 1 shows no difference. 1 of these is worse in one label.",
    });
    const unsure = ids.slice(1).map((id) => [id, statisticsOf("differs")] as const);
    expect(say(many, known(...unsure)).lead).toBe("All 5 runs may be slower than run 1: p99 +100%.");
    const inPart = { ...statisticsOf("differs"), labels };
    expect(say(many, known(...unsure.slice(1), ["b", inPart]))).toMatchObject({
      lead: "Run 2 is worse than run 1 in one label.",
      rest: "5 may be worse.",
    });
  });

  it("names what most of the worse runs have in common", () => {
    const many = comparisonOf(["a", "b", "c", "d"].map((id) => ({ id, figures: before })));
    const slower = statisticsOf("regressed");
    const whole = slower.whole.map((one) =>
      one.metric === "throughput"
        ? { ...one, ratio: 0.5, before: 2, after: 1, interval: { low: 0.4, high: 0.6 } }
        : { ...one, verdict: "no-detectable-change" as const },
    );
    const other = { ...slower, whole };
    expect(say(many, known(["b", slower], ["c", slower], ["d", other])).lead).toBe(
      "2 of 3 runs are slower than run 1: p99 +100%.",
    );
    expect(say(many, known(["b", slower], ["c", slower], ["d", other])).rest).toBe(
      "1 shows no difference. 1 of these is worse in other figures.",
    );
  });

  it("counts what is quoted apart from what isn't comparable", () => {
    const quotedPair = (run: number) => ({
      run,
      comparable: false,
      alike: [],
      unknown: [],
      differences: [
        { kind: "percentile-source" as const, severity: "veto" as const, words: "Both are quoted." },
      ],
    });
    const of = (comparability: ReturnType<typeof quotedPair>[]) =>
      comparisonOf(
        [
          { id: "a", figures: before },
          { id: "b", figures: after },
          { id: "c", figures: after, verdict: "missed" },
        ],
        { comparability },
      );
    const vetoed = known(["b", statisticsOf("not-comparable")], ["c", statisticsOf("not-comparable")]);
    expect(say(of([quotedPair(1), quotedPair(2)]), vetoed)).toMatchObject({
      lead: "2 runs compared with run 1, as quoted.",
      rest: expect.stringContaining("Run 3 misses its targets."),
    });
    const one = known(["b", statisticsOf("improved")], ["c", statisticsOf("not-comparable")]);
    expect(say(of([quotedPair(2)]), one)).toMatchObject({
      lead: "Run 2 is faster than run 1: p99 +100%.",
      rest: "1 as quoted.",
    });
  });

  it("compares what is quoted as quoted", () => {
    const quoted = comparisonOf(
      [
        { id: "a", figures: before, quoted: true },
        { id: "b", figures: after, quoted: true, verdict: "missed" },
      ],
      {
        comparability: [
          {
            run: 1,
            comparable: false,
            alike: [],
            unknown: [],
            differences: [{ kind: "percentile-source", severity: "veto", words: "Both are quoted." }],
          },
        ],
      },
    );
    expect(say(quoted)).toMatchObject({
      lead: "Run 2 compared with run 1, as quoted: p99 −83%, throughput +187%.",
      rest: "Run 2 misses its targets.",
    });
    // The table has all there is, so that nothing is said or drawn twice.
    expect(say(quoted).figures).toBe("");
    expect(hasOnlyTable(quoted)).toBe(true);
    expect(hasOnlyTable(pair)).toBe(false);
    expect(prepareComparability(quoted, prepareRuns(quoted, positions))).toMatchObject({
      tone: "neutral",
      lead: "Compared as quoted.",
      differences: [],
      quoted: "Run 1 and run 2 have only their tools' own summaries, so their noise is unknown.",
    });
  });
});

function missing(): never {
  throw new Error("there is no such metric");
}
