import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { requireSlo } from "./require-slo.ts";

/** The service whose changes are changes of an SLO. */
export async function watchedSlo({
  ctx,
  input: { id },
}: {
  ctx: Context;
  input: { id: string };
}): Promise<string> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => (await requireSlo(tx, ctx, id)).serviceId);
}
