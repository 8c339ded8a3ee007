import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { onlyServiceOf } from "../../scope.ts";
import { noSuchRun } from "./get.ts";

/** Throws not-found unless the actor may see the run. */
export async function requireRun(tx: WorkspaceTx, ctx: Context, runId: string): Promise<void> {
  const only = onlyServiceOf(ctx.actor);
  const run = await tx.prisma.run.findFirst({
    where: { id: runId, publishedAt: { not: null }, ...(only === null ? {} : { serviceId: only }) },
    select: { id: true },
  });
  if (run === null) throw noSuchRun();
}
