export { besideFace } from "./beside-face.ts";
export { bucketNoise } from "./bucket-noise.ts";
export * from "./change.ts";
export {
  comparedFigure,
  figureText,
  figureWithUnit,
  printedChange,
  printedFigures,
  printedInterval,
  printedLevels,
} from "./printed-change.ts";
export { achievedWords } from "./difference-sentences.ts";
export * from "./fingerprint.ts";
export { atMixOf, type LabelledRun } from "./label-mix.ts";
export { usualRange, type ChangeReason, type UsualChange } from "./change-sentences.ts";
export * from "./level.ts";
export { achievedOfOffered, offeredLoad, shapeOfRest } from "./offered-load.ts";
export { compareRamps, type ComparedRamp, type RampChange, type RampPair } from "./compared-ramps.ts";
export { heldText, kneesText, rampWords } from "./ramp-sentences.ts";
export { pooledFigure } from "./pooled-figure.ts";
export { type AbsentFrom, type AbsentLabel, type LostLabel, lostLabels } from "./lost-labels.ts";
export { comparedName, comparisonCrumb, comparisonTitle, isOneExperiment } from "./run-name.ts";
export { record, resampleRun, RESAMPLES, type RunNoise } from "./resample-run.ts";
export { type NamedLabel, type RenamedLabel, renamedLabels } from "./renamed-labels.ts";
export { MAX_POOLED_RUNS, type EarlierRun, type SidesInput, type Usual, type UsualDay } from "./sides.ts";
export * from "./sliced-run.ts";
export {
  hasTooFew,
  screenLabels,
  SCREENED_FIGURES,
  type KnownLabel,
  type ScreenedTotals,
  type ScreenedFigure,
} from "./screen-labels.ts";
export {
  compareFamily,
  CONFIDENCE,
  FALSE_DISCOVERY_RATE,
  type FamilyAmong,
  type MetricStatistic,
} from "./statistics.ts";
export { RELEVANT_SHARE } from "./test-family.ts";
export { withShown } from "./shown-figures.ts";
export { toldNoise } from "./told-noise.ts";
export { worstComparison } from "./statistics-verdict.ts";
export { movedMore } from "./usual.ts";
export * from "./verdict.ts";
