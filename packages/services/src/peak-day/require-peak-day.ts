import { HeadroomError } from "@headroom/core";
import type { PeakDayModel, ServiceDayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf } from "../scope.ts";
import { isUuid } from "../uuid.ts";

/** The peak day, or not-found. One from another workspace and an invalid ID get the same answer. */
export async function requirePeakDay(tx: WorkspaceTx, ctx: Context, id: string): Promise<PeakDayModel> {
  const { peakDayId } = await requireServiceDay(tx, ctx, id);
  return tx.prisma.peakDay.findUniqueOrThrow({ where: { id: peakDayId } });
}

/** What a peak day is for its service, or not-found. */
export async function requireServiceDay(
  tx: WorkspaceTx,
  ctx: Context,
  peakDayId: string,
  asked: string | null = null,
): Promise<ServiceDayModel> {
  const only = onlyServiceOf(ctx.actor);
  if (only !== null && asked !== null && asked !== only) throw noSuchPeakDay();
  const serviceId = asked ?? only;
  const where = { peakDayId, ...(serviceId === null ? {} : { serviceId }) };
  const found = isUuid(peakDayId) ? await tx.prisma.serviceDay.findFirst({ where }) : null;
  if (found !== null) return found;
  throw noSuchPeakDay();
}

export function noSuchPeakDay(): HeadroomError {
  return new HeadroomError("not-found", "Peak day not found.", {
    hint: "Check the URL. It may have been deleted.",
  });
}
