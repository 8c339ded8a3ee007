export type {
  ComparedMetric,
  JudgedTarget,
  PairEvidence,
  PoolEvidence,
  ReferenceEvidence,
  RunEvidence,
  TrendEvidence,
} from "./evidence.ts";
export { findingBrief, headlineWords } from "./headline.ts";
export { judgePair, judgeRun } from "./judge.ts";
export * from "./judgement.ts";
export * from "./level-change.ts";
export { makeFinding } from "./make-finding.ts";
export * from "./pool.ts";
export { MIN_EARLIER_RUNS, worseningOf } from "./pair-findings.ts";
export {
  roundsChanges,
  roundsContradictions,
  type RoundRun,
  type RoundsExperiment,
} from "./rounds-changes.ts";
export * from "./next-step.ts";
export * from "./reason.ts";
export { SAME_SAMPLES } from "./reference-sentences.ts";
export * from "./unsure-reason.ts";
export * from "./group-outcomes.ts";
export * from "./words.ts";
