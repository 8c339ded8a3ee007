import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { holdMember } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireTimeZone } from "../peak-day/read-moment.ts";
import type { CheckedSession } from "../session/check.ts";
import { firstSchedule, movedTo } from "./schedule.ts";

export const setWeeklyMailInput = z.strictObject({
  workspaceId: z.string(),
  /** By whose clocks it is due; null: no mail. */
  timeZone: z.string().nullable(),
});

/** Turns the weekly mail of one of a person's workspaces on or off, for that person alone. Any member can. */
export async function setWeeklyMail({
  services,
  session: { person, memberships },
  mailIsSent,
  input,
}: {
  services: Services;
  session: CheckedSession;
  mailIsSent: boolean;
  input: z.input<typeof setWeeklyMailInput>;
}): Promise<void> {
  const { workspaceId, timeZone } = parseInput(setWeeklyMailInput, input);
  if (timeZone !== null) requireTimeZone(timeZone);
  const own = memberships.find((one) => one.workspaceId === workspaceId);
  if (own === undefined) throw noWorkspace();
  const ctx = contextOf(services, workspaceId, { kind: "person", id: person.id, role: own.role });
  await services.db.inWorkspace(workspaceId, async (tx) => {
    if (timeZone === null) await stop(tx, ctx, person.id);
    else await start(tx, ctx, { personId: person.id, timeZone, mailIsSent });
  });
}

/** Stops nothing, and writes no audit entry, if the person gets no mail. */
export async function stop(
  tx: WorkspaceTx,
  ctx: Context,
  personId: string,
  detail: { link?: true } = {},
): Promise<void> {
  const { count } = await tx.prisma.weeklyMail.deleteMany({ where: { personId } });
  if (count === 0) return;
  await writeAudit(tx, ctx, { ...ENTRY, action: "weekly-mail.stop", subjectId: personId, detail });
}

const ENTRY = { subjectKind: "person" } as const;

interface Start {
  personId: string;
  timeZone: string;
  mailIsSent: boolean;
}

async function start(
  tx: WorkspaceTx,
  ctx: Context,
  { personId, timeZone, mailIsSent }: Start,
): Promise<void> {
  if (!mailIsSent)
    throw new HeadroomError("conflict", "This server doesn't send email.", {
      hint: "The people who run it can set HEADROOM_SMTP_URL.",
    });
  // Locked: of two requests, the second one sees what the first one did.
  const member = await holdMember(tx, personId);
  if (member === null) throw noWorkspace();
  if (!member.confirmed)
    throw new HeadroomError("conflict", "Your email address isn't confirmed yet.", {
      hint: "Reset your password by email: opening the link in that email confirms the address.",
    });
  const row = { workspaceId: ctx.workspaceId, personId };
  const where = { workspaceId_personId: row };
  const known = await tx.prisma.weeklyMail.findUnique({ where });
  if (known?.timeZone === timeZone) return;
  const now = ctx.clock();
  if (known === null)
    await tx.prisma.weeklyMail.create({ data: { ...row, timeZone, ...firstSchedule(timeZone, now) } });
  else
    await tx.prisma.weeklyMail.update({
      where,
      data: { timeZone, dueAt: movedTo(timeZone, known.toldUntil, now) },
    });
  await writeAudit(tx, ctx, {
    ...ENTRY,
    action: "weekly-mail.start",
    subjectId: personId,
    detail: { timeZone },
  });
}

function noWorkspace(): HeadroomError {
  return new HeadroomError("not-found", "Workspace not found.");
}
