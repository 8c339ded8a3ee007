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
} from "./testing/comparison-fixtures.ts";
import { prepareComparability } from "./prepare-comparability.ts";
import { prepareFigures } from "./prepare-figures.ts";
import { prepareRuns } from "./prepare-runs.ts";
import { prepareSentence } from "./prepare-sentence.ts";

describe("the sentence", () => {
  const say = (comparison: typeof pair, statistics = none) => {
    const said = prepareSentence({ comparison, cards: prepareRuns(comparison, positions), statistics });
    return { ...said, figures: said.figures.replaceAll("\u00a0", " ") };
  };

  it("shows metrics immediately and the verdict once it is computed", () => {
    expect(say(pair)).toEqual({
      lead: "B compared with A.",
      rest: "Checking whether the difference is more than noise.",
      figures:
        "Throughput went from 14,010 to 40,269 req/s (2.87x higher), p99 from 1,400 to 240 ms (5.83x faster). B misses 2 targets: 40,269 req/s (target 50,000), p99 240 ms (target 200 ms).",
    });
    expect(say(pair, known(["b", statisticsOf("improved")]))).toMatchObject({
      lead: "B improved on A.",
      rest: "B misses its targets.",
    });
    expect(say(pair, known(["b", statisticsOf("differs", 3)]))).toMatchObject({
      lead: "Unsure: A and B differ in these two runs.",
      rest: "3 runs on each side would settle whether the system changed.",
    });
    expect(say(pair, known(["b", statisticsOf("no-detectable-change")]))).toMatchObject({
      lead: "No detectable change from A to B.",
      rest: "Only a p99 change of 4.0% or more would have been detected.",
    });
  });

  it("calls runs not comparable only if a difference rules that out", () => {
    const verdict = known(["b", statisticsOf("not-comparable")]);
    const words = "Most requests are of other labels.";
    const vetoed = { run: 1, comparable: false, alike: [], unknown: [] };
    const differences = [{ kind: "label-mix" as const, severity: "veto" as const, words }];
    expect(say({ ...pair, comparability: [{ ...vetoed, differences }] }, verdict)).toMatchObject({
      lead: "A and B are not comparable.",
      rest: words,
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
        lead: "Unsure: part of B wasn't compared with A.",
        rest: "A slowdown can hide there.",
      });
    expect(partly("warn", "regressed").lead).toBe("B regressed from A.");
    expect(partly("note", "improved").lead).toBe("B improved on A.");
  });

  it("is unsure where a change could hide in the noise", () => {
    const { whole, ...rest } = statisticsOf("no-detectable-change");
    const noisy = { ...rest, whole: whole.map((one) => ({ ...one, smallestDetectable: 0.45 })) };
    const { lead, rest: words } = say(pair, known(["b", noisy]));
    expect(lead).toBe("Unsure: a change from A to B can hide in the noise.");
    expect(words).toMatch(/^Too noisy to show a change of 20% in p50, p95 or throughput\./);
  });

  it("is unsure where errors couldn't be tested, or nothing could be computed", () => {
    const { whole, ...rest } = statisticsOf("improved");
    const untested = whole.map((one) =>
      one.metric === "error-rate" ? { ...one, verdict: "not-tested" as const, reason: "Too few." } : one,
    );
    expect(say(pair, known(["b", { ...rest, whole: untested }]))).toMatchObject({
      lead: "Unsure: errors of B couldn't be tested against A.",
      rest: "Too few.",
    });
    expect(say(pair, new Map([["b", "failed"]]))).toMatchObject({
      lead: "Unsure: B couldn't be compared with A.",
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
    expect(rest("holds")).toBe("B meets its targets.");
    expect(rest("regressed")).toBe("B regressed from its own baseline. Its targets are met.");
    expect(rest("regressed", null)).toBe("B regressed from its own baseline.");
    expect(rest("unsure")).toBe("It isn't certain that B holds. Its targets are met.");
    expect(say(own("regressed"), known(["b", statisticsOf("regressed")])).rest).toBe("B meets its targets.");
    expect(say(own("regressed"), known(["b", statisticsOf("no-detectable-change")])).rest).toMatch(
      /^B regressed from its own baseline\. Its targets are met\. Only a p99 change/,
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
      lead: "Unsure: B compared with A, without a test.",
      rest: "Throughput of B is unknown. There is no time series.",
    });
    const three = comparisonOf([...runs, { id: "c", figures: after }]);
    expect(say(three, known(["b", untested], ["c", statisticsOf("improved")]))).toMatchObject({
      lead: "2 runs compared with A: 1 unsure, 1 improved.",
      rest: "B wasn't tested: Throughput of B is unknown. There is no time series.",
    });
  });

  it("doesn't pass off a p99 that wasn't tested as unchanged", () => {
    const some = statisticsOf("no-detectable-change");
    const whole = some.whole.map((one) =>
      one.metric === "p99" ? { ...one, verdict: "not-tested" as const, reason: "Too few requests." } : one,
    );
    expect(say(pair, known(["b", { ...some, whole }])).rest).toBe("p99 wasn't tested. Too few requests.");
  });

  it("names the label that got worse or differs where the whole run improved", () => {
    const labelled = (verdict: "regressed" | "differs") => {
      const [worse = missing()] = statisticsOf(verdict).whole.filter(({ metric }) => metric === "p99");
      const metrics = [{ ...worse, ratio: 1.5, runsToSettle: 3 }];
      const labels = [{ label: "POST /pay", kind: "request" as const, window: "judged" as const, metrics }];
      return say(pair, known(["b", { ...statisticsOf("improved"), labels }]));
    };
    expect(labelled("regressed")).toMatchObject({
      lead: "B regressed from A.",
      rest: 'Worse: p99 of "POST /pay" (+50.0%). B misses its targets.',
    });
    expect(labelled("differs")).toMatchObject({
      lead: "Unsure: A and B differ in these two runs.",
      rest: 'Different: p99 of "POST /pay" (+50.0%). 3 runs on each side would settle whether the system changed.',
    });
  });

  it("never contradicts the trend: it says where a level changed between the runs", () => {
    const rises: LevelChange = { metric: "p99", before: 85, after: 102, runs: [41], drifts: [] };
    const falls: LevelChange = { metric: "throughput", before: 500, after: 400, runs: [41], drifts: [] };
    const withTrend = (verdict: "no-detectable-change" | "regressed" | "improved") =>
      known(["b", { ...statisticsOf(verdict), trend: [falls, rises] }]);
    const plain = ({ lead, rest }: { lead: string; rest: string }) => [lead, rest.replaceAll("\u00a0", " ")];
    expect(plain(say(pair, withTrend("no-detectable-change")))).toEqual([
      "A and B alone show no change.",
      "The trend shows that p99 rose from 85 to 102 ms (+20.0%) and throughput fell from 500 to 400 req/s (−20.0%) between them. Only a p99 change of 4.0% or more would have been detected.",
    ]);
    expect(plain(say(pair, withTrend("regressed")))).toEqual([
      "B regressed from A.",
      "B misses its targets.",
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
      "The trend shows a change of p99 between A and C that these runs alone don't.",
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
      "Throughput went from 14,010 to 40,269 req/s (2.87x higher), and p99 stayed at 1,400 ms.",
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
    expect(say(runs).figures).toBe(
      "Throughput stayed at 14,010 req/s and p99 at 1,400 ms. B misses a target: 0.90% errors (limit 0.2%).",
    );
  });

  it("says what it can of a figure that one run lacks", () => {
    const lacking = comparisonOf([
      { id: "a", figures: before },
      { id: "b", figures: { throughput: 14_010 } },
    ]);
    expect(say(lacking).figures).toBe("Throughput stayed at 14,010 req/s.");
  });

  it("counts more than a pair", () => {
    const many = comparisonOf(["a", "b", "c", "d"].map((id) => ({ id, figures: before })));
    const two = known(["b", statisticsOf("improved")], ["c", statisticsOf("regressed")]);
    expect(say(many, two)).toMatchObject({
      lead: "3 runs compared with A: 1 regressed, 1 improved.",
      rest: "Checking whether 1 differs by more than noise.",
    });
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
      lead: "2 runs compared with A, as quoted.",
      rest: expect.stringContaining("C misses its targets."),
    });
    const one = known(["b", statisticsOf("improved")], ["c", statisticsOf("not-comparable")]);
    expect(say(of([quotedPair(2)]), one)).toMatchObject({
      lead: "2 runs compared with A: 1 improved, 1 as quoted.",
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
    expect(say(quoted)).toMatchObject({ lead: "B compared with A, as quoted." });
    expect(prepareComparability(quoted, prepareRuns(quoted, positions))).toMatchObject({
      tone: "neutral",
      lead: "Compared as quoted.",
      differences: [],
      quoted: "A and B have only their tools' own summaries, so their noise is unknown.",
    });
  });
});

function missing(): never {
  throw new Error("there is no such metric");
}
