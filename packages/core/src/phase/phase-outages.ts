import type { PhasePoint, Span } from "./phase-point.ts";
import { medianOf } from "./phase-statistics.ts";

/** A hole is at least so long, and at the rate before it at least so many requests would have completed in it. */
export const MIN_HOLE_SECONDS = 3;
export const MIN_MISSING = 20;
const LOOK_BACK_SECONDS = 30;
/** So many failed requests more than usual, in a row, are an outage. */
const EXCESS_ERRORS = 6;
const TENTHS = 10;
/** So many requests that hang, of those in flight, are no mere stragglers. */
const MIN_HUNG = 3;
const HUNG_SHARE = 0.1;
const MUCH_LONGER = 2;
const MOSTLY = 0.9;

/**
 * Stretches of several seconds in which no request succeeded, although they had before: whatever the service was asked
 * for hung or failed, or was never sent.
 */
export function findHoles(slices: readonly PhasePoint[]): Span[] {
  const holes: Span[] = [];
  for (let at = 0; at < slices.length; at++) {
    const first = slices[at];
    if (first === undefined || !isBarren(first)) continue;
    let next = at;
    while (next < slices.length && isBarren(slices[next])) next++;
    const toSeconds = endOf(slices, at, next);
    const hole = { fromSeconds: first.offsetSeconds, toSeconds };
    if (isHole(hole, slices.slice(0, at))) holes.push(hole);
    at = next;
  }
  return holes;
}

function isBarren(slice: PhasePoint | undefined): boolean {
  return slice !== undefined && slice.throughput - (slice.errors ?? 0) < 1e-9;
}

/** At the end of the run it lasts for as long as something failed: behind that, the load had ended. */
function endOf(slices: readonly PhasePoint[], from: number, next: number): number {
  const after = slices[next];
  if (after !== undefined) return after.offsetSeconds;
  const last = slices.slice(from).findLast(({ throughput }) => throughput > 0);
  return last === undefined ? -Infinity : last.offsetSeconds + last.stepSeconds;
}

function isHole({ fromSeconds, toSeconds }: Span, before: readonly PhasePoint[]): boolean {
  const near = before.filter(({ offsetSeconds }) => offsetSeconds >= fromSeconds - LOOK_BACK_SECONDS);
  const first = near[0];
  if (first === undefined || toSeconds - fromSeconds < MIN_HOLE_SECONDS) return false;
  const succeeded = requestsIn(near) - errorsIn(near);
  const rate = succeeded / (fromSeconds - first.offsetSeconds);
  return succeeded >= MIN_MISSING && rate * (toSeconds - fromSeconds) >= MIN_MISSING;
}

/**
 * How many slices at the end only hold answers to requests that were sent before them: the load had ended. Null where
 * they hang or fail, which is no cool-down.
 */
export function drainOf(slices: readonly PhasePoint[]): number {
  let [drain, lastSent] = [0, -Infinity];
  for (let at = slices.length - 1; at > 0; at--) {
    const { offsetSeconds, stepSeconds, throughput, minMicros, p50Micros } = slices[at] ?? NOTHING;
    // Buckets don't say how long the fastest took, so it may have been sent in the same slice.
    const fastest = minMicros ?? p50Micros ?? (throughput > 0 ? 0 : null);
    if (fastest !== null) lastSent = Math.max(lastSent, offsetSeconds + stepSeconds - fastest / 1e6);
    if (lastSent <= offsetSeconds) drain = slices.length - at;
  }
  const [before, after] = [slices.slice(0, slices.length - drain), slices.slice(slices.length - drain)];
  const isDown =
    failsInExcess(after, usualErrorShare(slices)) || hangs(before, after) || diesIn(slices, drain);
  return isDown ? 0 : drain;
}

/** Nothing succeeded in it any more, though the users were still there: few of those that hang end before the file does. */
function diesIn(slices: readonly PhasePoint[], drain: number): boolean {
  const from = slices[slices.length - drain]?.offsetSeconds ?? Infinity;
  return findHoles(slices).some((hole) => hole.fromSeconds >= from && usersStay(slices, hole));
}

/** Of the users before it. Those whose load has ended leave. */
const STAYED = 0.5;

