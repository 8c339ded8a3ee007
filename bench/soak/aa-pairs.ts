/*
 * Measures false verdicts on pairs without a change, and how often a real change is found. A verdict uses the latest 0,
 * 3, 5 or 10 of the runs before the pair. Its scatter is that of these runs alone, as in the product.
 */
import { parseArgs } from "node:util";
import { compareFamily, resampleRun } from "@headroom/core";
import type { ComparisonVerdict, EarlierRun, MetricStatistic, SidesInput } from "@headroom/core";
import {
  autocorrelated,
  drifting,
  interleaved,
  LevelDraws,
  onTwoHosts,
  STEADY,
  stepped,
  withOneOutlier,
  withOutliers,
} from "./aa-levels.ts";
import type { Levels } from "./aa-levels.ts";
import { PLAIN, RunDraws } from "./aa-law.ts";
import type { Law } from "./aa-law.ts";
import { LabelRuns, slowed } from "./label-runs.ts";
import type { LabelScatter } from "./label-runs.ts";
import { Tally } from "./aa-tally.ts";
import type { Told } from "./aa-tally.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "4000" },
    powered: { type: "string", default: "1000" },
    seed: { type: "string", default: "2022" },
    resamples: { type: "string", default: "400" },
    /** Of false, runs, intervals, power, labels and lasting; all by default. */
    study: { type: "string", multiple: true },
  },
});
const seed = Number(values.seed);
const resamples = Number(values.resamples);
const EARLIER = [0, 3, 5, 10];
const MOST_EARLIER = Math.max(...EARLIER);
const SMALL: Law = { ...PLAIN, requests: 10_000 };
const CORRELATED = { correlation: 0.8, loadSwing: 0.15, latencySwing: 0.1 };
const LONG = { correlation: 0.95, loadSwing: 0.15, latencySwing: 0.1 };
const SCATTERED: Law = { ...PLAIN, runScatter: 0.02 };
const WIDE: Law = { ...PLAIN, sigma: 1 };

interface Case {
  name: string;
  law: Law;
  levels?: Levels;
  slower?: number;
}

const CLIFF = { share: 0.01, times: 20 };
const LABEL_SHARES = [0.4, 0.25, 0.2, 0.1, 0.05];
const CHANGED_LABEL = 1;

const QUIET_LABELS: LabelScatter = { name: "nothing varies", together: 0, alone: [0, 0, 0, 0, 0] };
const TOGETHER_LABELS: LabelScatter = { name: "all alike, sd 2 %", together: 0.02, alone: [0, 0, 0, 0, 0] };
const RESTLESS_LABEL: LabelScatter = {
  name: "the largest label, sd 10 %",
  together: 0,
  alone: [0.1, 0, 0, 0, 0],
};
const LABEL_SCATTERS: readonly LabelScatter[] = [
  QUIET_LABELS,
  TOGETHER_LABELS,
  { name: "all alike, sd 5 %", together: 0.05, alone: [0, 0, 0, 0, 0] },
  { name: "each for itself, sd 3 %", together: 0, alone: [0.03, 0.03, 0.03, 0.03, 0.03] },
  { name: "both, sd 3 %", together: 0.03, alone: [0.03, 0.03, 0.03, 0.03, 0.03] },
  { name: "one label, sd 5 %", together: 0, alone: [0, 0.05, 0, 0, 0] },
  { name: "two labels, sd 5 %", together: 0, alone: [0, 0.05, 0, 0.05, 0] },
  RESTLESS_LABEL,
];

