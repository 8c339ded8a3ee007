import type { Cell } from "../../cell/cell.ts";
import { meanMicros, quantileMicros } from "../../cell/summary.ts";
import { medianOf } from "../../phase/phase-statistics.ts";
import { errorWithoutBend, findBend, levelThatBends, lineThatBends } from "./bend.ts";
import type { BendFit, Curve, FitAt, LineFit } from "./bend.ts";
import { resampled } from "./resampled.ts";

/** A load, with the interval that holds it with `RAMP_CONFIDENCE`. */
export interface LoadInterval {
  load: number;
  low: number;
  high: number;
}

const RAMP_CONFIDENCE = 0.9;
const RESAMPLES = 200;
/** Beyond the knee, throughput grows at most this share as fast as before it. */
const LEVELS_OFF = 0.6;
/** By how much latency has to be up at the most load, or it hardly depends on the load. */
const RISES = 1.5;
/** How many times more than a parameter of pure noise would, a bend has to explain: no false one in 200 flat ramps. */
const EXPLAINS = 8;

/** One level of a ramp, outside of outages. */
export interface CurveLevel {
  load: number;
  seconds: number;
  /** Successful requests per second. */
  throughput: number;
  cell: Cell;
}

/** Where throughput stops rising in proportion to the load; null: it doesn't, as far as the ramp went. */
export function throughputBend(levels: readonly CurveLevel[], random: () => number): LoadInterval | null {
  const bent = bentThroughput(levels);
  return bent === null || !isKnee(bent.fit) ? null : intervalOf(bent, random);
}

export function isKnee({ slopeBefore, slopeAfter }: LineFit): boolean {
  return slopeBefore > 0 && slopeAfter <= LEVELS_OFF * slopeBefore;
}

/** The bend of the throughput; null: noise would explain it. */
export function bentThroughput(levels: readonly CurveLevel[]): Bent<LineFit> | null {
  if (!levels.some(({ throughput }) => throughput > 0)) return null;
  const curve = throughputCurve(levels);
  const fit = findBend(curve, lineThatBends);
  if (fit === null || !explains(curve, fit, { without: errorWithoutBend(curve, "line"), parameters: 2 }))
    return null;
  return { curve, fit, fitAt: lineThatBends };
}

function throughputCurve(levels: readonly CurveLevel[]): Curve {
  const most = Math.max(...levels.map(({ throughput }) => throughput));
  return {
    loads: Float64Array.from(levels, ({ load }) => load),
    values: Float64Array.from(levels, ({ throughput }) => throughput),
    // Counts scatter with their root, and steps of the load by a share of the throughput.
    weights: Float64Array.from(levels, ({ seconds, throughput }) => seconds / (throughput + most / 10)),
  };
}

/** Where latency starts to rise; null: it hardly does, or isn't known over time. */
export function latencyBend(levels: readonly CurveLevel[], random: () => number): LoadInterval | null {
  const known = levels.flatMap(({ load, cell }) => {
    const micros = latencyOf(cell).micros;
    return micros === null || micros <= 0 ? [] : [{ load, value: Math.log(micros), weight: cell.requests }];
  });
  if (known.length < levels.length) return null;
  const cap = medianOf(known.map(({ weight }) => weight));
  const curve: Curve = {
    loads: Float64Array.from(known, ({ load }) => load),
    values: Float64Array.from(known, ({ value }) => value),
    weights: Float64Array.from(known, ({ weight }) => Math.min(weight, cap)),
  };
  const fit = findBend(curve, levelThatBends);
  if (fit === null || fit.rise < RISES) return null;
  if (!explains(curve, fit, { without: errorWithoutBend(curve, "level"), parameters: 3 })) return null;
  return intervalOf({ curve, fit, fitAt: levelThatBends }, random);
}

/** What latency a level is drawn and judged for a bend with: p95, or the mean where the source gives only buckets. */
export function latencyOf(cell: Cell): { of: "p95" | "mean"; micros: number | null } {
  return cell.distribution.kind === "sketch"
    ? { of: "p95", micros: quantileMicros(cell, 95) }
    : { of: "mean", micros: meanMicros(cell) };
}

/** A bend fits any noise a little better than a straight line does. */
function explains(
  { loads }: Curve,
  { error }: BendFit,
  { without, parameters }: { without: number; parameters: number },
): boolean {
  const freedom = Math.max(1, loads.length - parameters - 2);
  return without - error > (EXPLAINS * parameters * error) / freedom;
}

export interface Bent<Fit extends BendFit> {
  curve: Curve;
  fit: Fit;
  fitAt: FitAt<Fit>;
}

/**
 * By a bootstrap of the differences between the values and the fitted curve, and never finer than the levels on either
 * side: within a level nobody knows.
 */
export function intervalOf<Fit extends BendFit>(
  { curve, fit, fitAt }: Bent<Fit>,
  random: () => number,
): LoadInterval {
  const found: number[] = [];
  for (let times = 0; times < RESAMPLES; times++) {
    const again = findBend({ ...curve, values: resampled(curve, fit.fitted, random) }, fitAt);
    if (again !== null) found.push(again.at);
  }
  const sorted = found.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? fit.at;
  const beyond = (1 - RAMP_CONFIDENCE) / 2;
  const below = curve.loads.findLast((load) => load < fit.at) ?? fit.at;
  const above = curve.loads.find((load) => load > fit.at) ?? fit.at;
  return { load: fit.at, low: Math.min(below, at(beyond)), high: Math.max(above, at(1 - beyond)) };
}
