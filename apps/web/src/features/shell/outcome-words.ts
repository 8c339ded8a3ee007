import { formatCount } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";

/** What is said of a service or an experiment by its name: "Checkout holds." */
export const OUTCOME_SAYS: Record<OutcomeState, string> = {
  misses: "does not hold",
  regressed: "regressed",
  unsure: "is unsure",
  holds: "holds",
  "no-change": "shows no change",
  "not-judged": "isn't judged",
  pending: "is being judged",
  open: "has no results yet",
};

/** "1 of 3 services holds." and of the others "1 misses, 1 regressed." */
export function countedOutcomes(
  counts: Record<OutcomeState, number>,
  all: string,
): { lead: string; rest: string } {
  const { holds, misses } = counts;
  const others = [
    counted(misses, misses === 1 ? "misses" : "miss"),
    counted(counts.regressed, "regressed"),
    counted(counts.unsure, "unsure"),
    counted(counts["no-change"], "unchanged"),
    counted(counts["not-judged"], "not judged"),
    counted(counts.pending, "being judged"),
    counted(counts.open, "without results"),
  ].filter((part) => part !== "");
  return {
    lead: `${formatCount(holds)} of ${all} ${holds === 1 ? "holds" : "hold"}.`,
    rest: others.length === 0 ? "" : `${others.join(", ")}.`,
  };
}

function counted(count: number, words: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${words}`;
}
