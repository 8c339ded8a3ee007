import { rotateSigningKeyFields } from "@headroom/contract";
import type { SigningKeyAnswer } from "@headroom/contract";
import { HOUR_MILLIS } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { readSigningKeys } from "./sign-webhook.ts";

/** Replaces the key that webhooks of the workspace are signed with. For a while, the key before signs them, too. */
export async function rotateSigningKey({
  ctx,
  secret,
  input,
}: {
  ctx: Context;
  secret: Uint8Array;
  input: { body: unknown };
}): Promise<SigningKeyAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { keepPreviousHours } = parseInput(rotateSigningKeyFields, input.body);
  const { workspaceId } = ctx;
  const now = ctx.clock();
  const times = {
    rotatedAt: now,
    previousUntil: new Date(now.getTime() + keepPreviousHours * HOUR_MILLIS),
  };
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    await tx.prisma.webhookKey.upsert({
      where: { workspaceId },
      create: { workspaceId, generation: 1, ...times },
      update: { generation: { increment: 1 }, ...times },
    });
    await writeAudit(tx, ctx, {
      action: "webhook-key.rotate",
      subjectKind: "workspace",
      subjectId: workspaceId,
      detail: { keepPreviousHours },
    });
    const { current, previous } = await readSigningKeys(tx, { secret, workspaceId, now });
    return { signingKey: current, previousKeyUntil: previous?.until.toISOString() ?? null };
  });
}
