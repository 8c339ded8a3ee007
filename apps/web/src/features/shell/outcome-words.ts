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
