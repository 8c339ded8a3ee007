/*
 * Measures how often a target is called met, unsure or missed, by how far the true figure is from it: at the target, 5%
 * and 10% beyond it, and 5% and 10% inside. The truth is known because the runs are drawn.
 */
import { parseArgs } from "node:util";
import type { Verdict } from "@headroom/core";
import { CONFIDENCE, judgeRun, TargetDraws, truthOf } from "./target-law.ts";
import type { DrawnRun, Law } from "./target-law.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: "2022" },
    laws: { type: "string", default: "" },
    sizes: { type: "string", default: "3000,30000,300000" },
  },
});
const RUNS = Number(values.runs);
const SECONDS = 300;
const SIZES = values.sizes.split(",").map(Number);
const SWING = { load: 0.15, latency: 0.1 };

const LAWS: readonly Law[] = [
  { name: "independent, sigma 0.5", sigma: 0.5, errorRate: 0.01 },
  { name: "independent, sigma 1.0", sigma: 1, errorRate: 0.01 },
  { name: "Pareto 2", sigma: 0, pareto: 2, errorRate: 0.01 },
  { name: "autocorrelated 0.80, sigma 0.5", sigma: 0.5, correlation: 0.8, swing: SWING, errorRate: 0.01 },
  {
    name: "autocorrelated 0.90, sigma 0.5, large swings",
    sigma: 0.5,
    correlation: 0.9,
    swing: { load: 0.15, latency: 0.3, errors: 0.5 },
    errorRate: 0.01,
  },
  { name: "each request like the last, 0.90", sigma: 0.5, requestCorrelation: 0.9, errorRate: 0.01 },
  { name: "autocorrelated 0.95, sigma 0.5", sigma: 0.5, correlation: 0.95, swing: SWING, errorRate: 0.01 },
  {
    name: "stalls of 0.5 s every 30 s",
    sigma: 0.5,
    stalls: { everySeconds: 30, seconds: 0.5 },
    errorRate: 0.01,
    burst: 10,
  },
  {
    name: "stalls of 2 s, one in 5 minutes",
    sigma: 0.5,
    stalls: { everySeconds: 300, seconds: 2, anyMoment: true },
    errorRate: 0.01,
    burst: 10,
  },
];

/** What the target is, as a share of the true figure: 1 is exactly there, above 1 the service is inside. */
const MARGINS = [
  ["10% beyond", 1 / 1.1],
  ["5% beyond", 1 / 1.05],
  ["at the target", 1],
  ["5% inside", 1 / 0.95],
  ["10% inside", 1 / 0.9],
  ["twice", 1 / 2],
] as const;

interface Truth {
  name: string;
  text: (threshold: number) => string;
  /** In the unit that the text has. */
  figure: number;
  ceiling: boolean;
}

function truthsOf(law: Law): Truth[] {
  const { percentile, mean } = truthOf(law);
  const latencies = [99.5, 99, 95, 50].map((percent) => ({
    name: `p${percent}`,
    text: (value: number) => `p${percent} <= ${value} ms`,
    figure: percentile(percent),
    ceiling: true,
  }));
  return [
    ...latencies,
    { name: "mean", text: (value) => `mean <= ${value} ms`, figure: mean, ceiling: true },
    {
      name: "error rate",
      text: (value) => `error rate <= ${value}%`,
      figure: 100 * law.errorRate,
      ceiling: true,
    },
  ];
}

console.log(
  `${RUNS} runs of ${SECONDS} s of each kind, ${100 * CONFIDENCE}% confidence, seed ${values.seed}`,
);
console.log("met / unsure / missed in %, by where the true figure is");
for (const law of LAWS.filter(({ name }) => name.includes(values.laws))) {
  const truths = truthsOf(law);
  for (const size of SIZES) report(law, truths, size);
}

function report(law: Law, truths: Truth[], size: number): void {
  const runs = size > 100_000 ? Math.ceil(RUNS / 5) : RUNS;
  const draws = new TargetDraws(law, Number(values.seed));
  const throughput: Truth = {
    name: "throughput",
    text: (value) => `throughput >= ${value}/s`,
    figure: size / SECONDS,
    ceiling: false,
  };
  const asked = [...truths, throughput].flatMap(({ name, text, figure, ceiling }) =>
    MARGINS.map(([margin, share]) => ({
      name,
      margin,
      text: text(Number((ceiling ? figure * share : figure / share).toFixed(6))),
      counts: new Map<Verdict, number>(),
    })),
  );
  const texts = asked.map(({ text }) => text);
  const drawn = Array.from({ length: runs }, () => {
    const run = draws.run(size, SECONDS);
    count(run, texts, asked);
    return run.stalls;
  });
  const calm = drawn.filter((stalls) => stalls === 0).length;
  const without =
    law.stalls === undefined ? "" : `, ${((100 * calm) / runs).toFixed(1)}% of them without a stall`;
  console.log(`\n${law.name}, ${size.toLocaleString("en-US")} requests, ${runs} runs${without}`);
  for (let first = 0; first < asked.length; first += MARGINS.length) {
    const of = asked.slice(first, first + MARGINS.length);
    const cells = of.map(({ margin, counts }) => {
      const percent = (verdict: Verdict) => ((100 * (counts.get(verdict) ?? 0)) / runs).toFixed(1);
      return `${margin}: ${percent("met")} / ${percent("unsure")} / ${percent("missed")}`;
    });
    console.log(`  ${(of[0]?.name ?? "").padEnd(11)} ${cells.join("   ")}`);
  }
}

function count(
  run: DrawnRun,
  texts: readonly string[],
  asked: readonly { counts: Map<Verdict, number> }[],
): void {
  for (const [at, { verdict }] of judgeRun(run, texts).entries()) {
    const counts = asked[at]?.counts;
    counts?.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
}
