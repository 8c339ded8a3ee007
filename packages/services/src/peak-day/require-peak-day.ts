import { HeadroomError } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf } from "../scope.ts";
import { isUuid } from "../uuid.ts";

/** The peak day, or not-found. One from another workspace and an invalid ID get the same answer. */
export async function requirePeakDay(tx: WorkspaceTx, ctx: Context, id: string): Promise<PeakDayModel> {
  const only = onlyServiceOf(ctx.actor);
  const where = { id, ...(only === null ? {} : { serviceId: only }) };
  const found = isUuid(id) ? await tx.prisma.peakDay.findFirst({ where }) : null;
  if (found !== null) return found;
  throw noSuchPeakDay();
}

export function noSuchPeakDay(): HeadroomError {
  return new HeadroomError("not-found", "Peak day not found.", {
    hint: "Check the URL. It may have been deleted.",
  });
}