/** Whether the users were still there when the last request in a hole failed. */
export function usersStay(slices: readonly PhasePoint[], { fromSeconds, toSeconds }: Span): boolean {
  const before = slices.filter(
    ({ offsetSeconds }) => offsetSeconds >= fromSeconds - LOOK_BACK_SECONDS && offsetSeconds < fromSeconds,
  );
  const last = slices.findLast(
    ({ offsetSeconds, throughput }) =>
      offsetSeconds >= fromSeconds && offsetSeconds < toSeconds && throughput > 0,
  );
  const usual = medianOf(before.flatMap(({ users }) => users ?? []));
  return usual > 0 && (last?.users ?? 0) > usual * STAYED;
}

const NOTHING: PhasePoint = { offsetSeconds: 0, stepSeconds: 1, throughput: 0, p50Micros: null };

function failsInExcess(slices: readonly PhasePoint[], usual: number): boolean {
  return errorsIn(slices) - 2 * usual * requestsIn(slices) >= EXCESS_ERRORS;
}

/** They took much longer than the slow requests while the load was there, and are many of those that were in flight. */
function hangs(before: readonly PhasePoint[], drain: readonly PhasePoint[]): boolean {
  const busy = before.filter(({ throughput }) => throughput > 0);
  const longest = busy
    .map(({ maxMicros, p50Micros }) => maxMicros ?? p50Micros ?? 0)
    .toSorted((a, b) => a - b);
  const slow = (longest[Math.floor(longest.length * MOSTLY)] ?? 0) * MUCH_LONGER;
  const hung = requestsIn(drain.filter(({ p50Micros }) => (p50Micros ?? 0) > slow));
  const perSecond = medianOf(busy.map(({ throughput }) => throughput));
  const inFlight = (perSecond * medianOf(busy.map(({ p50Micros }) => p50Micros ?? 0))) / 1e6;
  return hung >= MIN_HUNG && hung >= inFlight * HUNG_SHARE;
}

function requestsIn(slices: readonly PhasePoint[]): number {
  return slices.reduce((sum, { throughput, stepSeconds }) => sum + throughput * stepSeconds, 0);
}

/** Where the steady phase has to begin at the latest and to end at the earliest: nothing that failed is cut. */
export function limitsOf(slices: readonly PhasePoint[], holes: readonly Span[]): Span {
  const failing = failingSpan(slices);
  const down = failing === null ? holes : [...holes, failing];
  return {
    fromSeconds: Math.min(Infinity, ...down.map(({ fromSeconds }) => fromSeconds)),
    toSeconds: Math.max(-Infinity, ...down.map(({ toSeconds }) => toSeconds)),
  };
}

/** From the start of the first failure beyond the usual rate to the end of the last. */
function failingSpan(slices: readonly PhasePoint[]): Span | null {
  const usual = usualErrorShare(slices);
  const first = firstExcess(slices, usual);
  const last = firstExcess(slices.toReversed(), usual);
  if (first === null || last === null) return null;
  return {
    // What fails after ten seconds was sent ten seconds before.
    fromSeconds: first.offsetSeconds - (first.maxMicros ?? 0) / 1e6,
    toSeconds: last.offsetSeconds + last.stepSeconds,
  };
}

/** The lower quartile of ten parts, or half of the whole if that is more: an outage in the run doesn't raise it much. */
function usualErrorShare(slices: readonly PhasePoint[]): number {
  const part = Math.ceil(slices.length / TENTHS);
  const shares: number[] = [];
  for (let at = 0; at < slices.length; at += part) shares.push(errorShareOf(slices.slice(at, at + part)));
  const quartile = shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 4)] ?? 0;
  return Math.max(quartile, errorShareOf(slices) / 2);
}

function errorShareOf(slices: readonly PhasePoint[]): number {
  const requests = requestsIn(slices);
  return requests === 0 ? 0 : errorsIn(slices) / requests;
}

function errorsIn(slices: readonly PhasePoint[]): number {
  return slices.reduce((sum, { errors, stepSeconds }) => sum + (errors ?? 0) * stepSeconds, 0);
}

/** The slice in which errors begin to add up beyond twice their usual rate (a one-sided CUSUM). */
function firstExcess(slices: readonly PhasePoint[], usual: number): PhasePoint | null {
  let excess = 0;
  let since: PhasePoint | null = null;
  for (const slice of slices) {
    excess += errorsIn([slice]) - 2 * usual * requestsIn([slice]);
    if (excess <= 0) [excess, since] = [0, null];
    else since ??= slice;
    if (excess >= EXCESS_ERRORS && since !== null) return since;
  }
  return null;
}
