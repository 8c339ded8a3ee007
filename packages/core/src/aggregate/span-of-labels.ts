import type { RunSpan } from "../cell/run-totals.ts";
import type { LabelState } from "./label-register.ts";

/** From the first start to the last completion of a run's requests, or of whatever else it has; null: nothing has a time. */
export function spanOf(all: LabelState, used: readonly LabelState[], originMicros: number): RunSpan | null {
  const requests = used.filter(({ kind }) => kind === "request");
  const timed = [all, ...(requests.length > 0 || all.requests > 0 ? requests : used)].filter(
    ({ firstStartMicros }) => Number.isFinite(firstStartMicros),
  );
  if (timed.length === 0) return null;
  return {
    originMicros,
    firstStartMicros: timed.reduce((first, state) => Math.min(first, state.firstStartMicros), Infinity),
    lastCompletionMicros: timed.reduce(
      (last, state) => Math.max(last, state.lastCompletionMicros),
      -Infinity,
    ),
  };
}
