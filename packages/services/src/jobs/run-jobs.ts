import { countJobs, runJobs } from "@headroom/db";
import type { JobCounts, JobQueue, JobsLog, RunningJobs } from "@headroom/db";
import type { Services } from "../context.ts";

/** Runs the jobs of all workspaces in this process; each acts in the one that its payload names. */
export function runServiceJobs(services: Services, queues: readonly JobQueue[], log: JobsLog): RunningJobs {
  return runJobs(services.db.directUrl, queues, log);
}

/** How many jobs are pending and how many were given up, not whose. */
export function countWaitingJobs(services: Services): Promise<JobCounts> {
  return services.db.asJobs(countJobs);
}
