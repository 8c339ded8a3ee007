import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf } from "../scope.ts";

/** The one service that the actor is limited to; null: all of them. */
export async function ownServiceSlug(tx: WorkspaceTx, ctx: Context): Promise<string | null> {
  const only = onlyServiceOf(ctx.actor);
  if (only === null) return null;
  const { slug } = await tx.prisma.service.findUniqueOrThrow({ where: { id: only }, select: { slug: true } });
  return slug;
}
