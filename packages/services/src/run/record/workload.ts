import type { ExperimentModel } from "@headroom/db";

/** What a run was meant to send; null if the experiment doesn't say. */
export interface Workload {
  requestSet: string | null;
  distinctRequests: number | null;
  durationSeconds: number | null;
  ratePerGenerator: number | null;
  generators: number | null;
  threadsPerGenerator: number | null;
}

/** The workload that an experiment defines. */
export function workloadOf(experiment: ExperimentModel): Workload {
  const { requestSet, distinctRequests, durationSeconds, ratePerGenerator, generators, threadsPerGenerator } =
    experiment;
  return {
    requestSet,
    distinctRequests: distinctRequests === null ? null : Number(distinctRequests),
    durationSeconds,
    ratePerGenerator,
    generators,
    threadsPerGenerator,
  };
}
