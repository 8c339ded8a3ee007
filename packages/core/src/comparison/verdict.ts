import type { ChangeReason } from "./change-sentences.ts";

/**
 * What a comparison can say about a metric. `differs`: these two runs differ, and one run on each side can't show
 * whether the system changed or its runs scatter. `not-tested`: a value or its noise is unknown. `not-comparable`: how
 * the runs differ rules a comparison out.
 */
export const COMPARISON_VERDICTS = [
  "improved",
  "regressed",
  "no-detectable-change",
  "differs",
  "not-tested",
  "not-comparable",
] as const;
export type ComparisonVerdict = (typeof COMPARISON_VERDICTS)[number];

/** A verdict, and why. */
export interface Concluded {
  verdict: ComparisonVerdict;
  reasons: ChangeReason[];
}
