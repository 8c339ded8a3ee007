import type { RunModel } from "@headroom/db";

/** A stretch of a run in seconds from its origin: from inclusive to exclusive. */
export interface SecondsSpan {
  fromSeconds: number;
  toSeconds: number;
}

/** The whole seconds that a run touches; null for a run without times. */
export function runSpanOf({ origin, startedAt, endedAt }: RunModel): SecondsSpan | null {
  if (origin === null || startedAt === null || endedAt === null) return null;
  const seconds = (at: Date) => Math.floor((at.getTime() - origin.getTime()) / 1_000);
  return { fromSeconds: Math.min(0, seconds(startedAt)), toSeconds: seconds(endedAt) + 1 };
}
