import { HeadroomError } from "@headroom/core";
import type { OwnToken } from "@headroom/contract";
import type { Context } from "../context.ts";

/** What the token is for that the request was made with. Its holder may know, whatever its scopes. */
export async function getOwnToken({ ctx }: { ctx: Context }): Promise<OwnToken> {
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "token") throw new HeadroomError("not-found", "This request was not made with a token.");
  return ctx.db.inWorkspace(workspaceId, async ({ prisma }) => {
    const token = await prisma.token.findUniqueOrThrow({
      where: { id: actor.id },
      select: { name: true, createdAt: true, expiresAt: true },
    });
    const select = { slug: true, name: true };
    const workspace = await prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select });
    const service =
      actor.serviceId === null
        ? null
        : await prisma.service.findUnique({ where: { id: actor.serviceId }, select });
    return {
      name: token.name,
      scopes: [...actor.scopes],
      service,
      workspace,
      createdAt: token.createdAt.toISOString(),
      expiresAt: token.expiresAt?.toISOString() ?? null,
    };
  });
}
