import type { RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import { ownLatency } from "./size-words.ts";
import type { RunCard } from "./prepare-runs.ts";

/** The run that a pair is about; null: more runs are compared. */
export function secondOf(cards: readonly RunCard[]): RunCard | null {
  const [second, ...more] = cards.filter(({ isReference }) => !isReference);
  return more.length > 0 ? null : (second ?? null);
}

/** The latency that the second run's own target is about; of more runs, the first one's. */
export function ownOf({ runs }: RunComparison, cards: readonly RunCard[]): FigureId {
  const second = secondOf(cards);
  const run = second === null ? runs[0] : runs[cards.indexOf(second)];
  return run === undefined ? "p99" : ownLatency(run);
}
