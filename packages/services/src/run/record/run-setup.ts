import { expectedRequests, isOtherLoad } from "@headroom/core";
import type { RunSetup } from "@headroom/contract";
import type { ExperimentModel, RunModel } from "@headroom/db";
import { configurationOf } from "./metadata.ts";
import { workloadOf, workloadOfRun } from "./workload.ts";

/** What was running for a run and what it was meant to send, as the API returns it. */
export function setupOf({ run, experiment }: { run: RunModel; experiment: ExperimentModel }): RunSetup {
  const [load, defined] = [workloadOfRun(run, experiment), workloadOf(experiment)];
  const { durationSeconds, ratePerGenerator, generators, threadsPerGenerator } = load;
  const stated = { durationSeconds, ratePerGenerator, generators, threadsPerGenerator };
  return {
    configuration: configurationOf(run),
    changed: run.changed,
    load: { ...stated, expectedRequests: expectedRequests(load), isOther: isOtherLoad(load, defined) },
  };
}
