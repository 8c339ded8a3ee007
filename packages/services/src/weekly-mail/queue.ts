import { holdDueWeeklyMail, readDueWeeklyMails } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Services } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import { dueAfter, isTooLate } from "./schedule.ts";

/** The name of the job that writes one. */
export const WRITE_WEEKLY_MAIL = "write-weekly-mail";
/** With increasing delays, about six hours. */
const ATTEMPTS = 10;
const MOST = 500;

/**
 * Adds a job for each weekly mail that is due, and says when the next one is, in one transaction: two processes queue one, and
 * a process that dies queues it or leaves it to others.
 */
export async function queueWeeklyMails({
  services,
}: {
  services: Services;
}): Promise<{ queued: number; failures: unknown[] }> {
  const now = services.clock();
  const failures: unknown[] = [];
  let queued = 0;
  for (const due of await services.db.asJobs((tx) => readDueWeeklyMails(tx, now, MOST))) {
    const queue = (tx: WorkspaceTx) => queueOne(tx, due, now);
    try {
      queued += Number(await services.db.inWorkspace(due.workspaceId, queue));
    } catch (error) {
      failures.push(error);
    }
  }
  return { queued, failures };
}

async function queueOne(
  tx: WorkspaceTx,
  due: { personId: string; dueAt: Date },
  now: Date,
): Promise<boolean> {
  const held = await holdDueWeeklyMail(tx, due);
  if (held === null) return false;
  const { personId, dueAt } = due;
  const next = dueAfter(held.timeZone, now);
  await tx.prisma.weeklyMail.updateMany({ where: { personId }, data: { dueAt: next } });
  if (isTooLate(dueAt, now)) return false;
  const payload = { personId, dueAt: dueAt.toISOString() };
  await addJob(tx, { name: WRITE_WEEKLY_MAIL, payload, key: null, attempts: ATTEMPTS });
  return true;
}
