import { drawnVariance, findDependence } from "../chance/block-length.ts";
import type { Dependence } from "../chance/block-length.ts";
import { sliceNoise } from "../chance/slice-noise.ts";
import type { SliceNoise } from "../chance/slice-noise.ts";
import { FIGURE_IDS, FIGURES, PERCENTILE_IDS } from "../targets/figures.ts";
import type { FigureId, FigureRange } from "../targets/figures.ts";
import type { ChangeReason } from "./change-sentences.ts";
import { PooledBuckets } from "./pooled-buckets.ts";
import { MIN_REQUESTS_BEYOND } from "../policy.ts";
import { seededRandom } from "../random.ts";
import { rankNoise } from "./rank-noise.ts";
import { MIN_SLICES } from "./sliced-run.ts";
import type { SlicedRun } from "./sliced-run.ts";

/** One metric of one run with the noise within it. */
export interface Estimate {
  /** In the metric's unit, interpolated within buckets and the tool's rounding; null if there is no estimate. Used only by tests. */
  value: number | null;
  /** What the run's page shows for the same window: `value` until it is known. */
  shown: number | null;
  /** Standard deviation of its logarithm; null if it can't be computed, and `doubt` says why. */
  within: number | null;
  doubt: ChangeReason | null;
  /** Independent stretches that `within` was estimated from, less one. */
  freedom: number;
}

export interface RunNoise {
  estimates: Record<FigureId, Estimate>;
  requests: number;
  errors: number | null;
  /** How much more errors scatter than independent ones: they come in bursts. */
  errorDispersion: number;
  /** In milliseconds, by chance and the source's own buckets together: of percentiles that have no single value. */
  ranges?: { [id in FigureId]?: FigureRange | undefined };
  sliceSeconds: number;
  /** Null: too short to resample. */
  blockSeconds: number | null;
}

const MIN_ERRORS = 20;
/** Enough for a standard deviation that is right to about 4%. */
export const RESAMPLES = 400;

/** Wider buckets have the same noise, because values are spread within them. */
const MAX_BUCKETS = 160;

const SHARES = PERCENTILE_IDS.map((name) => FIGURES[name].quantile ?? 0);

/**
 * The noise within one run: a circular block bootstrap over its slices (Politis and Romano, 1992) that preserves how far
 * the run depends on its own past. The sketches of the drawn slices are added up, so percentiles are those of merged
 * sketches in every resample.
 */
export function resampleRun(run: SlicedRun, resamples = RESAMPLES): RunNoise {
  const n = run.requests.length;
  const pooled = new PooledBuckets(run);
  const whole = new Float64Array(SHARES.length);
  pooled.add(new Uint8Array(n).fill(1));
  pooled.quantiles(SHARES, whole);
  const requests = sum(run.requests);
  const errors = run.errors === null ? null : sum(run.errors);
  const values = valuesOf(run, whole, { requests, errors });
  const doubtOf = (metric: FigureId) => doubtAbout(metric, { requests, errors, slices: n });
  if (n < MIN_SLICES || requests === 0) {
    const estimates = record((metric) => ({
      value: values[metric],
      shown: values[metric],
      within: null,
      doubt: doubtOf(metric),
      freedom: 0,
    }));
    return {
      estimates,
      requests,
      errors,
      errorDispersion: 1,
      sliceSeconds: run.sliceSeconds,
      blockSeconds: null,
    };
  }
  const influences = influencesOf(run, pooled, whole, requests);
  const dependences = record((metric) => findDependence(influences[metric]));
  const blockLength = Math.max(...WATCHED.map((metric) => dependences[metric].blockLength));
  const joined = Math.ceil(pooled.size / MAX_BUCKETS);
  const noises = record((metric) => sliceNoise(influences[metric]));
  const missed = record((metric) =>
    missedVariance(noises[metric], { dependence: dependences[metric], blockLength, slices: n }),
  );
  pooled.add(new Uint8Array(n).fill(1));
  const ranked = rankNoises(pooled, noises, requests);
  const drawn = draw(run, joined === 1 ? pooled : new PooledBuckets(run, joined), { blockLength, resamples });
  const errorVariance = drawn.errorVariance * missed["error-rate"];
  const freedomOf = freedomsOf(noises);
  return {
    estimates: record((metric) => {
      const doubt = doubtOf(metric);
      const resampled = Math.sqrt(drawn.variances[metric] * missed[metric]);
      const within = ranked[metric] > ACROSS_A_GAP * resampled ? ranked[metric] : resampled;
      return {
        value: values[metric],
        shown: values[metric],
        within: doubt === null && Number.isFinite(within) ? within : null,
        doubt,
        freedom: freedomOf[metric],
      };
    }),
    requests,
    errors,
    errorDispersion: errors === null || errors === 0 ? 1 : Math.max(1, errorVariance / errors),
    sliceSeconds: run.sliceSeconds,
    blockSeconds: blockLength * run.sliceSeconds,
  };
}

