import { z } from "zod";
import { noteWeeklyTold, readWeeklyReader } from "@headroom/db";
import type { JobRun } from "@headroom/db";
import { contextOf } from "../context.ts";
import type { Services } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import { MAIL_ATTEMPTS, SEND_MAIL } from "../mail/mail.ts";
import type { Mailer } from "../mail/mail.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { readWeek } from "./read-week.ts";
import { isTooLate } from "./schedule.ts";
import { signStop } from "./stop-link.ts";
import { weeklyMail } from "./words.ts";

const weeklyJob = z.object({ workspaceId: z.string(), personId: z.string(), dueAt: z.coerce.date() });

interface Writing {
  services: Services;
  job: JobRun;
  secret: Uint8Array;
  mailer: Mailer;
  keepDays: TrafficRetention;
}

/**
 * Writes one person's mail as of now. That it was written is stored in the transaction that queues it, so a job that is tried
 * again sends nothing twice.
 */
export async function workWeeklyMail({ services, job, secret, mailer, keepDays }: Writing): Promise<void> {
  const { workspaceId, personId, dueAt } = weeklyJob.parse(job.payload);
  if (isTooLate(dueAt, services.clock())) return;
  const reader = await services.db.inWorkspace(workspaceId, (tx) => readWeeklyReader(tx, personId));
  if (reader === null || reader.toldUntil >= dueAt) return;
  const ctx = contextOf(services, workspaceId, { kind: "person", id: personId, role: reader.role });
  const { toldUntil: since, timeZone } = reader;
  const week = await readWeek({ ctx, input: { since, timeZone, keepDays } });
  job.signal.throwIfAborted();
  const stopUrl = `${mailer.webUrl}/weekly-mail/${signStop({ workspaceId, personId }, secret)}`;
  await services.db.inWorkspace(workspaceId, async (tx) => {
    const to = await noteWeeklyTold(tx, { personId, since, until: week.now });
    if (to === null) return;
    const sealed = mailer.seal(weeklyMail({ to, week, webUrl: mailer.webUrl, stopUrl }));
    await addJob(tx, { name: SEND_MAIL, payload: { sealed }, key: null, attempts: MAIL_ATTEMPTS });
  });
}
