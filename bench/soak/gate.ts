/*
 * How often a gate fails builds that changed nothing, and how often it finds a real slowdown: the verdicts of `headroom
 * gate` beside fixed rules that fail at a change of 5% or 10%, and those of an experiment's first runs. Prints the tables of
 * docs/ci.md.
 */
import { parseArgs } from "node:util";
import { compareFamily, FIGURES, resampleRun } from "@headroom/core";
import type { FigureId, MetricStatistic } from "@headroom/core";
import { PLAIN, RunDraws } from "./aa-law.ts";
import type { Law } from "./aa-law.ts";
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
  gate: number;
  /** With --min-change 5. */
  gate5: number;
  unsure: number;
  rule5: number;
  rule10: number;
}

console.log(`${pairs} builds each, 300 s a run, ${EARLIER} earlier runs, seed ${seed}`);
console.log(
  "| service | slower by | gate fails | with --min-change 5 | unsure | 5% rule fails | 10% rule fails |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const { name, law } of SERVICES)
  for (const slower of SLOWER) {
    const { gate, gate5, unsure, rule5, rule10 } = judgeBuilds(law, slower);
    const change = slower === 1 ? "nothing" : `${Math.round((slower - 1) * 100)}%`;
    const cells = [gate, gate5, unsure, rule5, rule10].map(
      (count) => `${((100 * count) / pairs).toFixed(1)}%`,
    );
    console.log(`| ${[name, change, ...cells].join(" | ")} |`);
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
const heads = STRETCHES.map(([first, last]) => `runs ${first}–${last}: fail, unsure`);
console.log(`| ${["service", "20% slower", ...heads].join(" | ")} |`);
console.log("| --- | --- | --- | --- | --- |");
for (const { name, law } of YOUNG)
  for (const slowerFrom of SLOWER_FROM) {
    const { fails, unsure } = judgeYoung(law, { slowerFrom, series, resamples, seed });
    const shares = STRETCHES.map((stretch) => `${shareOf(fails, stretch)}, ${shareOf(unsure, stretch)}`);
    const change = slowerFrom === Infinity ? "never" : `from run ${slowerFrom} on`;
    console.log(`| ${[name, change, ...shares].join(" | ")} |`);
  }

function shareOf(counts: readonly number[], [first, last]: readonly [number, number]): string {
  const sum = counts.slice(first - 1, last).reduce((total, count) => total + count, 0);
  return `${((100 * sum) / (series * (last - first + 1))).toFixed(0)}%`;
}

function judgeBuilds(law: Law, slower: number): Outcomes {
  const draws = new RunDraws(law, seed);
  const outcomes: Outcomes = { gate: 0, gate5: 0, unsure: 0, rule5: 0, rule10: 0 };
  for (let build = 0; build < pairs; build++) {
    const earlier = [Array.from({ length: EARLIER }, () => draws.earlier())];
    const before = [resampleRun(draws.run(), resamples)];
    const after = [resampleRun(draws.run(slower), resamples)];
    const [whole = []] = compareFamily([{ before, after, earlier, veto: null }]);
    const ruled = whole.filter(({ metric }) => RULED.includes(metric));
    // As `headroom gate` without options: a real regression fails, and what may be one is unsure.
    const regressed = whole.filter(({ verdict }) => verdict === "regressed");
    if (isWorseBy(regressed, 0.05)) outcomes.gate5++;
    if (regressed.length > 0) outcomes.gate++;
    else if (whole.some((metric) => metric.verdict === "differs" && isWorseBy([metric], 0)))
      outcomes.unsure++;
    if (isWorseBy(ruled, 0.05)) outcomes.rule5++;
    if (isWorseBy(ruled, 0.1)) outcomes.rule10++;
  }
  return outcomes;
}

function isWorseBy(whole: readonly MetricStatistic[], share: number): boolean {
  return whole.some(({ metric, before, after }) => {
    if (before === null || after === null) return false;
    return FIGURES[metric].better === "higher" ? after < before * (1 - share) : after > before * (1 + share);
  });
}