function valuesOf(
  run: SlicedRun,
  quantiles: Float64Array,
  { requests, errors }: { requests: number; errors: number | null },
): Record<FigureId, number | null> {
  const seconds = run.requests.length * run.sliceSeconds;
  return record((metric) => {
    if (metric === "throughput") return seconds > 0 ? requests / seconds : null;
    if (metric === "items") return seconds > 0 ? sum(run.items) / seconds : null;
    if (metric === "error-rate") return errors === null || requests === 0 ? null : errors / requests;
    if (metric === "mean") return meanMillis(run, requests);
    return millis(quantiles[PERCENTILE_IDS.indexOf(metric)]);
  });
}

function meanMillis({ sums }: SlicedRun, requests: number): number | null {
  return sums === null || requests === 0 ? null : sum(sums) / requests / 1_000;
}

/** The series that show how far a run depends on its past. Errors are too few and the far tail too noisy for that. */
const WATCHED = ["throughput", "p50", "p99"] as const satisfies readonly FigureId[];

/** The noise by ranks counts only where it is this much larger: elsewhere the two agree, and resamples are steadier. */
const ACROSS_A_GAP = 1.5;
const MAX_MISSED = 8;

/** How much larger the variance of a metric is than that of its resamples, whose blocks are too short to see all of it. */
function missedVariance(
  noise: SliceNoise | null,
  { dependence, blockLength, slices }: { dependence: Dependence; blockLength: number; slices: number },
): number {
  const drawn = slices * drawnVariance(dependence, blockLength);
  if (noise === null || drawn === 0) return 1;
  const lost = 1 - Math.min(0.5, blockLength / slices);
  return Math.min(MAX_MISSED, Math.max(1 / lost, noise.variance / drawn));
}

function rankNoises(
  pooled: PooledBuckets,
  noises: Record<FigureId, SliceNoise | null>,
  requests: number,
): Record<FigureId, number> {
  return record((metric) => {
    const [noise, share] = [noises[metric], FIGURES[metric].quantile];
    return noise === null || share === null ? 0 : rankNoise(pooled, { share, noise, requests });
  });
}

/** Percentiles of one run wander together, and the far ones too noisily to show for how long. */
function freedomsOf(noises: Record<FigureId, SliceNoise | null>): Record<FigureId, number> {
  const freedom = (metric: FigureId) => noises[metric]?.freedom ?? 0;
  const latency = Math.min(...PERCENTILE_IDS.map(freedom));
  return record((metric) => (FIGURES[metric].quantile === null ? freedom(metric) : latency));
}

/** What each slice adds to a metric beyond its share: the series whose long-run variance is the metric's. */
function influencesOf(
  run: SlicedRun,
  pooled: PooledBuckets,
  quantiles: Float64Array,
  requests: number,
): Record<FigureId, Float64Array> {
  const beside = (part: Float64Array, share: number) =>
    part.map((count, slice) => count - share * (run.requests[slice] as number));
  return record((metric) => {
    if (metric === "throughput") return run.requests;
    if (metric === "items") return run.items;
    if (metric === "error-rate") {
      const { errors } = run;
      return errors === null ? new Float64Array(run.requests.length) : beside(errors, sum(errors) / requests);
    }
    if (metric === "mean") {
      const { sums } = run;
      return sums === null ? new Float64Array(run.requests.length) : beside(sums, sum(sums) / requests);
    }
    const at = PERCENTILE_IDS.indexOf(metric);
    const above = pooled.above(quantiles[at] ?? 0);
    return beside(above, sum(above) / requests);
  });
}

