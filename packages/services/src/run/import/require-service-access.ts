import { HeadroomError } from "@headroom/core";
import type { Context } from "../../context.ts";
import { onlyServiceOf } from "../../scope.ts";
import { slugOf } from "@headroom/contract";

/**
 * Refuses a token that is limited to another service, before a byte is read or a stored answer is given. The answer is
 * the same whether or not that service exists.
 */
export async function requireServiceAccess(ctx: Context, name: string): Promise<void> {
  const slug = slugOf(name, "service");
  const only = onlyServiceOf(ctx.actor);
  if (only === null) return;
  const own = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.service.findUnique({ where: { id: only }, select: { slug: true } }),
  );
  if (own?.slug === slug) return;
  throw new HeadroomError("scope-missing", `This token cannot upload to the service "${name}".`, {
    field: "service",
    hint: "The token is limited to one service. Upload to that service, or use a token without this limit.",
  });
}
