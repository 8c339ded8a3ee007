import { readConnections, readDatabaseState, readLiveBacklog, readProcesses } from "@headroom/db";
import type { Connections, DatabaseState, JobCounts, LiveBacklog } from "@headroom/db";
import type { Services } from "../context.ts";
import { countWaitingJobs } from "../jobs/run-jobs.ts";

/** How the installation runs, and nothing of what any workspace stores. */
export interface Installation {
  database: DatabaseState;
  jobs: JobCounts;
  live: LiveBacklog;
  connections: Connections;
  /** The latest starts, newest first. */
  processes: Awaited<ReturnType<typeof readProcesses>>;
}

export async function readInstallation(services: Services): Promise<Installation> {
  const [state, jobs] = await Promise.all([
    services.db.asJobs(async (tx) => ({
      database: await readDatabaseState(tx),
      live: await readLiveBacklog(tx),
      connections: await readConnections(tx),
      processes: await readProcesses(tx),
    })),
    countWaitingJobs(services),
  ]);
  return { ...state, jobs };
}
