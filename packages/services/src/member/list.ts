import { readMembers } from "@headroom/db";
import type { Member } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";

/** The people of the workspace, by name. */
export async function listMembers({ ctx }: { ctx: Context }): Promise<Member[]> {
  requireScope(ctx, "read");
  requireAllServices(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, readMembers);
}
