import { Sketch, seededRandom } from "@headroom/core";
import type { ComparableFigures, EarlierRun, SlicedRun } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";

/** How the runs of a simulated system are drawn. */
export interface Law {
  /** Of the lognormal latencies. */
  sigma: number;
  requests: number;
  seconds: number;
  /** Of load and log latency from one second to the next, AR(1), and how much both swing with it. */
  correlation: number;
  loadSwing: number;
  latencySwing: number;
  /** From run to run, of load and latency alike, as standard deviations of their logarithms. */
  runScatter: number;
  errorRate: number;
  /** A share of the requests takes so many times as long. */
  slow?: { share: number; times: number };
}

export const PLAIN: Law = {
  sigma: 0.5,
  requests: 30_000,
  seconds: 300,
  correlation: 0,
  loadSwing: 0,
  latencySwing: 0,
  runScatter: 0,
  errorRate: 0.002,
};

export const SLICE_SECONDS = 3;
const MEDIAN_MICROS = 20_000;
const STORED_BUCKETS = 2_400;
const LOG_GAMMA = Math.log((1 + Sketch.relativeError) / (1 - Sketch.relativeError));
const POOL = 1 << 20;

/** Draws runs without creating an object per sample: a latency is a bucket number, a change of level adds to it. */
export class RunDraws {
  readonly #random: () => number;
  readonly #law: Law;
  readonly #normals: Float64Array;
  readonly #counts = new Uint32Array(STORED_BUCKETS);
  #runs = 0;

  constructor(law: Law, seed: number) {
    this.#law = law;
    this.#random = seededRandom(seed);
    const spare = seededRandom(99);
    this.#normals = Float64Array.from({ length: POOL }, () => normal(spare));
  }

  /** A whole run for resampling. `slower` multiplies all latencies. */
  run(slower = 1): SlicedRun {
    const slices = this.#law.seconds / SLICE_SECONDS;
    const requests = new Float64Array(slices);
    const errors = new Float64Array(slices);
    const starts = new Uint32Array(slices + 1);
    const buckets: number[] = [];
    const counts: number[] = [];
    this.#draw(slower, (second, drawn, failed) => {
      const slice = Math.floor(second / SLICE_SECONDS);
      requests[slice] = (requests[slice] as number) + drawn;
      errors[slice] = (errors[slice] as number) + failed;
      if ((second + 1) % SLICE_SECONDS > 0) return;
      for (let bucket = 0; bucket < STORED_BUCKETS; bucket++) {
        const count = this.#counts[bucket] as number;
        if (count === 0) continue;
        buckets.push(bucket);
        counts.push(count);
      }
      this.#counts.fill(0);
      starts[slice + 1] = buckets.length;
    });
    return {
      sliceSeconds: SLICE_SECONDS,
      requests,
      errors,
      items: requests,
      sums: null,
      starts,
      buckets: Uint16Array.from(buckets),
      counts: Float64Array.from(counts),
      resolutionMicros: 1,
    };
  }

  /** A run with only its summary, read from a stored sketch and thus exact to a bucket. */
  earlier(slower = 1): EarlierRun {
    let requests = 0;
    let errors = 0;
    this.#draw(slower, (_, drawn, failed) => {
      requests += drawn;
      errors += failed;
    });
    const quantile = (share: number): number => {
      let left = share * requests;
      for (let bucket = 0; bucket < STORED_BUCKETS; bucket++) {
        left -= this.#counts[bucket] as number;
        if (left <= 0) return Math.exp((bucket - 0.5) * LOG_GAMMA) / 1_000;
      }
      return 0;
    };
    const throughput = requests / this.#law.seconds;
    const figures: ComparableFigures = {
      throughput,
      itemsThroughput: throughput,
      errorRate: errors / requests,
      latencyMs: {
        p50: quantile(0.5),
        p90: quantile(0.9),
        p95: quantile(0.95),
        p99: quantile(0.99),
        "p99.9": quantile(0.999),
      },
    };
    this.#counts.fill(0);
    return { id: `${this.#runs++}`, figures, requests, errors };
  }

  /** Adds a run's requests to the counts and reports requests and errors after each second. */
  #draw(slower: number, second: (at: number, requests: number, errors: number) => void): void {
    const law = this.#law;
    const random = this.#random;
    const load = Math.exp(law.runScatter * normal(random));
    const level = Math.log(MEDIAN_MICROS * slower) + law.runScatter * normal(random);
    const kick = Math.sqrt(1 - law.correlation ** 2);
    let state = normal(random);
    for (let at = 0; at < law.seconds; at++) {
      const swing = Math.exp(law.loadSwing * state - law.loadSwing ** 2 / 2);
      const count = poisson(random, (law.requests / law.seconds) * load * swing);
      this.#addLatencies(count, (level + law.latencySwing * state) / LOG_GAMMA + 1);
      second(at, count, poisson(random, count * law.errorRate));
      state = law.correlation * state + kick * normal(random);
    }
  }

  #addLatencies(count: number, base: number): void {
    const counts = this.#counts;
    const normals = this.#normals;
    const random = this.#random;
    const { slow } = this.#law;
    const spread = this.#law.sigma / LOG_GAMMA;
    for (let at = 0; at < count; at++) {
      const drawn = normals[(random() * POOL) | 0] as number;
      const far = slow !== undefined && random() < slow.share ? Math.log(slow.times) / LOG_GAMMA : 0;
      const bucket = Math.min(2_201, Math.max(1, (base + far + spread * drawn) | 0));
      counts[bucket] = (counts[bucket] as number) + 1;
    }
  }
}

function poisson(random: () => number, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}
