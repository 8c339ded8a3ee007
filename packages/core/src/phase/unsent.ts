import { withoutGaps } from "./phase-batches.ts";
import type { PhasePoint, Span } from "./phase-point.ts";
import { medianOf } from "./phase-statistics.ts";

/** Requests that a stall held back: about so many were never sent. */
export interface Unsent {
  seconds: number;
  requests: number;
}

const LOOK_BACK_SECONDS = 30;
/** What was sent in a hole completes in this time after it, or in as long as the hole lasted. */
const CATCH_UP_SECONDS = 10;
/** With less than this missing, the load went on and only its answers were late. */
const MISSING_SHARE = 0.5;

/**
 * Where nothing succeeded for some seconds: about how many requests were never sent, because fewer completed in and after
 * the hole than usual. Null: they were sent and their answers came late or failed, or the run ends before that shows.
 */
export function unsentIn(points: readonly PhasePoint[], hole: Span): Unsent | null {
  const slices = withoutGaps(points);
  const seconds = stalledSeconds(slices, hole);
  const until = hole.toSeconds + Math.max(CATCH_UP_SECONDS, seconds);
  const end = slices.at(-1);
  if (end === undefined || end.offsetSeconds + end.stepSeconds < until) return null;
  const within = (from: number, to: number) =>
    slices.filter(({ offsetSeconds }) => offsetSeconds >= from && offsetSeconds < to);
  const rate = medianOf(
    within(hole.fromSeconds - LOOK_BACK_SECONDS, hole.fromSeconds).map(({ throughput }) => throughput),
  );
  const completed = within(hole.fromSeconds, until).reduce(
    (sum, { throughput, stepSeconds }) => sum + throughput * stepSeconds,
    0,
  );
  const missing = Math.round(rate * (until - hole.fromSeconds) - completed);
  const held = Math.min(missing, Math.round(rate * seconds));
  return held > 0 && held >= MISSING_SHARE * rate * seconds ? { seconds, requests: held } : null;
}

/** A hole is seen in whole slices; what waited in it for longest shows how long it was. */
function stalledSeconds(slices: readonly PhasePoint[], { fromSeconds, toSeconds }: Span): number {
  const next = slices.find(({ offsetSeconds }) => offsetSeconds >= toSeconds);
  const seen = toSeconds - fromSeconds;
  const waited = (next?.maxMicros ?? 0) / 1e6;
  return Math.min(Math.max(seen, waited), seen + 2 * (next?.stepSeconds ?? 0));
}
