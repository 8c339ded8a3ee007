import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";

/** The ID under which changes of a service's live traffic are announced. */
export async function watchedTraffic({
  ctx,
  input: { service },
}: {
  ctx: Context;
  input: { service: string };
}): Promise<string> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => (await findService(tx, ctx, service)).id);
}
