export * from "./change.ts";
export * from "./fingerprint.ts";
export { RESAMPLES, resampleRun, type RunNoise } from "./resample-run.ts";
export * from "./sliced-run.ts";
export {
  compareFamily,
  CONFIDENCE,
  FALSE_DISCOVERY_RATE,
  RELEVANT_SHARE,
  type EarlierRun,
  type MetricStatistic,
  type SidesInput,
} from "./statistics.ts";
export { toldNoise } from "./told-noise.ts";
export { worstComparison } from "./statistics-verdict.ts";
export * from "./verdict.ts";
