import { MAX_RISK_DAYS } from "@headroom/contract";
import { DAY_MILLIS, HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";

export function checkUntil(until: Date, now: Date): void {
  const refuse = (message: string) =>
    new HeadroomError("parameter-unreadable", message, { field: "until", fieldMessage: message });
  if (until <= now) throw refuse("The risk has to be accepted until a time in the future.");
  if (until.getTime() - now.getTime() > MAX_RISK_DAYS * DAY_MILLIS)
    throw refuse(`A risk can be accepted for at most ${MAX_RISK_DAYS} days.`);
}

/** Somebody has to stand for it by name: the person who asks, or the member that a token names. */
export async function requireAccepting(
  tx: WorkspaceTx,
  ctx: Context,
  email: string | undefined,
): Promise<{ id: string; name: string }> {
  const own = ctx.actor.kind === "person" ? ctx.actor.id : null;
  const refuse = (message: string) =>
    new HeadroomError("parameter-unreadable", message, {
      field: "acceptedBy",
      fieldMessage: message,
      hint: "Give the email of an owner or editor of the workspace.",
    });
  if (own === null && email === undefined) throw refuse("A member has to accept the risk.");
  const where = own === null ? { email: { equals: email ?? "", mode: "insensitive" as const } } : { id: own };
  const person = await tx.prisma.person.findFirst({ where, select: { id: true, name: true, email: true } });
  if (person === null) throw refuse("This person is not a member of the workspace.");
  if (own !== null && email !== undefined && email.toLowerCase() !== person.email.toLowerCase())
    throw refuse("You can accept a risk only for yourself.");
  const membership = await tx.prisma.membership.findFirst({ where: { personId: person.id } });
  if (membership === null || membership.role === "viewer")
    throw refuse("This person may not accept risks in the workspace.");
  return { id: person.id, name: person.name };
}
