import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { requireServiceDay } from "./require-peak-day.ts";

/** The service whose changes are changes of a peak day. */
export async function watchedService({
  ctx,
  input: { id },
}: {
  ctx: Context;
  input: { id: string };
}): Promise<string> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => (await requireServiceDay(tx, ctx, id)).serviceId);
}
