import { compareFamily, resampleRun } from "@headroom/core";
import type { FamilyAmong, MetricStatistic, RunNoise, SidesInput, SlicedRun } from "@headroom/core";

/** Where the work happens: in this thread, or in one that serves no requests. */
export interface ComparisonEngine {
  readonly resamples: number;
  resample(run: SlicedRun): Promise<RunNoise>;
  /** `rate`: which share of what it finds may be false. */
  compare(family: readonly SidesInput[], rate: number, among?: FamilyAmong): Promise<MetricStatistic[][]>;
}

/** For a pair of runs without labels: a few hundredths of a second. */
export function engineHere(resamples: number): ComparisonEngine {
  return {
    resamples,
    resample: async (run) => resampleRun(run, resamples),
    compare: async (family, rate, among) => compareFamily(family, rate, among),
  };
}
