/*
 * Measures what the trend reports over a month of nightly runs of 10,000 requests, asked each night with the runs so far:
 * how soon it names a service that is 8% slower from night 26 on, and how often it reports anything of one that never
 * changes. The aims are printed beside each line.
 */
import { parseArgs } from "node:util";
import { findTrend, MIN_RUNS, seededRandom } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";
import { remembering } from "./trend-laws.ts";

const { values } = parseArgs({
  options: {
    months: { type: "string", default: "200" },
    seed: { type: "string", default: "2022" },
  },
});
const months = Number(values.months);

const NIGHTS = 45;
/** The first of the slower nights counts as 25, from 0. */
const SLOWER_FROM = 25;
const SLOWER = 1.08;
const REQUESTS = 10_000;
const SIGMA = 0.5;
/** A step may be placed so many nights away. */
const NEAR = 4;

/** Standard errors of the logarithm of a percentile of so many lognormal requests. */
const PERCENTILES = [
  { name: "p50", error: (SIGMA * Math.sqrt(0.5 * 0.5)) / (0.398_942 * Math.sqrt(REQUESTS)) },
  { name: "p99", error: (SIGMA * Math.sqrt(0.99 * 0.01)) / (0.026_652 * Math.sqrt(REQUESTS)) },
];
/** The least share of months named within so many nights, and the largest of unchanged months with a finding. */
const LAWS = [
  { name: "runs vary by 1%", scatter: 0.01, memory: 0, nights: 5, named: 24 / 25 },
  { name: "runs vary by 2%", scatter: 0.02, memory: 0, nights: 5, named: 24 / 25 },
  { name: "runs vary by 5%", scatter: 0.05, memory: 0, nights: 10, named: 20 / 25 },
  { name: "by 2%, correlated by 0.5", scatter: 0.02, memory: 0.5, nights: 10, named: 20 / 25 },
];
const WRONG = 2 / 25;

console.log(
  `${months} months of ${NIGHTS} nights: named within 5 and 10 nights, unchanged ones with any finding`,
);
for (const { name: percentile, error } of PERCENTILES)
  for (const { name, scatter, memory, nights, named } of LAWS) {
    const draw = (slower: number, month: number) => {
      const random = seededRandom(Number(values.seed) * 10_000 + month);
      const runs = remembering(memory, scatter)(NIGHTS, random);
      return runs.map(
        (value, at) => value * Math.exp(error * normal(random)) * (at < SLOWER_FROM ? 1 : slower),
      );
    };
    const delays = Array.from({ length: months }, (_, month) => nightsUntilNamed(draw(SLOWER, month)));
    const wrong = Array.from({ length: months }, (_, month) => draw(1, months + month)).filter(hasFinding);
    const within = (most: number) => share(delays.filter((delay) => delay <= most).length);
    console.log(
      `  ${`${percentile}, ${name}`.padEnd(30)} ${within(5)}, ${within(10)}, ${share(wrong.length)}` +
        `   (aims: ${percent(named)} within ${nights} nights, at most ${percent(WRONG)})`,
    );
  }

/** How many slower nights it takes; infinite: more than the month has. */
function nightsUntilNamed(series: readonly number[]): number {
  for (let nights = SLOWER_FROM + 1; nights <= NIGHTS; nights++) {
    const { steps } = findTrend(series.slice(0, nights));
    const isIt = steps.some(
      ({ index, before, after }) => after > before && Math.abs(index - SLOWER_FROM) <= NEAR,
    );
    if (isIt) return nights - SLOWER_FROM;
  }
  return Infinity;
}

function hasFinding(series: readonly number[]): boolean {
  for (let nights = 2 * MIN_RUNS; nights <= NIGHTS; nights++) {
    const { steps, drifts } = findTrend(series.slice(0, nights));
    if (steps.length + drifts.length > 0) return true;
  }
  return false;
}

function share(count: number): string {
  return percent(count / months).padStart(6);
}

function percent(of: number): string {
  return `${Number((100 * of).toFixed(1))}%`;
}
