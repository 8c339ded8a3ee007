import { plural } from "../../format/plural.ts";
import type { Curve } from "../ramp/bend.ts";
import { resampled } from "../ramp/resampled.ts";
import { errorOf, fitLaw, throughputAt } from "./fit-law.ts";
import type { Law } from "./fit-law.ts";

export { throughputAt, type Law } from "./fit-law.ts";

/** A load and the throughput under it. */
export interface LoadObservation {
  load: number;
  throughput: number;
  /** How much it counts; missing: as much as the others. */
  weight?: number;
}

export interface Coefficient {
  value: number;
  low: number;
  high: number;
}

export interface UslFit {
  lambda: Coefficient;
  sigma: Coefficient;
  kappa: Coefficient;
  /** Of the throughput's variance, how much the law explains. */
  rSquared: number;
  /** How far throughput is from the law, as a share of its mean. */
  deviation: number;
  measured: { from: number; to: number; observations: number };
  /** Nothing is said of more load than this. */
  limit: number;
  /**
   * The load with the most throughput. Null: the law has none up to the limit, or noise could be all there is to it.
   */
  peak: { load: Coefficient; throughput: number; measured: boolean } | null;
  /** Neither contention nor coherency can be told from noise: throughput grew in proportion to the load. */
  proportional: boolean;
  /** Why it says nothing of loads beyond the measured ones; null: it does, up to the limit. */
  doubt: string | null;
}

export type UslResult = { fit: UslFit; predict: (load: number) => Prediction } | { problem: string };

export type Prediction = Coefficient | { refused: string };

export const MIN_USL_LOADS = 6;
/** So many times the most measured load is as far as a fit of noisy values may be trusted. */
export const USL_REACH = 1.5;
/** The most load has to be so many times the least. */
const LEAST_RANGE = 3;
/** Loads this close are one. */
const SAME = 0.02;
const CONFIDENCE = 0.9;
const RESAMPLES = 200;
/** A law that explains less, or is further off, isn't the one that the service follows. */
const LEAST_R_SQUARED = 0.9;
const MOST_DEVIATION = 0.05;

/** Fits the Universal Scalability Law, with intervals by a bootstrap of the differences. */
export function fitUsl(observations: readonly LoadObservation[], random: () => number): UslResult {
  const used = observations
    .filter(({ load, throughput }) => load > 0 && throughput > 0)
    .toSorted((a, b) => a.load - b.load);
  const problem = whyUnfit(used);
  if (problem !== null) return { problem };
  const curve: Curve = {
    loads: Float64Array.from(used, ({ load }) => load),
    values: Float64Array.from(used, ({ throughput }) => throughput),
    weights: Float64Array.from(used, ({ weight }) => weight ?? 1),
  };
  const law = fitLaw(curve);
  const expected = curve.loads.map((load) => throughputAt(law, load));
  const others = Array.from({ length: RESAMPLES }, () =>
    fitLaw({ ...curve, values: resampled(curve, expected, random) }, law),
  );
  const fit = describeFit(curve, law, others);
  return {
    fit,
    predict: (load) => {
      if (fit.doubt !== null && load > fit.measured.to) return { refused: fit.doubt };
      if (load > fit.limit) return { refused: tooFar(fit) };
      return coefficientOf(
        throughputAt(law, load),
        others.map((other) => throughputAt(other, load)),
      );
    },
  };
}

function tooFar({ measured, limit }: UslFit): string {
  const [to, most] = [measured.to, limit].map((load) => Math.round(load).toLocaleString("en-US"));
  return `Measured up to ${to} users. Beyond ${most}, ${USL_REACH} times that, the law is a guess.`;
}

function whyUnfit(observations: readonly LoadObservation[]): string | null {
  let [distinct, last] = [0, 0];
  for (const { load } of observations) {
    if (load <= last * (1 + SAME)) continue;
    distinct++;
    last = load;
  }
  if (distinct < MIN_USL_LOADS) {
    const measured = plural(distinct, "load was", "loads were");
    return `Only ${measured} measured. The scalability law needs at least ${MIN_USL_LOADS} different ones.`;
  }
  const [least, most] = [observations[0]?.load ?? 0, observations.at(-1)?.load ?? 0];
  if (most < LEAST_RANGE * least)
    return `The largest load is less than ${LEAST_RANGE} times the smallest, so noise hides how throughput scales.`;
  return null;
}

function describeFit(curve: Curve, law: Law, others: readonly Law[]): UslFit {
  const of = (name: keyof Law) =>
    coefficientOf(
      law[name],
      others.map((other) => other[name]),
    );
  const [lambda, sigma, kappa] = [of("lambda"), of("sigma"), of("kappa")];
  const [from, to] = [curve.loads[0] ?? 0, curve.loads.at(-1) ?? 0];
  const { rSquared, deviation } = closeness(curve, law);
  const limit = USL_REACH * to;
  const follows = rSquared >= LEAST_R_SQUARED && deviation <= MOST_DEVIATION;
  return {
    lambda,
    sigma,
    kappa,
    rSquared,
    deviation,
    limit,
    measured: { from, to, observations: curve.loads.length },
    peak: follows ? peakOf(law, others, { to, limit }) : null,
    proportional: sigma.low === 0 && kappa.low === 0 && loss(law, to) < MOST_DEVIATION,
    doubt: follows
      ? null
      : "Throughput doesn't follow the scalability law closely enough to say anything about loads that weren't measured.",
  };
}

/** How much less than in proportion the throughput is at the most load. */
function loss(law: Law, load: number): number {
  return 1 - throughputAt(law, load) / (law.lambda * load);
}

function closeness(curve: Curve, law: Law): { rSquared: number; deviation: number } {
  const { values } = curve;
  const plain = { ...curve, weights: values.map(() => 1) };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const around = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const apart = errorOf(plain, law);
  return {
    rSquared: around === 0 ? 0 : 1 - apart / around,
    deviation: Math.sqrt(apart / values.length) / mean,
  };
}

function peakOf(
  law: Law,
  others: readonly Law[],
  { to, limit }: { to: number; limit: number },
): UslFit["peak"] {
  const value = peakLoad(law);
  const load = coefficientOf(value, others.map(peakLoad));
  if (!(load.high <= limit)) return null;
  return { load, throughput: throughputAt(law, value), measured: value <= to };
}

function peakLoad({ sigma, kappa }: Law): number {
  return kappa > 0 ? Math.sqrt(Math.max(0, 1 - sigma) / kappa) : Infinity;
}

function coefficientOf(value: number, others: readonly number[]): Coefficient {
  const sorted = others.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? value;
  const beyond = (1 - CONFIDENCE) / 2;
  return { value, low: Math.min(value, at(beyond)), high: Math.max(value, at(1 - beyond)) };
}
