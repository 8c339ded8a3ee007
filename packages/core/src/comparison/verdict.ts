/**
 * What a comparison may say of a figure. `differs`: these two runs are not alike, and one run a side cannot tell
 * whether the system changed or its runs scatter.
 */
export const COMPARISON_VERDICTS = [
  "improved",
  "regressed",
  "no-detectable-change",
  "differs",
  "not-comparable",
] as const;
export type ComparisonVerdict = (typeof COMPARISON_VERDICTS)[number];
