import {
  emptyCell,
  judge,
  mergeAllCells,
  normalTail,
  parseTarget,
  seededRandom,
  Sketch,
} from "@headroom/core";
import type { Cell, Target, TargetVerdict } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";

/** How a run of a simulated service is drawn, second by second. */
export interface Law {
  name: string;
  /** Of the lognormal latencies. */
  sigma: number;
  /** Latencies have a power law with this exponent instead, so that rare ones are far longer than usual ones. */
  pareto?: number;
  /** Of load, log latency and log error rate from one second to the next, AR(1), and how much they swing with it. */
  correlation?: number;
  swing?: Swing;
  /** Of log latency, and of what makes requests fail, from one request to the next, AR(1). */
  requestCorrelation?: number;
  /** How many seconds apart the service stalls, on average, and for how long. */
  stalls?: Stalls;
  /** How much slower it gets from the first second to the last, as a share. */
  drift?: number;
  errorRate: number;
  /** Errors come in bursts of about this many. */
  burst?: number;
}

interface Swing {
  load: number;
  latency: number;
  errors?: number;
}

interface Stalls {
  everySeconds: number;
  seconds: number;
  /** At any moment, however long the last one is ago. */
  anyMoment?: boolean;
}

const MEDIAN_MICROS = 20_000;
const CALM: Swing = { load: 0, latency: 0 };

export interface DrawnRun {
  seconds: number;
  all: Cell;
  slices: Cell[];
  /** None of them within the run: it shows nothing of what they do. */
  stalls: number;
}

export class TargetDraws {
  readonly #random: () => number;
  readonly #law: Law;
  readonly #latency: () => number;
  readonly #fails: () => boolean;

  constructor(law: Law, seed: number) {
    this.#law = law;
    this.#random = seededRandom(seed);
    const { requestCorrelation = 0, errorRate } = law;
    this.#latency = latencies(law, chained(this.#random, requestCorrelation));
    const failing = chained(this.#random, requestCorrelation);
    this.#fails = () => normalTail(failing()) < errorRate;
  }

  /** In at most 120 slices of whole seconds, as a run is judged. */
  run(requests: number, seconds: number): DrawnRun {
    const { correlation = 0, swing = CALM } = this.#law;
    const random = this.#random;
    const sliceSeconds = Math.ceil(seconds / 120);
    const slices = Array.from({ length: Math.ceil(seconds / sliceSeconds) }, () => ({
      all: new Sketch(),
      errors: 0,
    }));
    const kick = Math.sqrt(1 - correlation ** 2);
    let state = normal(random);
    const stalls = this.#stalls(seconds);
    for (let second = 0; second < seconds; second++) {
      const slice = slices[Math.floor(second / sliceSeconds)];
      const load = Math.exp(swing.load * state - swing.load ** 2 / 2);
      const count = poisson(random, (requests / seconds) * load);
      const slower = 1 + ((this.#law.drift ?? 0) * second) / seconds;
      const near = stalls.filter(({ from, to }) => from < second + 1 && to > second);
      for (let at = 0; at < count; at++) {
        const moment = near.length === 0 ? 0 : second + random();
        const stalled = near.find(({ from, to }) => moment >= from && moment < to);
        const drawn = slower * Math.exp(swing.latency * state) * this.#latency();
        slice?.all.add(drawn + (stalled === undefined ? 0 : (stalled.to - moment) * 1e6));
      }
      if (slice !== undefined) slice.errors += this.#errors(count, state);
      state = correlation * state + kick * normal(random);
    }
    const cells = slices.map(({ all, errors }) => cellOf(all, Math.min(errors, all.count)));
    return { seconds, all: mergeAllCells(cells), slices: cells, stalls: stalls.length };
  }

  #stalls(within: number): { from: number; to: number }[] {
    const { stalls } = this.#law;
    if (stalls === undefined) return [];
    const random = this.#random;
    const gap = () => stalls.everySeconds * gapOf(stalls, random);
    const found = [];
    for (let at = stalls.anyMoment ? gap() : random() * stalls.everySeconds; at < within; at += gap())
      found.push({ from: at, to: at + stallSeconds(stalls, random) });
    return found;
  }

  #errors(count: number, state: number): number {
    const { errorRate, burst = 1, swing = CALM, requestCorrelation } = this.#law;
    if (requestCorrelation !== undefined) {
      let failed = 0;
      for (let at = 0; at < count; at++) failed += this.#fails() ? 1 : 0;
      return failed;
    }
    const { errors = 0 } = swing;
    const rate = errorRate * Math.exp(errors * state - errors ** 2 / 2);
    return poisson(this.#random, (count * rate) / burst) * burst;
  }
}

function gapOf({ anyMoment = false }: Stalls, random: () => number): number {
  return anyMoment ? -Math.log(1 - random()) : 2 / 3 + (2 / 3) * random();
}

function stallSeconds({ seconds }: Stalls, random: () => number): number {
  return seconds * (0.6 + 0.8 * random());
}

function latencies({ sigma, pareto }: Law, next: () => number): () => number {
  return pareto === undefined
    ? () => MEDIAN_MICROS * Math.exp(sigma * next())
    : () => MEDIAN_MICROS * (2 * normalTail(next())) ** (-1 / pareto);
}

/** Normally distributed, each like the one before. */
function chained(random: () => number, correlation: number): () => number {
  const kick = Math.sqrt(1 - correlation ** 2);
  let state = normal(random);
  return () => {
    state = correlation === 0 ? normal(random) : correlation * state + kick * normal(random);
    return state;
  };
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

/** The law's true figures, from draws of which each counts as often as it happens. In milliseconds. */
export function truthOf(law: Law): { percentile: (percent: number) => number; mean: number } {
  const random = seededRandom(1);
  const { stalls, swing = CALM } = law;
  const stalled = stalls === undefined ? 0 : stalls.seconds / stalls.everySeconds;
  const latency = latencies(law, chained(random, 0));
  const drawn = Array.from({ length: TRUTH_DRAWS }, () => {
    const state = normal(random);
    // Busy seconds have more requests.
    const load = Math.exp(swing.load * state - swing.load ** 2 / 2);
    return { millis: (Math.exp(swing.latency * state) * latency()) / 1_000, load };
  });
  const all = drawn.map(({ millis, load }) => ({ millis, weight: load * (1 - stalled) }));
  if (stalls !== undefined)
    for (const { millis } of drawn) {
      const length = stallSeconds(stalls, random);
      const waits = 1_000 * length * random();
      all.push({ millis: millis + waits, weight: (stalled * length) / stalls.seconds });
    }
  all.sort((a, b) => a.millis - b.millis);
  const whole = all.reduce((sum, { weight }) => sum + weight, 0);
  return {
    percentile: (percent) => weightedQuantile(all, (whole * percent) / 100),
    mean: all.reduce((sum, { millis, weight }) => sum + millis * weight, 0) / whole,
  };
}

const TRUTH_DRAWS = 1_000_000;

function weightedQuantile(sorted: readonly { millis: number; weight: number }[], until: number): number {
  let seen = 0;
  for (const { millis, weight } of sorted) {
    seen += weight;
    if (seen >= until) return millis;
  }
  throw new Error("no draws");
}

export function judgeRun({ all, slices, seconds }: DrawnRun, texts: readonly string[]): TargetVerdict[] {
  return judge({
    targets: texts.map(read),
    figures: { durationSeconds: seconds, all, slices, label: () => null },
    window: null,
    ramp: null,
    achieved: null,
    loadOffered: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros: 1,
    confidence: CONFIDENCE,
  });
}

export const CONFIDENCE = 0.9;

function read(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  return parsed.target;
}
