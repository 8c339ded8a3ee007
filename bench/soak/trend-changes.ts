/*
 * Measures what the trend of an experiment reports: of systems that never change, of a step at run 30 of 60, of a
 * slow drift, and of ten slower runs after a noisy night.
 */
import { parseArgs } from "node:util";
import { findTrend, seededRandom } from "@headroom/core";
import {
  drifting,
  NOISY,
  remembering,
  STEP_AT,
  stepping,
  TEN_FROM,
  tenSlower,
  UNCHANGED,
  withOutliers,
} from "./trend-laws.ts";
import type { SeriesLaw } from "./trend-laws.ts";

const { values } = parseArgs({
  options: {
    series: { type: "string", default: "400" },
    seed: { type: "string", default: "2022" },
    /** Of unchanged, steps, drifts and noisy; all by default. */
    study: { type: "string", multiple: true },
  },
});
const count = Number(values.series);
const RUNS = 60;

interface Found {
  steps: { index: number; earliest: number; latest: number }[];
  drifts: number;
}

function find(series: readonly number[]): Found {
  const { steps, drifts } = findTrend(series);
  return { steps, drifts: drifts.length };
}

function seriesOf(law: SeriesLaw, runs: number): number[][] {
  return Array.from({ length: count }, (_, at) => law(runs, seededRandom(Number(values.seed) * 1_000 + at)));
}

const studies: Record<string, () => void> = {
  unchanged: () => {
    console.log(`${count} series of a system that never changes: any finding in 20 / 60 / 200 runs`);
    for (const [name, law] of UNCHANGED) {
      const shares = [20, 60, 200].map((runs) => {
        const wrong = seriesOf(law, runs)
          .map(find)
          .filter(({ steps, drifts }) => steps.length + drifts > 0);
        return percent(wrong.length / count);
      });
      console.log(`  ${name.padEnd(42)} ${shares.join(" / ")}`);
    }
  },
  steps: () => {
    console.log(`${count} series of ${RUNS} runs with a step at run ${STEP_AT}`);
    const bases: [string, SeriesLaw][] = [
      ["scatter of 3%", NOISY],
      ["scatter of 3%, on a drift of 5%", drifting(0.05)],
      ["scatter of 3%, on a drift of 10%", drifting(0.1)],
      ["remembers the run before: 0.3", remembering(0.3)],
      ["5% of the runs are twice as slow", withOutliers(0.05, 2)],
    ];
    for (const [name, base] of bases)
      for (const share of [0.05, 0.1, 0.2])
        reportStep(`${name}, +${percent(share)}`, seriesOf(stepping(share, base), RUNS));
  },
  drifts: () => {
    console.log(
      `${count} series of ${RUNS} runs that drift: any finding, steps and drifts a series, only one drift`,
    );
    for (const share of [0.05, 0.1, 0.3]) {
      for (const [name, base] of [
        ["", NOISY],
        [", remembers 0.3", remembering(0.3)],
      ] as const) {
        const found = seriesOf(drifting(share, base), RUNS).map(find);
        const mean = (of: (one: Found) => number) =>
          (found.reduce((sum, one) => sum + of(one), 0) / count).toFixed(2);
        const told = found.filter(({ steps, drifts }) => steps.length + drifts > 0).length / count;
        const alone = found.filter(({ steps, drifts }) => steps.length === 0 && drifts === 1).length / count;
        console.log(
          `  ${`${percent(share)}${name}`.padEnd(42)} ${percent(told)}, ${mean(({ steps }) => steps.length)} steps, ${mean(({ drifts }) => drifts)} drifts, ${percent(alone)}`,
        );
      }
    }
  },
  noisy: () => {
    console.log(
      `${count} series of ${RUNS} runs, runs 26 to 35 slower by 8%: found of 35 / of all ${RUNS} runs`,
    );
    const nights = [
      ["no noisy night", null],
      ["run 16 slower by 15%", { at: 15, slower: 1.15 }],
      ["run 16 slower by 30%", { at: 15, slower: 1.3 }],
      ["run 16 slower by 100%", { at: 15, slower: 2 }],
      ["run 16 faster by 25%", { at: 15, slower: 0.75 }],
      ["run 23 slower by 30%", { at: 22, slower: 1.3 }],
      ["run 29 slower by 30%", { at: 28, slower: 1.3 }],
    ] as const;
    for (const scatter of [0.02, 0.025, 0.03])
      for (const [name, night] of nights) {
        const drawn = seriesOf(tenSlower(scatter, night), RUNS);
        const shares = [TEN_FROM + 10, RUNS].map((runs) => {
          const found = drawn
            .map((series) => find(series.slice(0, runs)))
            .filter(({ steps }) => steps.some(({ index }) => Math.abs(index - TEN_FROM) <= 4));
          return percent(found.length / count);
        });
        console.log(`  ${`scatter of ${percent(scatter)}, ${name}`.padEnd(42)} ${shares.join(" / ")}`);
      }
  },
};

function reportStep(name: string, drawn: readonly number[][]): void {
  let [near, held, others, drifts] = [0, 0, 0, 0];
  const delays: number[] = [];
  for (const series of drawn) {
    const found = find(series);
    drifts += found.drifts;
    const step = found.steps.find(({ index }) => Math.abs(index - STEP_AT) <= 4);
    others += found.steps.length - (step === undefined ? 0 : 1);
    if (step === undefined) continue;
    near++;
    if (step.earliest <= STEP_AT && step.latest >= STEP_AT) held++;
    delays.push(delayOf(series));
  }
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN;
  console.log(
    `  ${name.padEnd(42)} found ${percent(near / count)}, range holds ${percent(held / Math.max(1, near))}, ` +
      `other steps ${(others / count).toFixed(3)}, drifts ${(drifts / count).toFixed(3)}, after ${at(0.5)} / ${at(0.9)} runs`,
  );
}

/** How many runs after the step it is first reported near its place. */
function delayOf(series: readonly number[]): number {
  for (let runs = STEP_AT + 1; runs < series.length; runs++)
    if (find(series.slice(0, runs)).steps.some(({ index }) => Math.abs(index - STEP_AT) <= 4))
      return runs - STEP_AT;
  return series.length - STEP_AT;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`;
}

for (const study of values.study ?? Object.keys(studies)) studies[study]?.();
