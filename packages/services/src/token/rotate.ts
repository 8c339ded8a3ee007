import { rotateOwnToken as ownFields, rotateTokenFields } from "@headroom/contract";
import type { RotatedTokenAnswer } from "@headroom/contract";
import { HeadroomError, HOUR_MILLIS } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { hashSecret } from "../secret.ts";
import { personBehind, requireFuture, requireOwnGrant } from "./grant.ts";
import { requireToken } from "./require-token.ts";
import type { StoredToken } from "./require-token.ts";
import { isScope, tokenSecret } from "./secret.ts";

/** More of them mean that something rotates in a loop. */
const MOST_PREVIOUS = 5;

/** Gives a token a new secret. For a while, the one before works, too, so that nothing that uses it has to stop. */
export async function rotateToken({
  ctx,
  input,
}: {
  ctx: Context;
  input: { tokenId: string; body: unknown };
}): Promise<RotatedTokenAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { keepPreviousHours, expiresAt } = parseInput(rotateTokenFields, input.body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const token = await requireToken(tx, input.tokenId);
    const ends = expiresAt === undefined ? token.expiresAt : expiresAt === null ? null : new Date(expiresAt);
    if (expiresAt !== undefined) requireFuture(ctx, ends);
    await requireOwnGrant(tx, ctx, { scopes: token.scopes.filter(isScope), expiresAt: ends });
    const changed = { ...token, expiresAt: ends, rotatedBy: await personBehind(tx, ctx) };
    return replaceSecret(tx, ctx, { token: changed, keepPreviousHours });
  });
}

/** A token gives itself a new secret, whatever its scopes. Its expiry stays. */
export async function rotateOwnToken({
  ctx,
  input,
}: {
  ctx: Context;
  input: { body: unknown };
}): Promise<RotatedTokenAnswer> {
  const { actor } = ctx;
  if (actor.kind !== "token") throw new HeadroomError("not-found", "Only a token can rotate itself.");
  const { keepPreviousHours } = parseInput(ownFields, input.body);
  // Otherwise who found an old secret could have the new one, and two jobs could take each other's.
  if (actor.isReplaced)
    throw new HeadroomError("conflict", "This secret was already replaced, so it can't rotate the token.", {
      hint: "Use the token's new secret. If it was lost, rotate the token in Settings, or with another token.",
    });
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    replaceSecret(tx, ctx, { token: await requireToken(tx, actor.id), keepPreviousHours }),
  );
}

async function replaceSecret(
  tx: WorkspaceTx,
  ctx: Context,
  { token, keepPreviousHours }: { token: StoredToken; keepPreviousHours: number },
): Promise<RotatedTokenAnswer> {
  const now = ctx.clock();
  refuseUseless(token, now);
  const where = { tokenId: token.id, validUntil: { gt: now } };
  if ((await tx.prisma.replacedSecret.count({ where })) >= MOST_PREVIOUS)
    throw new HeadroomError("conflict", `${MOST_PREVIOUS} previous secrets of this token still work.`, {
      hint: "End them first, or wait until they stop working.",
    });
  const { workspaceId } = ctx;
  const secret = tokenSecret(token.scopes, ctx.newSecretBytes());
  const validUntil = new Date(now.getTime() + keepPreviousHours * HOUR_MILLIS);
  const { count } = await tx.prisma.token.updateMany({
    where: { id: token.id, tokenHash: token.tokenHash },
    data: {
      tokenHash: Buffer.from(hashSecret(secret)),
      rotatedAt: now,
      rotatedBy: token.rotatedBy,
      expiresAt: token.expiresAt,
      lastUsedAt: null,
    },
  });
  if (count === 0) throw new HeadroomError("conflict", "The token was rotated by another request.");
  const { tokenHash: secretHash, lastUsedAt } = token;
  await tx.prisma.replacedSecret.create({
    data: { secretHash, workspaceId, tokenId: token.id, replacedAt: now, validUntil, lastUsedAt },
  });
  await writeAudit(tx, ctx, {
    action: "token.rotate",
    subjectKind: "token",
    subjectId: token.id,
    detail: { keepPreviousHours, expiresAt: token.expiresAt?.toISOString() ?? null },
  });
  return {
    id: token.id,
    secret,
    previousUntil: keepPreviousHours === 0 ? null : validUntil.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
  };
}

function refuseUseless({ revokedAt, expiresAt, ciIdentityId }: StoredToken, now: Date): void {
  // With another expiry, it would outlive the job that it is for.
  if (ciIdentityId !== null)
    throw new HeadroomError("conflict", "The token of a CI job can't be rotated.", {
      hint: "Exchange the job's own token again.",
    });
  if (revokedAt !== null)
    throw new HeadroomError("conflict", "The token was revoked.", { hint: "Create a new token." });
  if (expiresAt !== null && expiresAt <= now)
    throw new HeadroomError("conflict", "The token has expired.", {
      hint: "Send a new expiresAt, too, or create a new token.",
    });
}
