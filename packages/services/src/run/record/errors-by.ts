import type { ErrorsBy } from "@headroom/core";
import type { ExperimentModel, RunModel } from "@headroom/db";

type Wanted = Pick<RunModel | ExperimentModel, "errorsBy">;

/** What an upload's errors are counted by: as it says, or else its run's other uploads, or its experiment; otherwise the tool's word. */
export function errorsByOf(said: ErrorsBy | undefined, run: Wanted, experiment: Wanted): ErrorsBy {
  return said ?? wantedErrorsBy(run, experiment) ?? "tool";
}

/** What the errors of a run are to be counted by; null: nobody says. */
export function wantedErrorsBy(run: Wanted, experiment: Wanted): ErrorsBy | null {
  return (run.errorsBy ?? experiment.errorsBy) as ErrorsBy | null;
}
