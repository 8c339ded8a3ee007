/*
 * Measures how often a target is called met, unsure or missed, by how far the true figure is from it: at the target, 5%
 * and 10% beyond it, and 5% and 10% inside. The truth is known because the runs are drawn.
 */
import { parseArgs } from "node:util";
import { emptyCell, judge, mergeAllCells, parseTarget, seededRandom, Sketch } from "@headroom/core";
import type { Cell, Target, Verdict } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string", default: "2022" } },
});
const RUNS = Number(values.runs);
const SECONDS = 300;
const SLICE_SECONDS = 3;
const MEDIAN_MICROS = 20_000;
const CONFIDENCE = 0.9;
const SIZES = [3_000, 30_000, 300_000];

/** How a run of a simulated service is drawn, second by second. */
interface Law {
  name: string;
  sigma: number;
  /** Of load and log latency from one second to the next, AR(1), and how much both swing with it. */
  correlation?: number;
  swing?: { load: number; latency: number };
  /** How many seconds apart the service stalls, and for how long. */
  stalls?: { everySeconds: number; seconds: number };
  errorRate: number;
  /** Errors come in bursts of about this many. */
  burst?: number;
}

const LAWS: readonly Law[] = [
  { name: "independent, sigma 0.5", sigma: 0.5, errorRate: 0.01 },
  { name: "independent, sigma 1.0", sigma: 1, errorRate: 0.01 },
  {
    name: "sigma 0.5, autocorrelated 0.80",
    sigma: 0.5,
    correlation: 0.8,
    swing: { load: 0.15, latency: 0.1 },
    errorRate: 0.01,
  },
  {
    name: "sigma 0.5, autocorrelated 0.95",
    sigma: 0.5,
    correlation: 0.95,
    swing: { load: 0.15, latency: 0.1 },
    errorRate: 0.01,
  },
  {
    name: "stalls of 0.5 s every 30 s",
    sigma: 0.5,
    stalls: { everySeconds: 30, seconds: 0.5 },
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

interface Run {
  all: Cell;
  slices: Cell[];
}

class Draws {
  readonly #random: () => number;
  readonly #law: Law;

  constructor(law: Law, seed: number) {
    this.#law = law;
    this.#random = seededRandom(seed);
  }

  run(requests: number): Run {
    const { correlation = 0, swing = { load: 0, latency: 0 } } = this.#law;
    const random = this.#random;
    const slices = Array.from({ length: SECONDS / SLICE_SECONDS }, () => ({ all: new Sketch(), errors: 0 }));
    const kick = Math.sqrt(1 - correlation ** 2);
    let state = normal(random);
    const stalls = this.#stalls();
    for (let second = 0; second < SECONDS; second++) {
      const slice = slices[Math.floor(second / SLICE_SECONDS)];
      const load = Math.exp(swing.load * state - swing.load ** 2 / 2);
      const count = poisson(random, (requests / SECONDS) * load);
      for (let at = 0; at < count; at++) {
        const moment = second + random();
        const stalled = stalls.find(({ from, to }) => moment >= from && moment < to);
        const drawn = MEDIAN_MICROS * Math.exp(swing.latency * state + this.#law.sigma * normal(random));
        slice?.all.add(drawn + (stalled === undefined ? 0 : (stalled.to - moment) * 1e6));
      }
      if (slice !== undefined) slice.errors += this.#errors(count);
      state = correlation * state + kick * normal(random);
    }
    const cells = slices.map(({ all, errors }) => cellOf(all, Math.min(errors, all.count)));
    return { all: mergeAllCells(cells), slices: cells };
  }

  #stalls(): { from: number; to: number }[] {
    const { stalls } = this.#law;
    if (stalls === undefined) return [];
    const found = [];
    for (let at = this.#random() * stalls.everySeconds; at < SECONDS;) {
      const from = at;
      found.push({ from, to: from + stalls.seconds * (0.6 + 0.8 * this.#random()) });
      at += stalls.everySeconds * (2 / 3 + (2 / 3) * this.#random());
    }
    return found;
  }

  #errors(count: number): number {
    const { errorRate, burst = 1 } = this.#law;
    const bursts = poisson(this.#random, (count * errorRate) / burst);
    return bursts * burst;
  }
}

function cellOf(all: Sketch, errors: number): Cell {
  return {
    ...emptyCell(),
    requests: all.count,
    errors,
    items: all.count,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: null },
  };
}

function poisson(random: () => number, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

interface Truth {
  text: (threshold: number) => string;
  /** In the unit that the text has. */
  figure: number;
  ceiling: boolean;
}

/** The law's own figures: by formula where there is one, else from twenty runs of 300,000 requests. */
function truthsOf(law: Law): Truth[] {
  const draws = new Draws(law, 1);
  const all = mergeAllCells(Array.from({ length: 20 }, () => draws.run(300_000).all));
  if (all.distribution.kind !== "sketch") throw new Error("a drawn run has a sketch");
  const { distribution } = all;
  const { swing = { load: 0, latency: 0 } } = law;
  const spread = Math.hypot(law.sigma, swing.latency);
  const level = Math.log(MEDIAN_MICROS) + swing.latency * swing.load;
  const quantile = (share: number, z: number) =>
    (law.stalls === undefined ? Math.exp(level + z * spread) : (distribution.all.quantile(share) ?? 0)) /
    1_000;
  return [
    { text: (value) => `p99 <= ${value} ms`, figure: quantile(0.99, 2.326348), ceiling: true },
    { text: (value) => `p95 <= ${value} ms`, figure: quantile(0.95, 1.644854), ceiling: true },
    { text: (value) => `p50 <= ${value} ms`, figure: quantile(0.5, 0), ceiling: true },
    {
      text: (value) => `mean <= ${value} ms`,
      figure:
        law.stalls === undefined
          ? Math.exp(level + spread ** 2 / 2) / 1_000
          : (all.sumMicros ?? 0) / all.requests / 1_000,
      ceiling: true,
    },
    { text: (value) => `error rate <= ${value}%`, figure: 100 * law.errorRate, ceiling: true },
  ];
}

console.log(
  `${RUNS} runs of ${SECONDS} s of each kind, ${100 * CONFIDENCE}% confidence, seed ${values.seed}`,
);
console.log("met / unsure / missed in %, by where the true figure is");
for (const law of LAWS) {
  const truths = truthsOf(law);
  for (const size of SIZES) report(law, truths, size);
}

function report(law: Law, truths: Truth[], size: number): void {
  const runs = size > 100_000 ? Math.ceil(RUNS / 5) : RUNS;
  const draws = new Draws(law, Number(values.seed));
  const throughput: Truth = {
    text: (value) => `throughput >= ${value}/s`,
    figure: size / SECONDS,
    ceiling: false,
  };
  const asked = [...truths, throughput].flatMap((truth) =>
    MARGINS.map(([margin, share]) => ({
      margin,
      target: read(
        truth.text(Number((truth.ceiling ? truth.figure * share : truth.figure / share).toFixed(6))),
      ),
      counts: new Map<Verdict, number>(),
    })),
  );
  for (let round = 0; round < runs; round++) {
    const verdicts = judgeRun(
      draws.run(size),
      asked.map(({ target }) => target),
    );
    for (const [at, verdict] of verdicts.entries()) {
      const counts = asked[at]?.counts;
      counts?.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
  }
  console.log(`\n${law.name}, ${size.toLocaleString("en-US")} requests, ${runs} runs`);
  for (let first = 0; first < asked.length; first += MARGINS.length) {
    const of = asked.slice(first, first + MARGINS.length);
    const name =
      of[0]?.target.metric.kind === "percentile"
        ? `p${of[0].target.metric.percent}`
        : of[0]?.target.metric.kind;
    const cells = of.map(({ margin, counts }) => {
      const percent = (verdict: Verdict) => ((100 * (counts.get(verdict) ?? 0)) / runs).toFixed(1);
      return `${margin}: ${percent("met")} / ${percent("unsure")} / ${percent("missed")}`;
    });
    console.log(`  ${(name ?? "").padEnd(11)} ${cells.join("   ")}`);
  }
}

function judgeRun({ all, slices }: Run, targets: Target[]): Verdict[] {
  return judge({
    targets,
    figures: { durationSeconds: SECONDS, all, slices, label: () => null },
    window: null,
    ramp: null,
    achieved: null,
    loadOffered: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros: 1,
    confidence: CONFIDENCE,
  }).map(({ verdict }) => verdict);
}

function read(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  return parsed.target;
}
