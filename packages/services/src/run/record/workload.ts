import { loadOfRun } from "@headroom/core";
import type { RunLoad, StatedLoad } from "@headroom/core";
import type { ExperimentModel } from "@headroom/db";

/** What a run is meant to send; null if nobody says. */
export interface Workload extends RunLoad {
  requestSet: string | null;
  distinctRequests: number | null;
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

/** The columns of what is said about the load of one run. */
export const STATED_LOAD = {
  plannedSeconds: true,
  ratePerGenerator: true,
  generators: true,
  threadsPerGenerator: true,
} as const satisfies Record<keyof StatedLoad, true>;

export function statedLoadOf(run: StatedLoad): StatedLoad {
  const { plannedSeconds, ratePerGenerator, generators, threadsPerGenerator } = run;
  return { plannedSeconds, ratePerGenerator, generators, threadsPerGenerator };
}

/** That of one run: its own load, where somebody says one. */
export function workloadOfRun(run: StatedLoad, experiment: ExperimentModel): Workload {
  const defined = workloadOf(experiment);
  return { ...defined, ...loadOfRun(run, defined) };
}
