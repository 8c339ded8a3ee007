/** Ready: nothing speaks against it. */
export type ReadinessVerdict = "ready" | "at-risk" | "not-ready";

export interface ReadinessRule {
  level: Exclude<ReadinessVerdict, "ready">;
  /** As the page lists it. */
  words: string;
}

/**
 * The written rules of a readiness report. A peak day is as ready as the worst rule that applies to it; with none, it is
 * ready.
 */
export const READINESS_RULES = {
  "no-experiment": { level: "not-ready", words: "No experiment represents the peak." },
  "no-proof": {
    level: "not-ready",
    words: "An experiment that represents the peak has no proof, and nobody has accepted that risk.",
  },
  outdated: { level: "not-ready", words: "A proof is older than the workspace allows." },
  "no-expected-peak": { level: "not-ready", words: "Nobody has said how high the peak will be." },
  short: {
    level: "not-ready",
    words: "The tested capacity is below the expected peak times the required factor.",
  },
  "ends-before": { level: "at-risk", words: "A proof ends before the peak day is over." },
  "risk-ends-before": {
    level: "at-risk",
    words: "An accepted risk that the capacity depends on ends before the peak day is over.",
  },
  missed: {
    level: "at-risk",
    words:
      "The newest run of an experiment that represents the peak missed a target, and nobody has accepted it.",
  },
  removed: {
    level: "at-risk",
    words:
      "An experiment that represented the peak was removed while what its runs showed counted, and nobody has accepted that.",
  },
  unsure: {
    level: "at-risk",
    words:
      "The newest run of an experiment that represents the peak doesn't show whether it meets its targets.",
  },
  collapsed: {
    level: "at-risk",
    words:
      "A proof, or the newest run of an experiment that represents the peak, held its load and collapsed afterwards.",
  },
  unmerged: {
    level: "at-risk",
    words: "A proof is from a branch that isn't the default one.",
  },
  elsewhere: {
    level: "at-risk",
    words: "A proof is from another environment than the peak.",
  },
  unlike: {
    level: "at-risk",
    words: "The only experiment that represents the peak was not like live traffic.",
  },
  deploys: { level: "at-risk", words: "More has been deployed since a proof than the workspace allows." },
  "contradicted-peak": {
    level: "at-risk",
    words: "The expected peak is below what an earlier peak day and the expected growth come to.",
  },
  "simulated-peak": {
    level: "at-risk",
    words: "The expected peak comes from an earlier day whose traffic was simulated.",
  },
  overdue: { level: "at-risk", words: "An open action is overdue." },
} as const satisfies Record<string, ReadinessRule>;
export type ReadinessRuleCode = keyof typeof READINESS_RULES;
