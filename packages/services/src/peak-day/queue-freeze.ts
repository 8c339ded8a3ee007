import { FROZEN_AFTER_SECONDS, HOUR_MILLIS } from "@headroom/core";
import { readPeakDaysToFreeze } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Services } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";

/** The name of the job. */
export const FREEZE_PEAK_DAY = "freeze-peak-day";
const ATTEMPTS = 5;
const MOST = 100;
/** One that was given up is tried again. */
const AGAIN_MILLIS = 6 * HOUR_MILLIS;

/** A day that ended before that gets no more traffic. */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - FROZEN_AFTER_SECONDS * 1_000);
}

/** From then on, no more of its traffic arrives. */
export function settledAfter(endsAt: Date): Date {
  return new Date(endsAt.getTime() + FROZEN_AFTER_SECONDS * 1_000);
}

/** Adds a job for each peak day of all workspaces that is over and isn't frozen. Returns how many. */
export async function freezePastPeakDays({ services }: { services: Services }): Promise<number> {
  const now = services.clock();
  const queuedBefore = new Date(now.getTime() - AGAIN_MILLIS);
  const due = await services.db.asJobs((tx) =>
    readPeakDaysToFreeze(tx, { now, settledBefore: settledBefore(now), queuedBefore, most: MOST }),
  );
  for (const { id, workspaceId } of due)
    await services.db.inWorkspace(workspaceId, (tx) => queueFreeze(tx, { id, workspaceId }, now));
  return due.length;
}

/** Once the job is added, no sweep adds it again for a while. */
export async function queueFreeze(
  tx: WorkspaceTx,
  { id, workspaceId }: { id: string; workspaceId: string },
  now: Date,
): Promise<void> {
  const row = { serviceDayId: id, workspaceId };
  const known = await tx.prisma.serviceDay.findUnique({ where: { id }, select: { id: true } });
  // Deleted meanwhile.
  if (known === null) return;
  await tx.prisma.serviceDayFrozen.upsert({
    where: { serviceDayId: id },
    create: { ...row, queuedAt: now },
    update: { queuedAt: now },
  });
  await addJob(tx, {
    name: FREEZE_PEAK_DAY,
    payload: { serviceDayId: id },
    key: `${FREEZE_PEAK_DAY}:${id}`,
    attempts: ATTEMPTS,
  });
}