const pairs = Number(values.pairs);
const powered = Number(values.powered);
const studies: Record<string, () => void> = {
  false: () => {
    console.log(
      `${pairs} pairs without a change, 10,000 requests in 300 s a run: any improved or regressed / any differs`,
    );
    for (const one of [
      { name: "equal law", law: SMALL },
      { name: "autocorrelated, 0.80 from second to second", law: { ...SMALL, ...CORRELATED } },
      { name: "autocorrelated, 0.95 from second to second", law: { ...SMALL, ...LONG } },
      { name: "run-to-run sd 1 %", law: { ...SMALL, runScatter: 0.01 } },
      { name: "run-to-run sd 2 %", law: { ...SMALL, runScatter: 0.02 } },
      { name: "run-to-run sd 5 %", law: { ...SMALL, runScatter: 0.05 } },
    ])
      report(one, { rounds: pairs, tell: anyVerdict });
  },
  runs: () => {
    const law = { ...SMALL, runScatter: 0.01 };
    console.log(
      `${pairs} pairs without a change, run-to-run sd 1 % and more: any improved or regressed / any differs`,
    );
    for (const one of [
      { name: "5 % of all runs 50 % slower", law, levels: withOutliers(0.05, 1.5) },
      { name: "drift of 10 % in 20 runs", law, levels: drifting(1.1) },
      { name: "from run to run 0.3, sd 3 %", law, levels: autocorrelated(0.3, 0.03) },
      { name: "from run to run 0.5, sd 3 %", law, levels: autocorrelated(0.5, 0.03) },
      { name: "from run to run 0.7, sd 3 %", law, levels: autocorrelated(0.7, 0.03) },
      { name: "two hosts in turn, 10 % apart", law, levels: onTwoHosts(1.1, true) },
      { name: "two hosts at random, 10 % apart", law, levels: onTwoHosts(1.1, false) },
      { name: "every other run of an unnamed branch, +10 %", law, levels: interleaved(1.1) },
    ])
      report(one, { rounds: pairs, tell: anyVerdict });
  },
  intervals: () => {
    console.log(
      `${pairs} pairs without a change and without earlier runs: any differs, 95% intervals that hold 1`,
    );
    for (const one of [
      { name: "equal law", law: SMALL },
      { name: "sigma 1.0, 30,000 requests", law: WIDE },
      { name: "3,000 requests", law: { ...SMALL, requests: 3_000 } },
      { name: "60 s", law: { ...SMALL, seconds: 60 } },
      { name: "autocorrelated 0.80", law: { ...SMALL, ...CORRELATED } },
      {
        name: "latency autocorrelated 0.90, 30,000 requests",
        law: { ...WIDE, correlation: 0.9, latencySwing: 0.1 },
      },
      { name: "autocorrelated 0.95", law: { ...SMALL, ...LONG } },
      { name: "1% of 30,000 requests 20 times slower", law: { ...PLAIN, slow: CLIFF } },
      { name: "1% of 1,500 requests 20 times slower", law: { ...PLAIN, requests: 1_500, slow: CLIFF } },
    ])
      reportIntervals(one);
  },
  power: () => {
    console.log(
      `${powered} pairs with all latencies 10% higher, 30,000 requests in 300 s a run: p99 regressed / differs`,
    );
    for (const one of [
      { name: "sigma 0.5", law: PLAIN },
      { name: "sigma 1.0", law: WIDE },
      { name: "sigma 0.5, autocorrelated 0.80", law: { ...PLAIN, ...CORRELATED } },
      { name: "sigma 0.5, run-to-run sd 2 %", law: SCATTERED },
    ])
      report({ ...one, slower: 1.1 }, { rounds: powered, tell: p99Verdict });
  },
  labels: () => {
    const laws = LABEL_SHARES.map((share) => ({ ...WIDE, requests: WIDE.requests * share }));
    const drawn = new LabelRuns(laws, { seed, resamples });
    console.log(
      `${powered} pairs of 30,000 requests with five labels, sigma 1: any figure of the second label regressed / differs`,
    );
    for (const scatter of [QUIET_LABELS, TOGETHER_LABELS, RESTLESS_LABEL])
      for (const slower of [1.1, 1.2])
        reportLabels(drawn, scatter, { slower, rounds: powered, told: "changed" });
    console.log("the same without a change: any figure of any label improved or regressed / differs");
    for (const scatter of LABEL_SCATTERS)
      reportLabels(drawn, scatter, { slower: 1, rounds: pairs, told: "any" });
  },
  lasting: () => {
    console.log(`${powered} pairs with all latencies 20% higher, run-to-run sd 2 %: p99 regressed / differs`);
    for (const one of [
      { name: "no past change", law: SCATTERED, levels: STEADY },
      { name: "one of the latest 3 runs 50 % slower", law: SCATTERED, levels: withOneOutlier(3, 1.5) },
      { name: "one of the latest 10 runs 50 % slower", law: SCATTERED, levels: withOneOutlier(10, 1.5) },
      ...[1, 2, 3, 5, 8].map((runs) => ({
        name: `faster by 20 % since ${runs} runs before A`,
        law: SCATTERED,
        levels: stepped(runs, 1.25),
      })),
    ])
      report({ ...one, slower: 1.2 }, { rounds: powered, tell: p99Verdict });
  },
};
for (const study of values.study ?? Object.keys(studies)) studies[study]?.();

