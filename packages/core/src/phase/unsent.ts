import { withoutGaps } from "./phase-batches.ts";
import { MIN_HOLE_SECONDS, usersStay } from "./phase-outages.ts";
import type { PhasePoint, Span } from "./phase-point.ts";
import { medianOf } from "./phase-statistics.ts";

/** Requests that a stall held back: about so many were never sent. */
export interface Unsent {
  seconds: number;
  requests: number;
  /** It held back some of the users, and the others went on. */
  partial?: boolean;
}

/**
 * What a hole was. `stall`: what was in flight hung until its end, or failed. `end`: the same until the run ended. Null: nobody
 * was seen to wait, as in a pause of the load, or where the clock was set.
 */
export type HoleShape = "stall" | "end" | null;

const LOOK_BACK_SECONDS = 30;
/** What was sent in a hole completes in this time after it, or in as long as the hole lasted. */
const CATCH_UP_SECONDS = 10;
/** With less than this missing, the load went on and only its answers were late. */
const MISSING_SHARE = 0.5;
/** Of what was in flight before the hole, so much failed: it wasn't a few stragglers. */
const MOST = 0.5;
/** What waited for so much of a hole hung in it. */
const WAITED_SHARE = 0.5;

/**
 * Where nothing succeeded for some seconds: about how many requests were never sent, because fewer completed in and after
 * the hole than usual. Null: they were sent and their answers came late or failed, or the load ended as the hole began.
 */
export function unsentIn(points: readonly PhasePoint[], hole: Span): Unsent | null {
  const slices = withoutGaps(points);
  const seconds = stalledSeconds(slices, hole);
  const until = hole.toSeconds + Math.max(CATCH_UP_SECONDS, seconds);
  const loadUntil = Math.min(until, loadEnd(slices, hole));
  const { rate } = beforeHole(slices, hole);
  const expected = rate * (loadUntil - hole.fromSeconds);
  const missing = Math.round(expected - requestsIn(within(slices, hole.fromSeconds, until)));
  const most = rate * Math.min(seconds, loadUntil - hole.fromSeconds);
  const held = Math.min(missing, Math.round(most));
  return held > 0 && held >= MISSING_SHARE * most ? { seconds, requests: held } : null;
}

/** What the hole was, by who waited in it, and whether there was a load at all. */
export function shapeOfHole(points: readonly PhasePoint[], hole: Span): HoleShape {
  const slices = withoutGaps(points);
  if (loadEnd(slices, hole) <= hole.fromSeconds || !hasWaited(slices, hole)) return null;
  const goesOn = slices.some(
    ({ offsetSeconds, throughput }) => offsetSeconds >= hole.toSeconds && throughput > 0,
  );
  return goesOn ? "stall" : "end";
}

/** Something failed in the hole, or took as long as most of it. */
function hasWaited(slices: readonly PhasePoint[], { fromSeconds, toSeconds }: Span): boolean {
  if (within(slices, fromSeconds, toSeconds).some(({ throughput }) => throughput > 0)) return true;
  const next = slices.find(({ offsetSeconds }) => offsetSeconds >= toSeconds);
  return (next?.maxMicros ?? next?.p50Micros ?? 0) / 1e6 >= (toSeconds - fromSeconds) * WAITED_SHARE;
}

/** Until when there was load: until the last request was sent, or if most of what was in flight failed or all users stayed, for as long as it hung. */
function loadEnd(slices: readonly PhasePoint[], hole: Span): number {
  const sent = sentUntil(slices);
  if (sent - hole.fromSeconds >= MIN_HOLE_SECONDS) return sent;
  return mostFailed(slices, hole) || usersStay(slices, hole) ? hole.toSeconds : hole.fromSeconds;
}

/** The latest moment at which a request was surely sent. */
function sentUntil(slices: readonly PhasePoint[]): number {
  return slices.reduce((latest, { offsetSeconds, stepSeconds, throughput, minMicros, p50Micros }) => {
    const fastest = minMicros ?? p50Micros;
    if (throughput <= 0 || fastest === null) return latest;
    return Math.max(latest, offsetSeconds + stepSeconds - fastest / 1e6);
  }, -Infinity);
}

function mostFailed(slices: readonly PhasePoint[], hole: Span): boolean {
  const { rate, p50Seconds } = beforeHole(slices, hole);
  const failed = requestsIn(within(slices, hole.fromSeconds, hole.toSeconds));
  return failed > 0 && failed >= MOST * rate * p50Seconds;
}

function beforeHole(slices: readonly PhasePoint[], { fromSeconds }: Span) {
  const before = within(slices, fromSeconds - LOOK_BACK_SECONDS, fromSeconds);
  return {
    rate: medianOf(before.map(({ throughput }) => throughput)),
    p50Seconds: medianOf(before.flatMap(({ p50Micros }) => p50Micros ?? [])) / 1e6,
  };
}

function within(slices: readonly PhasePoint[], from: number, to: number): PhasePoint[] {
  return slices.filter(({ offsetSeconds }) => offsetSeconds >= from && offsetSeconds < to);
}

function requestsIn(slices: readonly PhasePoint[]): number {
  return slices.reduce((sum, { throughput, stepSeconds }) => sum + throughput * stepSeconds, 0);
}

/** A hole is seen in whole slices; what waited in it for longest shows how long it was. */
function stalledSeconds(slices: readonly PhasePoint[], { fromSeconds, toSeconds }: Span): number {
  const next = slices.find(({ offsetSeconds }) => offsetSeconds >= toSeconds);
  const seen = toSeconds - fromSeconds;
  const waited = (next?.maxMicros ?? 0) / 1e6;
  return Math.min(Math.max(seen, waited), seen + 2 * (next?.stepSeconds ?? 0));
}
