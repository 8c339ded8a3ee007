import { isCeiling } from "../targets/target.ts";
import type { Comparator } from "../targets/target.ts";
import type { FigureNoise, JudgedThreshold, Range, Side } from "./judged.ts";
import { withoutNoise } from "./measure.ts";

export interface Decision {
  comparator: Comparator;
  /** The figure within its error bound. */
  figure: Range;
  noise: FigureNoise | null;
  threshold: JudgedThreshold;
  /** How far beyond the threshold a service may hardly ever be called met: 1.1 is a tenth. */
  beyond: number;
}

/** Which side the figure is on within its error bound, chance aside; unsure when the threshold lies inside. */
export function decideAsMeasured({ comparator, figure, threshold }: Decision): Side {
  return sideOf(comparator, figure, threshold);
}

/**
 * Which side the true figure is on with this confidence, had the window been so many times as long. Met also has to hold
 * with a tenth of the remaining doubt against a service that is further off than `beyond`: of a noisy figure, one in ten
 * would otherwise be called met however far off it is.
 */
export function decide(decision: Decision, confidence: number, times: number): Side {
  const side = sideOf(decision.comparator, reachOver(decision, confidence, times), decision.threshold);
  if (side !== "met") return side;
  const surer = surerThan(confidence);
  const relaxed = relax(decision);
  return sideOf(decision.comparator, reachOver(relaxed, surer, times), relaxed.threshold) === "met"
    ? "met"
    : "unsure";
}

/** Where the true figure may be, as far as that matters: met needs all of it on the good side. */
export function rangeInDoubt(decision: Decision, confidence: number): { range: Range; confidence: number } {
  const range = reachOver(decision, confidence, 1);
  if (sideOf(decision.comparator, range, decision.threshold) !== "met") return { range, confidence };
  const surer = surerThan(confidence);
  return { range: reachOver(decision, surer, 1), confidence: surer };
}

/** Whether a figure that is met would be unsure, had any request come nearer to the threshold. */
export function restsOnDistance({ noise, comparator }: Decision, confidence: number): boolean {
  return isCeiling(comparator) && noise?.(surerThan(confidence), 1).far === true;
}

/** The most times as long that a run could reasonably be, or the requests that any run can have. */
const MOST_TIMES = 100;
const FEW_REQUESTS = 10_000;

/** How many times as long a run would settle it if it went on like this; null: no reasonable length would. */
export function timesToSettle(decision: Decision, confidence: number, requests: number): number | null {
  const settled = (times: number) => decide(decision, confidence, times) !== "unsure";
  const most = Math.max(MOST_TIMES, FEW_REQUESTS / requests);
  if (!settled(most)) return null;
  let [low, high] = [1, most];
  while (high / low > 1.002) {
    const middle = Math.sqrt(low * high);
    if (settled(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function surerThan(confidence: number): number {
  return 1 - (1 - confidence) / 10;
}

function relax(decision: Decision): Decision {
  const { comparator, threshold, beyond } = decision;
  const factor = isCeiling(comparator) ? beyond : 1 / beyond;
  const by = ({ low, high }: Range) => ({ low: low * factor, high: high * factor });
  const { noise } = threshold;
  return {
    ...decision,
    threshold: {
      ...threshold,
      ...by(threshold),
      value: threshold.value * factor,
      noise: noise === null ? null : (confidence, times) => by(noise(confidence, times)),
    },
  };
}

/**
 * The figure's range against a threshold that may have noise of its own: two independent figures are rarely both at the
 * far end, so their reaches add up as squares do (G. Zou and A. Donner 2008).
 */
function reachOver({ figure, noise, threshold }: Decision, confidence: number, times: number): Range {
  const own = noise?.(confidence, times) ?? figure;
  const other = threshold.noise?.(confidence, times);
  if (other === undefined) return { low: withoutNoise(own.low), high: withoutNoise(own.high) };
  return {
    low: withoutNoise(figure.low - Math.hypot(figure.low - own.low, other.high - threshold.high)),
    high: Number.isFinite(own.high)
      ? withoutNoise(figure.high + Math.hypot(own.high - figure.high, threshold.low - other.low))
      : Infinity,
  };
}

function sideOf(comparator: Comparator, { low, high }: Range, threshold: Range): Side {
  const rises = !isCeiling(comparator);
  const [near, far] = rises ? [-low, -high] : [high, low];
  const [floor, ceiling] = rises ? [-threshold.high, -threshold.low] : [threshold.low, threshold.high];
  const strict = comparator === "<" || comparator === ">";
  if (strict ? near < floor : near <= floor) return "met";
  return (strict ? far >= ceiling : far > ceiling) ? "missed" : "unsure";
}
