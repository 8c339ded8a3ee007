/*
 * How often a gate fails builds that changed nothing, and how often it finds a real slowdown: the outcomes of `headroom
 * gate` beside fixed rules that fail at a change of 5% or 10%, how often it is unsure of short and of long runs, and the
 * outcomes of an experiment's first runs. Prints the tables of docs/ci.md.
 */
import { parseArgs } from "node:util";
import { compareFamily, FIGURES, resampleRun } from "@headroom/core";
import type { FigureId, MetricStatistic } from "@headroom/core";
import { PLAIN, RunDraws } from "./aa-law.ts";
import type { Law } from "./aa-law.ts";
import { gateOutcome } from "./gate-outcome.ts";
import { judgeYoung, YOUNG_RUNS } from "./gate-young.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "150" },
    series: { type: "string", default: "40" },
    seed: { type: "string", default: "2022" },
    resamples: { type: "string", default: "200" },
  },
});
const pairs = Number(values.pairs);
const series = Number(values.series);
const resamples = Number(values.resamples);
const seed = Number(values.seed);

const EARLIER = 10;
const SLOWER = [1, 1.1, 1.2];
const SERVICES: { name: string; law: Law }[] = [
  { name: "steady", law: PLAIN },
  { name: "runs vary by 2%", law: { ...PLAIN, runScatter: 0.02 } },
  { name: "runs vary by 5%", law: { ...PLAIN, runScatter: 0.05 } },
  { name: "3,000 requests a run", law: { ...PLAIN, requests: 3_000 } },
];
/** What people put into such a rule. */
const RULED: readonly FigureId[] = ["throughput", "p50", "p95", "p99"];

interface Outcomes {
  fails: number;
  unsure: number;
  /** With --min-change 5. */
  fails5: number;
  rule5: number;
  rule10: number;
}

const inPercent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)}%`;

console.log(`${pairs} builds each, 300 s a run, ${EARLIER} earlier runs, seed ${seed}`);
console.log(
  "| service | slower by | gate fails | unsure | fails with --min-change 5 | 5% rule fails | 10% rule fails |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const { name, law } of SERVICES)
  for (const slower of SLOWER) {
    const { fails, unsure, fails5, rule5, rule10 } = judgeBuilds(law, slower);
    const change = slower === 1 ? "nothing" : `${Math.round((slower - 1) * 100)}%`;
    const cells = [fails, unsure, fails5, rule5, rule10].map((count) => inPercent(count, pairs));
    console.log(`| ${[name, change, ...cells].join(" | ")} |`);
  }

/** A service at 50 requests a second whose load and latency swing, measured for a minute or for five. */
const SWINGING: Law = {
  ...PLAIN,
  correlation: 0.8,
  loadSwing: 0.15,
  latencySwing: 0.1,
  runScatter: 0.02,
};
const MONTH: { name: string; law: Law }[] = [
  { name: "15,000 requests in 300 s", law: { ...SWINGING, requests: 15_000 } },
  { name: "3,000 requests in 60 s", law: { ...SWINGING, requests: 3_000, seconds: 60 } },
];
const KNOWN_RUNS = [0, 3, 4, 5, 6, 10];

console.log(`\n${pairs} builds each that changed nothing, runs vary by 2%, load and latency swing`);
console.log(
  "| run | earlier runs | fails | unsure, without targets | unsure, targets met | with --detect 10 |",
);
console.log("| --- | --- | --- | --- | --- | --- |");
for (const { name, law } of MONTH)
  for (const known of KNOWN_RUNS) {
    const { fails, bare, met, detect10 } = judgeUnchanged(law, known);
    const cells = [fails, bare, met, detect10].map((count) => inPercent(count, pairs));
    console.log(`| ${[name, known, ...cells].join(" | ")} |`);
  }

/** The first and the last run of each stretch. */
const STRETCHES = [
  [2, 8],
  [9, 13],
  [14, YOUNG_RUNS],
] as const;
const YOUNG = SERVICES.slice(0, 3);
const SLOWER_FROM = [Infinity, 2, 5];

console.log(`\n${series} new experiments each, of ${YOUNG_RUNS} runs`);
const heads = STRETCHES.map(
  ([first, last]) => `runs ${first}–${last}: fail, unsure, unsure with targets met`,
);
console.log(`| ${["service", "20% slower", ...heads].join(" | ")} |`);
console.log("| --- | --- | --- | --- | --- |");
for (const { name, law } of YOUNG)
  for (const slowerFrom of SLOWER_FROM) {
    const { fails, unsure, unsureMet } = judgeYoung(law, { slowerFrom, series, resamples, seed });
    const shares = STRETCHES.map((stretch) =>
      [fails, unsure, unsureMet].map((counts) => shareOf(counts, stretch)).join(", "),
    );
    const change = slowerFrom === Infinity ? "never" : `from run ${slowerFrom} on`;
    console.log(`| ${[name, change, ...shares].join(" | ")} |`);
  }

function shareOf(counts: readonly number[], [first, last]: readonly [number, number]): string {
  const sum = counts.slice(first - 1, last).reduce((total, count) => total + count, 0);
  return `${((100 * sum) / (series * (last - first + 1))).toFixed(0)}%`;
}

function judgeBuilds(law: Law, slower: number): Outcomes {
  const draws = new RunDraws(law, seed);
  const outcomes: Outcomes = { fails: 0, unsure: 0, fails5: 0, rule5: 0, rule10: 0 };
  for (let build = 0; build < pairs; build++) {
    const whole = compareDrawn(draws, { earlierRuns: EARLIER, slower });
    const ruled = whole.filter(({ metric }) => RULED.includes(metric));
    const asked = { earlierRuns: EARLIER, meets: true };
    const outcome = gateOutcome(whole, asked);
    if (outcome === "regressed") outcomes.fails++;
    if (outcome === "unsure") outcomes.unsure++;
    if (gateOutcome(whole, { ...asked, minChange: 0.05 }) === "regressed") outcomes.fails5++;
    if (isWorseBy(ruled, 0.05)) outcomes.rule5++;
    if (isWorseBy(ruled, 0.1)) outcomes.rule10++;
  }
  return outcomes;
}

function judgeUnchanged(law: Law, earlierRuns: number) {
  const draws = new RunDraws(law, seed);
  const counts = { fails: 0, bare: 0, met: 0, detect10: 0 };
  for (let build = 0; build < pairs; build++) {
    const whole = compareDrawn(draws, { earlierRuns, slower: 1 });
    const met = gateOutcome(whole, { earlierRuns, meets: true });
    if (met === "regressed") counts.fails++;
    if (met === "unsure") counts.met++;
    if (gateOutcome(whole, { earlierRuns, meets: false }) === "unsure") counts.bare++;
    if (gateOutcome(whole, { earlierRuns, meets: true, detect: 0.1 }) === "unsure") counts.detect10++;
  }
  return counts;
}

function compareDrawn(
  draws: RunDraws,
  { earlierRuns, slower }: { earlierRuns: number; slower: number },
): MetricStatistic[] {
  const earlier = [Array.from({ length: earlierRuns }, () => draws.earlier())];
  const before = [resampleRun(draws.run(), resamples)];
  const after = [resampleRun(draws.run(slower), resamples)];
  const [whole = []] = compareFamily([{ before, after, earlier, veto: null }]);
  return whole;
}

function isWorseBy(whole: readonly MetricStatistic[], share: number): boolean {
  return whole.some(({ metric, before, after }) => {
    if (before === null || after === null) return false;
    return FIGURES[metric].better === "higher" ? after < before * (1 - share) : after > before * (1 + share);
  });
}
