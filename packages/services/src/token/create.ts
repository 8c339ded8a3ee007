import { z } from "zod";
import { newTokenByApi } from "@headroom/contract";
import { HeadroomError, SCOPES } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { hashSecret } from "../secret.ts";
import { findService } from "../service/find.ts";
import { personBehind, requireFuture, requireOwnGrant } from "./grant.ts";
import { tokenSecret } from "./secret.ts";

export const createTokenInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .transform((all) => [...new Set(all)]),
  serviceId: z.uuid().nullable().default(null),
  expiresAt: z.date().nullable().default(null),
});

export interface CreatedToken {
  id: string;
  /** Returned only once: only its hash is stored. */
  secret: string;
}

export async function createToken({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof createTokenInput>;
}): Promise<CreatedToken> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { name, scopes, serviceId, expiresAt } = parseInput(createTokenInput, input);
  const id = ctx.newId();
  const secret = tokenSecret(scopes, ctx.newSecretBytes());
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireOwnGrant(tx, ctx, { scopes, expiresAt });
    if (serviceId !== null) {
      const service = await tx.prisma.service.findUnique({ where: { id: serviceId }, select: { id: true } });
      if (service === null) throw new HeadroomError("not-found", "Service not found.");
    }
    await tx.prisma.token.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        name,
        tokenHash: Buffer.from(hashSecret(secret)),
        scopes,
        serviceId,
        createdBy: await personBehind(tx, ctx),
        createdAt: ctx.clock(),
        expiresAt,
      },
    });
    await writeAudit(tx, ctx, {
      action: "token.create",
      subjectKind: "token",
      subjectId: id,
      detail: { name, scopes, serviceId },
    });
  });
  return { id, secret };
}

/** The same, as the HTTP API takes it. */
export async function createTokenFrom({
  ctx,
  input: { body },
}: {
  ctx: Context;
  input: { body: unknown };
}): Promise<CreatedToken> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { service, expiresAt, ...rest } = parseInput(newTokenByApi, body);
  const ends = expiresAt === null ? null : new Date(expiresAt);
  requireFuture(ctx, ends);
  const serviceId =
    service === null
      ? null
      : await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => (await findService(tx, ctx, service)).id);
  return createToken({ ctx, input: { ...rest, serviceId, expiresAt: ends } });
}
