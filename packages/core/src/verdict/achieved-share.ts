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
}

/** Completed divided by expected requests, in the judged window; null if the experiment doesn't say what to expect. */
export function achievedShare(
  { durationSeconds, ratePerGenerator, generators }: ExpectedLoad,
  { requests, steadySeconds }: SentRequests,
): number | null {
  if (durationSeconds === null || ratePerGenerator === null || generators === null) return null;
  const expected = ratePerGenerator * generators * (steadySeconds ?? durationSeconds);
  return requests !== null && expected > 0 ? requests / expected : null;
}
