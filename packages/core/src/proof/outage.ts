import { OUTAGE_ERROR_SHARE, OUTAGE_TIME_SHARE } from "../policy.ts";
import type { ReasonOf } from "../sentences.ts";

/** Why a run was an outage. */
export const OUTAGE_SENTENCES = {
  "most-failed": ({ errorRate }: { errorRate: number }) =>
    `It was an outage: ${Math.floor(errorRate * 1_000) / 10}% of its requests failed.`,
  "none-succeeded": ({ seconds, ofSeconds }: { seconds: number; ofSeconds: number }) =>
    `It had an outage: no request succeeded for ${Math.round(seconds)} of ${Math.round(ofSeconds)} s.`,
};

/** Why a run was an outage, which proves nothing about the service; null: it wasn't. */
export function outageOf(run: {
  durationSeconds: number | null;
  /** Null: not known. */
  errorRate: number | null;
  /** Stretches in which no request succeeded. */
  holes: readonly { from: string; to: string }[];
}): ReasonOf<typeof OUTAGE_SENTENCES> | null {
  const { durationSeconds: ofSeconds, errorRate, holes } = run;
  if (errorRate !== null && errorRate >= OUTAGE_ERROR_SHARE) return { code: "most-failed", errorRate };
  const seconds = holes.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 1_000, 0);
  if (ofSeconds === null || seconds === 0 || seconds < ofSeconds * OUTAGE_TIME_SHARE) return null;
  return { code: "none-succeeded", seconds, ofSeconds };
}
