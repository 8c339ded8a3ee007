import { HeadroomError } from "@headroom/core";
import type { Scope } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";

/** What the holder of a secret can do with it, and for how long. */
export interface Grant {
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/** A token hands out only what it may do itself: otherwise one that may only manage could read, or outlive its own expiry. */
export async function requireOwnGrant(tx: WorkspaceTx, ctx: Context, grant: Grant): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "token") return;
  const missing = grant.scopes.find((scope) => !actor.scopes.includes(scope));
  if (missing !== undefined)
    throw new HeadroomError(
      "scope-missing",
      `Your token doesn't have the scope "${missing}", so it can't hand it out.`,
      { hint: "Use a token that has all the scopes, or ask a workspace owner." },
    );
  const own = await tx.prisma.token.findUniqueOrThrow({
    where: { id: actor.id },
    select: { expiresAt: true },
  });
  if (own.expiresAt === null) return;
  if (grant.expiresAt === null || grant.expiresAt > own.expiresAt)
    throw new HeadroomError("scope-missing", "Your token expires earlier than that.", {
      field: "expiresAt",
      hint: `Set expiresAt to at most ${own.expiresAt.toISOString()}, or use a token that expires later.`,
    });
}

export function requireFuture(ctx: Context, expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= ctx.clock())
    throw new HeadroomError("parameter-unreadable", "A token can't expire in the past.", {
      field: "expiresAt",
      fieldMessage: "The expiry date is in the past.",
    });
}

/** The person behind the actor: if they leave the workspace, what they could do with its secrets ends. */
export async function personBehind(tx: WorkspaceTx, { actor }: Context): Promise<string | null> {
  if (actor.kind === "person") return actor.id;
  if (actor.kind !== "token") return null;
  const own = await tx.prisma.token.findUniqueOrThrow({
    where: { id: actor.id },
    select: { createdBy: true },
  });
  return own.createdBy;
}
