import type { FamilyAmong, MetricStatistic, RunNoise, SidesInput, SlicedRun } from "@headroom/core";

export type ToComparisonWorker =
  | { job: number; kind: "resample"; run: SlicedRun; resamples: number }
  | {
      job: number;
      kind: "compare";
      family: readonly SidesInput[];
      rate: number;
      among: FamilyAmong | undefined;
    };

export type FromComparisonWorker =
  | { job: number; kind: "noise"; noise: RunNoise }
  | { job: number; kind: "statistics"; statistics: MetricStatistic[][] }
  | { job: number; kind: "failed"; message: string };
