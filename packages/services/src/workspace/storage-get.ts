import { readStoredBytes, totalBytes } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";

/** About what a workspace takes on disk, in bytes. */
export interface WorkspaceStorage {
  /** Of the limit: runs, files and live traffic together. */
  usedBytes: number;
  runBytes: number;
  fileBytes: number;
  /** Live traffic of services. Runs that were kept from it are runs. */
  trafficBytes: number;
  /** The share that belongs to deleted runs: it is free once they are removed. */
  deletedBytes: number;
  /** Null: no limit of its own. */
  maxBytes: number | null;
}

export async function getWorkspaceStorage({
  ctx,
  input: { maxBytes },
}: {
  ctx: Context;
  input: { maxBytes: number | null };
}): Promise<WorkspaceStorage> {
  requireScope(ctx, "read");
  requireAllServices(ctx);
  const stored = await ctx.db.inWorkspace(ctx.workspaceId, readStoredBytes);
  const { runs: runBytes, files: fileBytes, traffic: trafficBytes, deleted: deletedBytes } = stored;
  return { usedBytes: totalBytes(stored), runBytes, fileBytes, trafficBytes, deletedBytes, maxBytes };
}
