import { DAY_SECONDS, firstSecondOf } from "@headroom/core";
import type { RunModel } from "@headroom/db";

/** A stretch of a run in seconds from its origin: from inclusive to exclusive. */
export interface SecondsSpan {
  fromSeconds: number;
  toSeconds: number;
}

/** Longer than any run, in both directions. */
const EVER_SECONDS = 366 * DAY_SECONDS;

/** Where the gauges of a run are looked for: in the run, or anywhere if its file doesn't say how long it was. */
export function gaugeSpanOf(run: RunModel): SecondsSpan | null {
  const span = runSpanOf(run);
  if (span === null || knownSpanOf(run) !== null) return span;
  return { fromSeconds: -EVER_SECONDS, toSeconds: EVER_SECONDS };
}

/** Null: the run's file doesn't say how long it was, or nothing of it has ended yet. */
export function knownSpanOf(run: RunModel): SecondsSpan | null {
  return run.startedAt?.getTime() === run.endedAt?.getTime() ? null : runSpanOf(run);
}

/** The whole seconds that a run touches; null for a run without times. */
export function runSpanOf({ origin, startedAt, endedAt }: RunModel): SecondsSpan | null {
  if (origin === null || startedAt === null || endedAt === null) return null;
  const seconds = (at: Date) => Math.floor((at.getTime() - origin.getTime()) / 1_000);
  return { fromSeconds: firstSecondOf(seconds(startedAt)), toSeconds: seconds(endedAt) + 1 };
}
