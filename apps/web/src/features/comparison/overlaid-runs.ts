import type { RunComparison } from "@headroom/contract";
import type { RunCard } from "./prepare-runs.ts";

/** The runs that have something over time, and words for the others. */
export function overlaidRuns({ runs }: RunComparison, cards: readonly RunCard[]) {
  const drawn = cards.filter((_, at) => runs[at]?.hasTimeline ?? false);
  return { drawn, words: wordsFor(cards, drawn) };
}

function wordsFor(cards: readonly RunCard[], drawn: readonly RunCard[]): string {
  const left = cards.filter((card) => !drawn.includes(card)).map(({ letter }) => letter);
  if (left.length === 0 || drawn.length === 0) return "Each run begins at 0:00";
  return left.length === 1 ? `${left[0]} has only totals` : `${left.join(", ")} have only totals`;
}
