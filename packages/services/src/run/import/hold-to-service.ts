import { HeadroomError } from "@headroom/core";
import type { Context } from "../../context.ts";
import { onlyServiceOf } from "../../scope.ts";
import { slugOf } from "../../slug.ts";

/**
 * Refuses a token that is held to another service, before a byte is read or a stored answer given. Whether there is
 * such a service it does not learn: all others answer alike.
 */
export async function holdToService(ctx: Context, name: string): Promise<void> {
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