interface Drawn {
  /** For the logarithm of each metric. */
  variances: Record<FigureId, number>;
  /** For the number of errors. */
  errorVariance: number;
}

function draw(
  run: SlicedRun,
  pooled: PooledBuckets,
  { blockLength, resamples }: { blockLength: number; resamples: number },
): Drawn {
  const n = run.requests.length;
  const random = seededRandom(seedOf(run.requests, run.counts));
  const weights = new Uint16Array(n);
  const quantiles = new Float64Array(SHARES.length);
  const moments = record(() => new Moments());
  const errorMoments = new Moments();
  for (let round = 0; round < resamples; round++) {
    drawBlocks(weights, blockLength, random);
    pooled.add(weights);
    pooled.quantiles(SHARES, quantiles);
    const requests = weighted(run.requests, weights);
    const errors = run.errors === null ? NaN : weighted(run.errors, weights);
    errorMoments.add(errors);
    const logOf = (metric: FigureId) => {
      if (metric === "throughput") return Math.log(requests);
      if (metric === "items") return Math.log(weighted(run.items, weights));
      if (metric === "error-rate") return Math.log((errors + 0.5) / requests);
      if (metric === "mean")
        return run.sums === null ? NaN : Math.log(weighted(run.sums, weights) / requests);
      return Math.log(quantiles[PERCENTILE_IDS.indexOf(metric)] as number);
    };
    for (const metric of FIGURE_IDS) moments[metric].add(logOf(metric));
  }
  return { variances: record((metric) => moments[metric].variance), errorVariance: errorMoments.variance };
}

/** Consecutive slices from a random start, wrapping around at the end, until there are as many as the run has. */
function drawBlocks(weights: Uint16Array, blockLength: number, random: () => number): void {
  const n = weights.length;
  weights.fill(0);
  for (let left = n; left > 0; left -= blockLength) {
    const start = Math.floor(random() * n);
    const length = Math.min(blockLength, left);
    for (let step = 0; step < length; step++) {
      const at = (start + step) % n;
      weights[at] = (weights[at] as number) + 1;
    }
  }
}

class Moments {
  #count = 0;
  #mean = 0;
  #squares = 0;

  add(value: number): void {
    if (!Number.isFinite(value)) return;
    this.#count++;
    const step = value - this.#mean;
    this.#mean += step / this.#count;
    this.#squares += step * (value - this.#mean);
  }

  get variance(): number {
    return this.#count < 2 ? NaN : this.#squares / (this.#count - 1);
  }
}

export function doubtAbout(
  metric: FigureId,
  { requests, errors, slices }: { requests: number; errors: number | null; slices: number },
): ChangeReason | null {
  if (requests === 0) return { code: "no-requests" };
  if (slices < MIN_SLICES) return { code: "too-few-slices", needed: MIN_SLICES, slices };
  if (metric === "error-rate") {
    if (errors === null) return { code: "errors-unreported" };
    // They are counted exactly instead.
    return errors < MIN_ERRORS ? { code: "few-errors" } : null;
  }
  const { quantile } = FIGURES[metric];
  if (quantile === null) return null;
  const beyond = Math.floor(requests * (1 - quantile) + 1e-9);
  return beyond < MIN_REQUESTS_BEYOND
    ? { code: "few-beyond", beyond, metric, needed: MIN_REQUESTS_BEYOND }
    : null;
}

export function record<T>(of: (metric: FigureId) => T): Record<FigureId, T> {
  return Object.fromEntries(FIGURE_IDS.map((metric) => [metric, of(metric)])) as Record<FigureId, T>;
}

function millis(micros: number | undefined): number | null {
  return micros === undefined || !Number.isFinite(micros) ? null : micros / 1_000;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += values[at] as number;
  return total;
}

function weighted(values: Float64Array, weights: Uint16Array): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += (values[at] as number) * (weights[at] as number);
  return total;
}

/** A seed from the data itself: the same run is always resampled in the same way, on either side of a pair. */
function seedOf(...lists: readonly ArrayLike<number>[]): number {
  let hash = 0x811c9dc5;
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      hash = Math.imul(hash ^ ((list[at] as number) | 0), 0x01000193);
      hash ^= hash >>> 15;
    }
  }
  return hash | 0;
}
