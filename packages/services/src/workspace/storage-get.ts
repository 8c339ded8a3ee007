import type { WorkspaceStorage } from "@headroom/contract";
import { readQuota, readStoredBytes, totalBytes } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";

export async function getWorkspaceStorage({
  ctx,
  input: { maxBytes },
}: {
  ctx: Context;
  input: { maxBytes: number | null };
}): Promise<WorkspaceStorage> {
  requireScope(ctx, "read");
  requireAllServices(ctx);
  const { stored, quota } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => ({
    stored: await readStoredBytes(tx),
    quota: await readQuota(tx),
  }));
  const { runs: runBytes, files: fileBytes, traffic: trafficBytes, deleted: deletedBytes } = stored;
  return {
    usedBytes: totalBytes(stored),
    runBytes,
    fileBytes,
    trafficBytes,
    deletedBytes,
    maxBytes: quota.storedBytes ?? maxBytes,
  };
}
