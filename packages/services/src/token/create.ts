import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context, Scope } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { encodeSecret, hashSecret } from "../secret.ts";

const newToken = z.strictObject({
  name: z.string().trim().min(1).max(200),
  scopes: z.array(z.enum(["ingest", "read", "manage"])).min(1),
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
  input: z.input<typeof newToken>;
}): Promise<CreatedToken> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { name, scopes, serviceId, expiresAt } = parseInput(newToken, input);
  const id = ctx.newId();
  const secret = tokenSecret(scopes, ctx.newSecretBytes());
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
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
        createdBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
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

/** The prefix shows people, and scanners for leaked secrets, what kind of token it is. */
function tokenSecret(scopes: readonly Scope[], bytes: Uint8Array): string {
  const hint = scopes.includes("manage") ? "manage" : scopes.includes("ingest") ? "ingest" : "read";
  return `hr_${hint}_${encodeSecret(bytes)}`;
}
