/*
 * Measures how often a target is unsure although the service is far inside it: at twice the run's maximum, and at 1.5 times
 * the true figure.
 */
import { parseArgs } from "node:util";
import { CONFIDENCE, judgeRun, TargetDraws, truthOf } from "./target-law.ts";
import type { DrawnRun, Law } from "./target-law.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: "2022" },
    laws: { type: "string", default: "" },
  },
});
const RUNS = Number(values.runs);
const PERCENTS = [50, 90, 95, 99];

const LAWS: readonly Law[] = [
  { name: "independent, sigma 0.5", sigma: 0.5, errorRate: 0 },
  { name: "independent, sigma 1.0", sigma: 1, errorRate: 0 },
  { name: "Pareto 2", sigma: 0, pareto: 2, errorRate: 0 },
  { name: "each request like the last, 0.90", sigma: 0.5, requestCorrelation: 0.9, errorRate: 0 },
  {
    name: "autocorrelated 0.90",
    sigma: 0.5,
    correlation: 0.9,
    swing: { load: 0.15, latency: 0.1 },
    errorRate: 0,
  },
  {
    name: "autocorrelated 0.90, large swings",
    sigma: 0.5,
    correlation: 0.9,
    swing: { load: 0.15, latency: 0.3 },
    errorRate: 0,
  },
  {
    name: "stalls of 0.15 s every 8 s",
    sigma: 0.5,
    stalls: { everySeconds: 8, seconds: 0.15 },
    errorRate: 0,
  },
  {
    name: "stalls of 0.5 s every 30 s",
    sigma: 0.5,
    stalls: { everySeconds: 30, seconds: 0.5 },
    errorRate: 0,
  },
];

const SIZES = [
  { requests: 600, seconds: 30 },
  { requests: 1_800, seconds: 30 },
  { requests: 3_000, seconds: 300 },
  { requests: 10_000, seconds: 300 },
];

const MARGINS: readonly [string, (truth: number, run: DrawnRun) => number][] = [
  ["twice the maximum", (_, { all }) => (2 * (all.maxMicros ?? 0)) / 1_000],
  ["1.5 times the true figure", (truth) => 1.5 * truth],
];

console.log(`unsure in % of ${RUNS} runs, ${100 * CONFIDENCE}% confidence, seed ${values.seed}`);
for (const law of LAWS.filter(({ name }) => name.includes(values.laws))) {
  const { percentile } = truthOf(law);
  const truths = PERCENTS.map((percent) => ({ percent, millis: percentile(percent) }));
  for (const size of SIZES) {
    const draws = new TargetDraws(law, Number(values.seed));
    const runs = Array.from({ length: RUNS }, () => draws.run(size.requests, size.seconds));
    for (const [margin, thresholdOf] of MARGINS) {
      const shares = truths.map(({ percent, millis }) => {
        const unsure = runs.filter((run) => {
          const threshold = Number(thresholdOf(millis, run).toFixed(6));
          return judgeRun(run, [`p${percent} <= ${threshold} ms`])[0]?.verdict === "unsure";
        });
        return `p${percent}: ${((100 * unsure.length) / RUNS).toFixed(1)}`.padEnd(12);
      });
      const requests = `${size.requests.toLocaleString("en-US")} in ${size.seconds} s`;
      console.log(`${law.name.padEnd(34)} ${requests.padEnd(16)} ${margin.padEnd(26)} ${shares.join(" ")}`);
    }
  }
}
