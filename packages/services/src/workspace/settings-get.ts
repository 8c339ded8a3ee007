import type { WorkspaceSettings } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { readSettings } from "./settings.ts";

export async function getWorkspaceSettings({ ctx }: { ctx: Context }): Promise<WorkspaceSettings> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, (tx) => readSettings(tx, ctx.workspaceId));
}
