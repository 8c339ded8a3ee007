import { readStoredBytes } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";

/** About what a workspace takes on disk, in bytes. */
export interface WorkspaceStorage {
  /** Of the limit: runs and files together. */
  usedBytes: number;
  runBytes: number;
  fileBytes: number;
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
  const { runs, files, deleted } = await ctx.db.inWorkspace(ctx.workspaceId, readStoredBytes);
  return { usedBytes: runs + files, runBytes: runs, fileBytes: files, deletedBytes: deleted, maxBytes };
}
