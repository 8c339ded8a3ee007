import { HeadroomError } from "@headroom/core";
import type { SloModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf } from "../scope.ts";
import { isUuid } from "../uuid.ts";

/** The SLO, or not-found. One from another workspace and an invalid ID get the same answer. */
export async function requireSlo(tx: WorkspaceTx, ctx: Context, id: string): Promise<SloModel> {
  const only = onlyServiceOf(ctx.actor);
  const where = { id, ...(only === null ? {} : { serviceId: only }) };
  const found = isUuid(id) ? await tx.prisma.slo.findFirst({ where }) : null;
  if (found !== null) return found;
  throw new HeadroomError("not-found", "SLO not found.", {
    hint: "Check the URL. It may have been deleted.",
  });
}
