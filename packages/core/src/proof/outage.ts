import { OUTAGE_ERROR_SHARE, OUTAGE_TIME_SHARE } from "../policy.ts";

/** In one sentence why a run was an outage, which proves nothing about the service; null: it wasn't. */
export function outageOf(run: {
  durationSeconds: number | null;
  /** Null: not known. */
  errorRate: number | null;
  /** Stretches in which no request succeeded. */
  holes: readonly { from: string; to: string }[];
}): string | null {
  const { durationSeconds, errorRate, holes } = run;
  if (errorRate !== null && errorRate >= OUTAGE_ERROR_SHARE)
    return `It was an outage: ${Math.floor(errorRate * 1_000) / 10}% of its requests failed.`;
  const lostSeconds = holes.reduce(
    (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 1_000,
    0,
  );
  if (durationSeconds === null || lostSeconds === 0 || lostSeconds < durationSeconds * OUTAGE_TIME_SHARE)
    return null;
  return `It had an outage: no request succeeded for ${Math.round(lostSeconds)} of ${Math.round(durationSeconds)} s.`;
}
