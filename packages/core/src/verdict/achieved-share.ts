import { ENDED_EARLY_SHARE } from "../policy.ts";
import { expectedRate } from "./run-load.ts";
import type { RunLoad } from "./run-load.ts";

export type ExpectedLoad = Omit<RunLoad, "threadsPerGenerator">;

/** In the steady phase the rate counts; over a whole run, what its duration should have brought. */
export interface SentRequests {
  /** Null: the source doesn't count them. */
  requests: number | null;
  /** Of the steady phase; null: the whole run. */
  steadySeconds: number | null;
  /** Of all of it, with warm-up and cool-down. */
  whole: { requests: number | null; seconds: number | null };
}

/**
 * Completed divided by expected requests, in the judged window; null if nobody says what to expect. Of a run
 * that ended early, what it didn't send counts, too: its rate alone would say that it had done all that it should.
 */
export function achievedShare(
  load: ExpectedLoad,
  { requests, steadySeconds, whole }: SentRequests,
): number | null {
  const { durationSeconds } = load;
  const rate = expectedRate(load);
  if (durationSeconds === null || rate === null) return null;
  const shareOf = (sent: number | null, seconds: number) =>
    sent !== null && rate * seconds > 0 ? sent / (rate * seconds) : null;
  const judged = shareOf(requests, steadySeconds ?? durationSeconds);
  const endedEarly = whole.seconds !== null && whole.seconds < ENDED_EARLY_SHARE * durationSeconds;
  const all = endedEarly ? shareOf(whole.requests, durationSeconds) : null;
  return judged === null || all === null ? judged : Math.min(judged, all);
}
