import { runServiceJobs, type JobsLog, type RunningJobs } from "@headroom/services";
import { jobHandlers, type JobDeps } from "./handlers.ts";

const NOTHING_RUNS: RunningJobs = { stop: async () => undefined };

/** Runs jobs in this process until it is told to stop, if there is any that it can do. */
export function startJobs(deps: JobDeps, log: JobsLog): RunningJobs {
  const handlers = jobHandlers(deps);
  if (Object.keys(handlers).length === 0) return NOTHING_RUNS;
  return runServiceJobs(deps.services, handlers, log);
}
