import type { SigningKeyAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { readSigningKeys } from "./sign-webhook.ts";
import { requireAllServices, requireScope } from "../scope.ts";

/** The key that webhooks of the workspace are signed with. */
export async function getSigningKey({
  ctx,
  secret,
}: {
  ctx: Context;
  secret: Uint8Array;
}): Promise<SigningKeyAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { workspaceId } = ctx;
  const keys = await ctx.db.inWorkspace(workspaceId, (tx) =>
    readSigningKeys(tx, { secret, workspaceId, now: ctx.clock() }),
  );
  return { signingKey: keys.current, previousKeyUntil: keys.previous?.until.toISOString() ?? null };
}
