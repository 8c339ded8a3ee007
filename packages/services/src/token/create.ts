import { z } from "zod";
import { newTokenByApi } from "@headroom/contract";
import { HeadroomError, SCOPES } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { hashSecret } from "../secret.ts";
import { ensureVisibleService } from "../service/ensure.ts";
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
  const { serviceId, ...fields } = parseInput(createTokenInput, input);
  return storeToken(ctx, fields, async (tx) => {
    if (serviceId === null) return null;
    const service = await tx.prisma.service.findUnique({ where: { id: serviceId }, select: { id: true } });
    if (service === null) throw new HeadroomError("not-found", "Service not found.");
    return serviceId;
  });
}

/**
 * The same, as the HTTP API takes it. Like an upload, it creates a service that is new: a token for CI is made before the first
 * run, and needn't be able to upload to other services until then.
 */
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
  const fields = parseInput(createTokenInput, { ...rest, expiresAt: ends });
  return storeToken(ctx, fields, async (tx) =>
    service === null ? null : ensureVisibleService(tx, ctx, service),
  );
}

async function storeToken(
  ctx: Context,
  { name, scopes, expiresAt }: Omit<z.output<typeof createTokenInput>, "serviceId">,
  serviceOf: (tx: WorkspaceTx) => Promise<string | null>,
): Promise<CreatedToken> {
  const id = ctx.newId();
  const secret = tokenSecret(scopes, ctx.newSecretBytes());
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireOwnGrant(tx, ctx, { scopes, expiresAt });
    const serviceId = await serviceOf(tx);
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
