import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

export interface ListedService {
  id: string;
  slug: string;
  name: string;
}

/** The services of the workspace, by name. */
export async function listServices({ ctx }: { ctx: Context }): Promise<ListedService[]> {
  requireScope(ctx, "read");
  const only = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.service.findMany({
      where: { provisional: false, ...(only === null ? {} : { id: only }) },
      select: { id: true, slug: true, name: true },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
  );
}
