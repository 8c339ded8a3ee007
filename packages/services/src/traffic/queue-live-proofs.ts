import { DAY_MILLIS, HOUR_MILLIS } from "@headroom/core";
import { readServicesToProve } from "@headroom/db";
import type { Services } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";

/** The name of the job. */
export const PROVE_LIVE = "prove-live";
const ATTEMPTS = 3;
const EVERY_MILLIS = HOUR_MILLIS;
/** A day that is over is looked at once more. */
const RECENT_MILLIS = 2 * DAY_MILLIS;
const MOST = 100;

/** Adds a job for each service of all workspaces whose live traffic hasn't been looked at for an hour. Returns how many. */
export async function queueLiveProofs({ services }: { services: Services }): Promise<number> {
  const now = services.clock().getTime();
  const due = await services.db.asJobs((tx) =>
    readServicesToProve(tx, {
      since: new Date(now - RECENT_MILLIS),
      madeBefore: new Date(now - EVERY_MILLIS),
      most: MOST,
    }),
  );
  for (const { workspaceId, serviceId } of due)
    await services.db.inWorkspace(workspaceId, (tx) =>
      addJob(tx, {
        name: PROVE_LIVE,
        payload: { serviceId },
        key: `${PROVE_LIVE} ${serviceId}`,
        attempts: ATTEMPTS,
        whenIdle: true,
      }),
    );
  return due.length;
}
