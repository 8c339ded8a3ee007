import type { Cell } from "../cell/cell.ts";
import { bucketRange } from "../cell/interval.ts";
import { quantileMicros } from "../cell/summary.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import { joinUnit } from "../format/unit.ts";
import { decimal } from "../targets/grammar-text.ts";
import { formatMetric } from "../targets/metrics.ts";
import { formatTarget, isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { inShownUnit } from "../targets/units.ts";
import type { TargetVerdict } from "../verdict/judged.ts";
import { isLimit, judgeStretch, ofAllRequests, stretchesOf, succeeded } from "./stretch.ts";

/** A step of live traffic. */
export interface LiveCell {
  /** Epoch seconds. */
  second: number;
  cell: Cell;
}

export interface LiveRange {
  /** Epoch seconds, up to but not including `to`. */
  from: number;
  to: number;
}

export interface LiveDeploy {
  second: number;
  title: string;
}

export interface LiveStretchInput extends LiveRange {
  /** Those that `strictestLimits` gives. */
  targets: readonly Target[];
  /** All requests in order of time. A step without a cell is a gap: nobody knows what happened in it. */
  cells: readonly LiveCell[];
  /** The length of a cell. `from` and `to` are multiples of it. */
  stepSeconds: number;
  holdSeconds: number;
  /** What was simulated, what a source was silent in, and what else isn't known. */
  unknown: readonly LiveRange[];
  confidence: number;
}

/** Milliseconds. */
interface KnownRange {
  low: number;
  /** Null: above the highest bound of its source. */
  high: number | null;
}

/** A target that lies inside one of the source's buckets. */
export interface InsideBucket {
  target: string;
  low: number;
  high: number | null;
  /** The bound that would settle it, as in the target: "200 ms". */
  addBound: string;
}

/** A stretch as long as a throughput has to be held, of which every step is known. */
export interface LiveStretch extends LiveRange {
  /** Successful requests a second. */
  throughput: number;
  verdict: "met" | "missed" | "unsure";
  p99Ms: KnownRange | null;
  errorRate: number | null;
  /** What it surely missed. */
  misses: string[];
  /** Set if nothing but the source's buckets keeps it from being met or missed. */
  inside: InsideBucket | null;
}

export const LIVE_HOLD_GAPS = [
  "no-limit",
  /** No five minutes of the day are known without gaps. */
  "nothing-known",
  "never-met",
  /** What was held is above a throughput at which a target was surely missed on the same day. */
  "contradicted",
  "inside-bucket",
] as const;
export type LiveHoldGap = (typeof LIVE_HOLD_GAPS)[number];

type LiveMiss = Pick<LiveStretch, "from" | "throughput" | "misses">;

export type LiveHold = {
  /** Busier than what was held, and a finer bucket would say whether it was met. */
  inside: InsideBucket | null;
  /** The least busy stretch that surely missed a target. */
  missed: LiveMiss | null;
} & (
  | (LiveRange & {
      held: true;
      throughput: number;
      p99Ms: KnownRange | null;
      errorRate: number | null;
      /** The last one of the day, before or inside the stretch. */
      deploy: (LiveDeploy & { inside: boolean }) | null;
    })
  | { held: false; gap: LiveHoldGap }
);

/** A miss at this share of a throughput or less says that the service doesn't reliably hold it. */
const CONTRADICTS_SHARE = 0.9;

/**
 * The most that production itself held for the policy's time on one day: the busiest stretch that surely met every target,
 * found as for a run, unless the service surely missed one under clearly less load on the same day.
 */
export function findLiveHold(input: LiveStretchInput & { deploys: readonly LiveDeploy[] }): LiveHold {
  return liveHoldOf(judgeLiveStretches(input), input);
}

/** The strictest of each metric, of targets that are judged whatever the load and without a baseline. */
export function strictestLimits(targets: readonly Target[]): Target[] {
  const usable = targets.filter((target) => isLimit(target) && ofAllRequests(target));
  const kinds = Map.groupBy(
    usable,
    ({ metric, comparator }) => `${formatMetric(metric)} ${isCeiling(comparator)}`,
  );
  return [...kinds.values()].flatMap((same) => same.toSorted(strictestFirst).slice(0, 1));
}

/** Of equal ones, "<" before "<=", and a target that leaves room for chance before one that doesn't. */
function strictestFirst(a: Target, b: Target): number {
  const sign = isCeiling(a.comparator) ? 1 : -1;
  const isWide = ({ comparator }: Target) => Number(comparator.endsWith("="));
  return (
    sign * (shownThreshold(a) - shownThreshold(b)) ||
    isWide(a) - isWide(b) ||
    Number(a.asMeasured) - Number(b.asMeasured)
  );
}

function shownThreshold({ threshold }: Target): number {
  if (threshold.kind !== "absolute") return Infinity;
  return inShownUnit(threshold.value, threshold.unit) ?? threshold.value;
}

/** Each stretch of the range of which every step is known. A day can be judged in parts that overlap by a stretch. */
export function judgeLiveStretches(input: LiveStretchInput): LiveStretch[] {
  const { from, to, stepSeconds, holdSeconds, cells } = input;
  const length = Math.ceil(holdSeconds / stepSeconds);
  const stretches = stretchesOf(
    {
      points: cells.map(({ second, cell }) => ({ offsetSeconds: second, cell })),
      pointSeconds: stepSeconds,
      fromSeconds: from,
      toSeconds: to,
      absent: [],
    },
    length,
  );
  const isKnown = knownSteps(input);
  const judged: LiveStretch[] = [];
  let unknownAt = -1;
  for (let at = 0; at < isKnown.length; at++) {
    if (isKnown[at] !== true) unknownAt = at;
    const start = at - length + 1;
    if (start <= unknownAt || start < 0) continue;
    judged.push(judgeOne(from + start * stepSeconds, stretches.merged(start), input, length * stepSeconds));
  }
  return judged;
}

function knownSteps({ from, to, stepSeconds, cells, unknown }: LiveStretchInput): boolean[] {
  const known = Array.from({ length: Math.floor((to - from) / stepSeconds) }, () => false);
  const stepOf = (second: number) => Math.floor((second - from) / stepSeconds);
  for (const { second, cell } of cells)
    if (second >= from && second < to) known[stepOf(second)] = cell.requests > 0;
  for (const range of unknown)
    known.fill(
      false,
      Math.max(0, stepOf(range.from)),
      Math.max(0, Math.ceil((range.to - from) / stepSeconds)),
    );
  return known;
}

function judgeOne(
  from: number,
  cell: Cell,
  { targets, confidence }: LiveStretchInput,
  seconds: number,
): LiveStretch {
  const absent = absentOutcomes(cell);
  const verdicts = judgeStretch(targets, cell, seconds, { absent, ...AS_REPORTED, confidence });
  const missed = verdicts.filter(({ verdict }) => verdict === "missed");
  const unsure = verdicts.filter(({ verdict }) => verdict === "unsure");
  return {
    from,
    to: from + seconds,
    throughput: succeeded(cell, { absent }) / seconds,
    verdict: missed.length > 0 ? "missed" : unsure.length > 0 ? "unsure" : "met",
    p99Ms: p99Of(cell),
    errorRate: absent.length === 0 && cell.requests > 0 ? cell.errors / cell.requests : null,
    misses: missed.map(({ text }) => text),
    inside: missed.length === 0 ? insideBucket(cell, targets, unsure) : null,
  };
}

/** Live cells have the values that their source sent. */
const AS_REPORTED = { latencyResolutionMicros: 1, latencyRelativeError: 0 };

/** What live traffic doesn't say about which of its requests failed. */
export function absentOutcomes({
  requests,
  withoutOutcome = 0,
}: Pick<Cell, "requests" | "withoutOutcome">): AbsentFigure[] {
  if (withoutOutcome === 0) return [];
  return [withoutOutcome < requests ? "some-errors" : "errors"];
}

function p99Of(cell: Cell): KnownRange | null {
  const micros = quantileMicros(cell, 99);
  if (micros !== null) return { low: micros / 1_000, high: micros / 1_000 };
  const range = bucketRange(cell, 99);
  if (range === null) return null;
  return { low: range.lowMicros / 1_000, high: range.highMicros === null ? null : range.highMicros / 1_000 };
}

function insideBucket(
  cell: Cell,
  targets: readonly Target[],
  unsure: readonly TargetVerdict[],
): InsideBucket | null {
  if (!unsure.every(({ doubt }) => doubt?.code === "bound")) return null;
  for (const { text } of unsure) {
    const target = targets.find((one) => formatTarget(one) === text);
    if (target?.metric.kind !== "percentile" || target.threshold.kind !== "absolute") continue;
    const range = bucketRange(cell, target.metric.percent);
    if (range === null) continue;
    const { value, unit } = target.threshold;
    return {
      target: text,
      low: range.lowMicros / 1_000,
      high: range.highMicros === null ? null : range.highMicros / 1_000,
      addBound: joinUnit(decimal(value), unit),
    };
  }
  return null;
}

/** What the stretches of one day prove together. */
export function liveHoldOf(
  stretches: readonly LiveStretch[],
  { targets, deploys }: { targets: readonly Target[]; deploys: readonly LiveDeploy[] },
): LiveHold {
  if (targets.length === 0) return { held: false, gap: "no-limit", inside: null, missed: null };
  const missed = lowest(stretches.filter(({ verdict }) => verdict === "missed"));
  const isReliable = ({ throughput }: LiveStretch) =>
    missed === null || missed.throughput > CONTRADICTS_SHARE * throughput;
  const met = stretches.filter(({ verdict }) => verdict === "met");
  const best = busiest(met.filter(isReliable));
  const open = busiest(stretches.filter(({ inside }) => inside !== null).filter(isReliable));
  const inside = open !== null && open.throughput > (best?.throughput ?? 0) ? open.inside : null;
  const beside = { inside, missed: missed === null ? null : missOf(missed) };
  if (best === null) return { held: false, gap: gapOf(stretches, met, inside), ...beside };
  const { from, to, throughput, p99Ms, errorRate } = best;
  const deploy = deploys.findLast(({ second }) => second < to) ?? null;
  return {
    held: true,
    from,
    to,
    throughput,
    p99Ms,
    errorRate,
    deploy: deploy === null ? null : { ...deploy, inside: deploy.second >= from },
    ...beside,
  };
}

function gapOf(
  stretches: readonly LiveStretch[],
  met: readonly LiveStretch[],
  inside: InsideBucket | null,
): LiveHoldGap {
  if (stretches.length === 0) return "nothing-known";
  if (met.length > 0) return "contradicted";
  return inside === null ? "never-met" : "inside-bucket";
}

function missOf({ from, throughput, misses }: LiveStretch): LiveMiss {
  return { from, throughput, misses };
}

/** The earliest of equal ones. */
function busiest(stretches: readonly LiveStretch[]): LiveStretch | null {
  return stretches.reduce<LiveStretch | null>(
    (best, one) => (one.throughput > (best?.throughput ?? 0) ? one : best),
    null,
  );
}

function lowest(stretches: readonly LiveStretch[]): LiveStretch | null {
  return stretches.reduce<LiveStretch | null>(
    (least, one) => (one.throughput < (least?.throughput ?? Infinity) ? one : least),
    null,
  );
}
