import type { Context } from "../context.ts";
import type { ImportLimits } from "../run/record/upload-source.ts";
import { readSettings } from "./settings.ts";

/** What a workspace takes in: as much as the server does, or less. Never more: the server's limits keep it alive. */
export async function limitsOfWorkspace(ctx: Context, server: ImportLimits): Promise<ImportLimits> {
  const { maxLabels, maxBadLinesShare } = await ctx.db.inWorkspace(
    ctx.workspaceId,
    (tx) => readSettings(tx, ctx.workspaceId),
    { patient: true },
  );
  return {
    ...server,
    labels: Math.min(server.labels, maxLabels ?? Infinity),
    badLinesShare: Math.min(server.badLinesShare, maxBadLinesShare ?? Infinity),
  };
}
