/*
 * Measures false verdicts on pairs without a change, and how often a real change of 10% is found. Every pair has ten
 * earlier runs. A verdict uses the latest 0, 3, 5 or 10 of them.
 */
import { parseArgs } from "node:util";
import {
  FIGURE_IDS,
  compareFamily,
  resampleRun,
  type FigureId,
  type EarlierRun,
  type MetricStatistic,
  type RunNoise,
} from "@headroom/core";
import { PLAIN, RunDraws, type Law } from "./aa-law.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "4000" },
    powered: { type: "string", default: "1000" },
    seed: { type: "string", default: "2022" },
  },
});
const seed = Number(values.seed);
const EARLIER = [0, 3, 5, 10];
const SMALL: Law = { ...PLAIN, requests: 10_000 };
const CORRELATED = { correlation: 0.8, loadSwing: 0.15, latencySwing: 0.1 };
const LONG = { correlation: 0.95, loadSwing: 0.15, latencySwing: 0.1 };

const WITHOUT_CHANGE: readonly [string, Law][] = [
  ["equal law", SMALL],
  ["autocorrelated, 0.80 from second to second", { ...SMALL, ...CORRELATED }],
  ["autocorrelated, 0.95 from second to second", { ...SMALL, ...LONG }],
  ["run-to-run sd 2 %", { ...SMALL, runScatter: 0.02 }],
  ["run-to-run sd 5 %", { ...SMALL, runScatter: 0.05 }],
];
const WITH_CHANGE: readonly [string, Law][] = [
  ["sigma 0.5", PLAIN],
  ["sigma 1.0", { ...PLAIN, sigma: 1 }],
  ["sigma 0.5, autocorrelated 0.80", { ...PLAIN, ...CORRELATED }],
  ["sigma 0.5, run-to-run sd 2 %", { ...PLAIN, runScatter: 0.02 }],
];

const pairs = Number(values.pairs);
console.log(`${pairs} pairs without a change, 10,000 requests in 300 s a run, seed ${seed}`);
console.log(
  "share of pairs with a verdict on any of 8 figures: improved or regressed; with 0 earlier runs: differs",
);
for (const [name, law] of WITHOUT_CHANGE) report(name, law, { slower: 1, rounds: pairs, counts: anyVerdict });

const powered = Number(values.powered);
console.log(`${powered} pairs with all latencies 10% higher, 30,000 requests in 300 s a run`);
console.log("share of pairs whose p99 regressed; with 0 earlier runs: differs");
for (const [name, law] of WITH_CHANGE) report(name, law, { slower: 1.1, rounds: powered, counts: p99Found });

interface Trial {
  slower: number;
  rounds: number;
  counts: (statistics: readonly MetricStatistic[], earlier: number) => boolean;
}

function report(name: string, law: Law, { slower, rounds, counts }: Trial): void {
  const draws = new RunDraws(law, seed);
  const found = new Map(EARLIER.map((count) => [count, 0]));
  for (let round = 0; round < rounds; round++) {
    const before = [resampleRun(draws.run())];
    const after = [resampleRun(draws.run(slower))];
    const earlier = Array.from({ length: Math.max(...EARLIER) }, () => draws.earlier());
    for (const count of EARLIER) {
      const statistics = statisticsOf(before, after, earlier.slice(0, count));
      if (counts(statistics, count)) found.set(count, (found.get(count) ?? 0) + 1);
    }
  }
  const shares = EARLIER.map((count) => `${count}: ${shareOf(found.get(count) ?? 0, rounds)}`);
  console.log(`${name.padEnd(44)} ${shares.join("   ")}`);
}

function statisticsOf(before: RunNoise[], after: RunNoise[], earlier: EarlierRun[]): MetricStatistic[] {
  return compareFamily([{ before, after, earlier: [earlier], veto: null }])[0] ?? [];
}

function anyVerdict(statistics: readonly MetricStatistic[], earlier: number): boolean {
  return FIGURE_IDS.some((metric) => isFound(statistics, metric, earlier));
}

function p99Found(statistics: readonly MetricStatistic[], earlier: number): boolean {
  return isFound(statistics, "p99", earlier);
}

function isFound(statistics: readonly MetricStatistic[], metric: FigureId, earlier: number): boolean {
  const verdict = statistics.find((one) => one.metric === metric)?.verdict;
  return earlier === 0 ? verdict === "differs" : verdict === "improved" || verdict === "regressed";
}

/** With its 95% interval (E. B. Wilson, 1927). */
function shareOf(count: number, of: number): string {
  const z = 1.96;
  const share = count / of;
  const centre = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  const percent = (value: number) => (100 * value).toFixed(1);
  return `${percent(share)}% (${percent(Math.max(0, centre - half))} to ${percent(centre + half)})`;
}
