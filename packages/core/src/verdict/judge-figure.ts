import { rateRange } from "../chance/binomial-range.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Metric } from "../targets/metrics.ts";
import { inTimeUnit } from "../targets/read-metric.ts";
import { isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { decide, decideAsMeasured, restsOnDistance } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { driftOf } from "./drift.ts";
import type { Drift } from "./drift.ts";
import { figureNoise } from "./figure-noise.ts";
import { roundingOf } from "./judged-threshold.ts";
import type {
  ChanceInterval,
  FigureInput,
  FigureNoise,
  JudgedThreshold,
  MeasuredFigure,
  Side,
  TargetDoubt,
} from "./judged.ts";
import { holesIn } from "./holes-in.ts";
import type { TargetReason } from "./target-sentences.ts";
import { doubtOf } from "./verdict-doubt.ts";
import { amountOf, describedAs } from "./verdict-unit.ts";

export interface JudgedFigure {
  value: number | null;
  margin: number | null;
  bound: number | null;
  interval: ChanceInterval | null;
  verdict: Side;
  /** Of an unsure figure. */
  doubt: TargetDoubt | null;
  reasons: TargetReason[];
}

/** Judges one figure by its threshold. */
export function judgeFigure(target: Target, judged: FigureInput): JudgedFigure {
  const { measured, threshold, input } = judged;
  const { value } = measured;
  const noise = figureNoise(target, measured, {
    rounding: roundingOf(input),
    hung: [input.holes, input.hangs].some(
      (some) => holesIn(some, measured.window ?? input.window).length > 0,
    ),
  });
  const decision: Decision = {
    comparator: target.comparator,
    figure: measured,
    noise,
    threshold,
    beyond: beyondOf(target.metric),
  };
  const aside = chanceAside(target, decision);
  const measuredSide = decideAsMeasured(decision);
  const side = aside === null ? sideOf(target, judged, decision) : measuredSide;
  const drift = aside === null ? driftUnderOneLoad(target, judged) : null;
  const doubt = doubtOf(target, { ...judged, side, measuredSide, decision, drift });
  const isFar = doubt === null && side === "met" && aside === null;
  return {
    value,
    margin: value === null ? null : marginOf(value, target, threshold),
    bound: value === null ? null : boundOf(value, measured),
    interval: intervalOf(noise, input.confidence),
    ...(doubt === null ? { verdict: side, doubt } : { verdict: "unsure", doubt: doubt.fields }),
    reasons: [
      { code: "figure", ...describedAs(target, measured, threshold) },
      ...driftReasons(target, drift, measured),
      ...(isFar ? farReasons(target, decision, judged) : (doubt?.reasons ?? [])),
      ...(aside ?? []),
      ...measured.notes,
    ],
  };
}

/** Under a load that changes, it is no wonder that the figure does. */
function driftUnderOneLoad(target: Target, { measured, input }: FigureInput): Drift | null {
  return target.users === null && input.ramp !== null ? null : driftOf(target, measured);
}

function driftReasons(
  target: Target,
  drift: Drift | null,
  { unit, seconds }: MeasuredFigure,
): TargetReason[] {
  if (drift === null) return [];
  const at = (value: number) => amountOf(target, { value, low: value, high: value, unit });
  const ends = { from: at(drift.from), to: at(drift.to) };
  if (drift.stepAt === null) return [{ code: "drifts", ...ends, seconds }];
  return [{ code: "steps", ...ends, afterSeconds: drift.stepAt * seconds }];
}

function marginOf(value: number, { comparator }: Target, threshold: JudgedThreshold): number {
  return isCeiling(comparator) ? threshold.value - value : value - threshold.value;
}

/** A run of which this many times as many requests failed as may is missed, even if all failed at once. */
const MANY_TIMES = 3;

/**
 * Which side the figure is on, with chance taken into account. Errors in bursts are few events, which say little of what
 * the service does usually; but the requests did fail, and that is what a limit of errors is about.
 */
function sideOf(target: Target, { measured, threshold, input }: FigureInput, decision: Decision): Side {
  const side = decide(decision, input.confidence, 1);
  if (side !== "unsure" || !metricRow(target.metric).ofErrors || !isCeiling(target.comparator)) return side;
  const { cell, low } = measured;
  if (cell === null || threshold.noise !== null || low < MANY_TIMES * threshold.high) return side;
  const { low: surely } = rateRange(cell.errors, cell.requests, input.confidence);
  return 100 * surely > threshold.high ? "missed" : side;
}

/** Why no request is taken to have come with others. */
function farReasons(target: Target, decision: Decision, { measured, input }: FigureInput): TargetReason[] {
  const { cell, unit } = measured;
  if (cell === null || cell.maxMicros === null || !restsOnDistance(decision, input.confidence)) return [];
  const { high: slowest } = inTimeUnit({ low: 0, high: cell.maxMicros }, { stepMicros: 1, share: 0 }, unit);
  const figure = amountOf(target, { value: slowest, low: 0, high: 0, unit });
  return [{ code: "slowest-near", ...figure, requests: cell.requests }];
}

/** A service this much beyond its target is called met with a tenth of the doubt that one exactly at its target is. */
const BEYOND = 1.1;
/** A rate of rare errors takes many times the requests to tell from one that is a tenth higher. */
const MUCH_BEYOND = 2;

export function beyondOf(metric: Metric): number {
  return metricRow(metric).ofErrors ? MUCH_BEYOND : BEYOND;
}

/** Why the figure is taken as it is; empty where there is nothing to say. Null: chance counts. */
function chanceAside(target: Target, { noise, threshold }: Decision): TargetReason[] | null {
  if (noise === null && threshold.noise === null) return [];
  if (target.asMeasured) return [{ code: "as-measured" }];
  const none = metricRow(target.metric).ofErrors && threshold.value === 0 && isCeiling(target.comparator);
  return none ? [{ code: "zero-as-measured" }] : null;
}

function intervalOf(noise: FigureNoise | null, confidence: number): ChanceInterval | null {
  if (noise === null) return null;
  const { low, high } = noise(confidence, 1);
  return { low, high: Number.isFinite(high) ? high : null };
}

function boundOf(value: number, { low, high }: { low: number; high: number }): number | null {
  const bound = Math.max(value - low, high - value);
  return Number.isFinite(bound) ? bound : null;
}
