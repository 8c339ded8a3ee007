import { runServiceJobs, type JobsLog, type RunningJobs } from "@headroom/services";
import { jobHandlers, type JobDeps } from "./handlers.ts";

/** Runs the jobs that this process can do, until it is stopped. */
export function startJobs(deps: JobDeps, log: JobsLog): RunningJobs {
  return runServiceJobs(deps.services, jobHandlers(deps, log), log);
}
