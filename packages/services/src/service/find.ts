import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf } from "../scope.ts";

/** A service by the name in its page's address. One that a token may not see is like one that doesn't exist. */
export async function findService(
  tx: WorkspaceTx,
  ctx: Context,
  slug: string,
): Promise<{ id: string; slug: string; name: string }> {
  const only = onlyServiceOf(ctx.actor);
  const where = { slug, provisional: false, ...(only === null ? {} : { id: only }) };
  const service = await tx.prisma.service.findFirst({ where, select: { id: true, slug: true, name: true } });
  if (service !== null) return service;
  throw noSuchService();
}

export function noSuchService(): HeadroomError {
  return new HeadroomError("not-found", "Service not found.", {
    hint: "Use its name as in its page's address.",
  });
}
