import { type Batch, loadOf, logP50Of, throughputOf } from "./phase-batches.ts";
import { meanOf, medianOf, mserCut, standardError } from "./phase-statistics.ts";

/** What is cut must be unlike the rest by so much, and by so many standard errors, or the cut only follows noise. */
const CUT_CHANGE = 0.05;
const CUT_ERRORS = 3;
/** Load that was withdrawn leaves latency where it was; above this it is a collapse, which must be judged. */
const COOL_DOWN_P50 = Math.log(1.25);
const COOL_DOWN_LOOKED = 0.5;
const WARM_UP_LOOKED = 0.75;

export interface Cuts {
  /** Batches from inclusive to exclusive. */
  from: number;
  to: number;
  /** How far throughput alone moved the start. */
  fromByThroughput: number;
}

/** Cuts both ends by throughput in turn until neither gives, since each spoils the other's mean; then the start by p50. */
export function cutEnds(batches: readonly Batch[]): Cuts {
  let [from, to] = [0, batches.length];
  for (;;) {
    const cool = coolDown(batches.slice(from, to));
    to -= cool;
    const warm = warmUp(batches.slice(from, to), throughputOf);
    from += warm;
    if (cool + warm === 0) break;
  }
  const fromByThroughput = from;
  for (let warm = Infinity; warm > 0; from += warm) warm = warmUp(batches.slice(from, to), logP50Of);
  return { from, to, fromByThroughput };
}

/** Batches at the start that are unlike the rest. More load than in the rest is no warm-up: it is the harder part. */
function warmUp(batches: readonly Batch[], seriesOf: (batches: readonly Batch[]) => number[]): number {
  const cut = oneCut(seriesOf(batches), WARM_UP_LOOKED);
  const harder = loadOf(batches.slice(0, cut)) > loadOf(batches.slice(cut)) * (1 + CUT_CHANGE);
  return harder ? 0 : cut;
}

/** Batches at the end in which load had fallen and latency had not risen. */
function coolDown(batches: readonly Batch[]): number {
  const throughput = throughputOf(batches);
  const logs = logP50Of(batches);
  const cut = oneCut(throughput.toReversed(), COOL_DOWN_LOOKED);
  if (cut === 0) return 0;
  const falls = loadOf(batches.slice(-cut)) < loadOf(batches.slice(0, -cut));
  const collapses = meanOf(logs.slice(-cut)) - medianOf(logs.slice(0, -cut)) > COOL_DOWN_P50;
  return falls && !collapses ? cut : 0;
}

/**
 * The best truncation whose part left out is, for the most part, unlike the rest. A stall in the middle makes every
 * truncation behind it look good to MSER; it is no warm-up, and cutting it would hide it.
 */
function oneCut(series: readonly number[], maxShare: number): number {
  let most = Math.floor(series.length * maxShare);
  for (;;) {
    const cut = mserCut(series, most);
    if (cut === 0 || differs(series.slice(0, cut), series.slice(cut))) return cut;
    most = cut - 1;
  }
}

function differs(head: readonly number[], rest: readonly number[]): boolean {
  const change = Math.abs(medianOf(head) - medianOf(rest));
  const error = Math.hypot(standardError(rest, head.length), standardError(rest, rest.length));
  return change > CUT_CHANGE && change > CUT_ERRORS * error;
}
