import type { OutcomeState } from "@headroom/ui";

/** What is said of a service or an experiment by its name: "Checkout holds." */
export const OUTCOME_SAYS: Record<OutcomeState, string> = {
  misses: "misses its targets",
  regressed: "regressed",
  unsure: "is unsure",
  holds: "holds",
  "no-change": "shows no change",
  "not-judged": "isn't judged",
  pending: "is being judged",
  open: "has no results yet",
};

/** The same of several together: "2 miss their targets". */
export const GROUP_SAYS: Record<OutcomeState, (count: number) => string> = {
  misses: (count) => (count === 1 ? "misses its targets" : "miss their targets"),
  regressed: () => "regressed",
  unsure: (count) => (count === 1 ? "is unsure" : "are unsure"),
  holds: (count) => (count === 1 ? "holds" : "hold"),
  "no-change": (count) => (count === 1 ? "shows no change" : "show no change"),
  "not-judged": (count) => (count === 1 ? "isn't judged" : "aren't judged"),
  pending: (count) => (count === 1 ? "is being judged" : "are being judged"),
  open: (count) => (count === 1 ? "has no results yet" : "have no results yet"),
};
