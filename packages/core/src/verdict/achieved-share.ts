import { ENDED_EARLY_SHARE } from "../policy.ts";

/** The load that an experiment defines. */
export interface ExpectedLoad {
  durationSeconds: number | null;
  ratePerGenerator: number | null;
  generators: number | null;
}

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
 * Completed divided by expected requests, in the judged window; null if the experiment doesn't say what to expect. Of a run
 * that ended early, what it didn't send counts, too: its rate alone would say that it had done all that it should.
 */
export function achievedShare(
  { durationSeconds, ratePerGenerator, generators }: ExpectedLoad,
  { requests, steadySeconds, whole }: SentRequests,
): number | null {
  if (durationSeconds === null || ratePerGenerator === null || generators === null) return null;
  const rate = ratePerGenerator * generators;
  const shareOf = (sent: number | null, seconds: number) =>
    sent !== null && rate * seconds > 0 ? sent / (rate * seconds) : null;
  const judged = shareOf(requests, steadySeconds ?? durationSeconds);
  const endedEarly = whole.seconds !== null && whole.seconds < ENDED_EARLY_SHARE * durationSeconds;
  const all = endedEarly ? shareOf(whole.requests, durationSeconds) : null;
  return judged === null || all === null ? judged : Math.min(judged, all);
}
