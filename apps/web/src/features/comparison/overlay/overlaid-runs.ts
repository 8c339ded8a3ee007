import type { RunComparison } from "@headroom/contract";
import { capital, namesOf } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

/** The runs that have something over time, and words for the others. */
export function overlaidRuns({ runs }: RunComparison, cards: readonly RunCard[]) {
  const drawn = cards.filter((_, at) => runs[at]?.hasTimeline ?? false);
  return { drawn, words: wordsFor(cards, drawn) };
}

function wordsFor(cards: readonly RunCard[], drawn: readonly RunCard[]): string {
  const left = cards.filter((card) => !drawn.includes(card));
  if (left.length === 0 || drawn.length === 0) return "Each run begins at 0:00";
  return `${capital(namesOf(left))} ${left.length === 1 ? "has" : "have"} only totals`;
}