interface Trial {
  rounds: number;
  tell: (statistics: readonly MetricStatistic[]) => Told;
}

function report({ name, law, levels = STEADY, slower = 1 }: Case, { rounds, tell }: Trial): void {
  const draws = new RunDraws(law, seed);
  const series = new LevelDraws(levels, seed + 1);
  const tally = new Tally();
  for (let round = 0; round < rounds; round++) {
    const factors = series.next(MOST_EARLIER + 2);
    const earlier = factors.slice(0, MOST_EARLIER).map((factor) => draws.earlier(factor));
    const [a = 1, b = 1] = factors.slice(MOST_EARLIER);
    const before = [resampleRun(draws.run(a), resamples)];
    const after = [resampleRun(draws.run(b * slower), resamples)];
    for (const count of EARLIER) {
      const sides = { before, after, earlier: [latest(earlier, count)], veto: null };
      tally.add(count, tell(compareFamily([sides])[0] ?? []));
    }
  }
  console.log(`${name.padEnd(46)} ${tally.words(EARLIER, rounds)}`);
}

function reportIntervals({ name, law }: Case): void {
  const draws = new RunDraws(law, seed);
  let differing = 0;
  const counts = new Map<string, { known: number; held: number }>();
  for (let round = 0; round < pairs; round++) {
    const [before, after] = [[resampleRun(draws.run(), resamples)], [resampleRun(draws.run(), resamples)]];
    const [statistics = []] = compareFamily([{ before, after, earlier: [], veto: null }]);
    if (anyVerdict(statistics) !== "nothing") differing++;
    for (const { metric, interval } of statistics) {
      if (interval === null) continue;
      const count = counts.get(metric) ?? { known: 0, held: 0 };
      count.known++;
      if (interval.low <= 1 && (interval.high ?? Infinity) >= 1) count.held++;
      counts.set(metric, count);
    }
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const held = [...counts].map(([metric, count]) => `${metric} ${percent(count.held / count.known)}`);
  console.log(`${name.padEnd(46)} ${percent(differing / pairs)}   ${held.join(", ")}`);
}

function reportLabels(
  drawn: LabelRuns,
  scatter: LabelScatter,
  { slower, rounds, told }: { slower: number; rounds: number; told: "changed" | "any" },
): void {
  const tally = new Tally();
  for (let round = 0; round < rounds; round++) {
    const labels = drawn.series(MOST_EARLIER + 2, scatter).map((runs, at) => {
      const [before, after] = runs.slice(MOST_EARLIER).map(({ noise }) => noise);
      if (before === undefined || after === undefined) throw new Error("a series ends with a pair");
      const earlier = runs.slice(0, MOST_EARLIER).map((run) => run.earlier);
      return { before: [before], after: [at === CHANGED_LABEL ? slowed(after, slower) : after], earlier };
    });
    for (const count of EARLIER) {
      const family = labels.map(({ earlier, ...sides }): SidesInput => ({
        ...sides,
        earlier: [latest(earlier, count)],
        veto: null,
      }));
      const compared = compareFamily(family);
      tally.add(count, anyVerdict(told === "any" ? compared.flat() : (compared[CHANGED_LABEL] ?? [])));
    }
  }
  const title = slower === 1 ? scatter.name : `${scatter.name}, one label ${slower}x`;
  console.log(`${title.padEnd(46)} ${tally.words(EARLIER, rounds)}`);
}

function latest(earlier: readonly EarlierRun[], count: number): EarlierRun[] {
  return earlier.slice(earlier.length - count);
}

function anyVerdict(statistics: readonly MetricStatistic[]): Told {
  return strongest(statistics.map(({ verdict }) => verdict));
}

function p99Verdict(statistics: readonly MetricStatistic[]): Told {
  return strongest(statistics.flatMap(({ metric, verdict }) => (metric === "p99" ? [verdict] : [])));
}

function strongest(verdicts: readonly ComparisonVerdict[]): Told {
  if (verdicts.some((one) => one === "improved" || one === "regressed")) return "real";
  return verdicts.includes("differs") ? "differs" : "nothing";
}
