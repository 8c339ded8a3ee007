import { readCurrentTargetSets, readTargetTexts } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";

export interface GamedayChoices {
  /** Those that represent the peak first. */
  experiments: { id: string; name: string; representsPeak: boolean; targets: string[] }[];
  /** Latest first. */
  peakDays: { id: string; name: string; startsAt: Date }[];
}

const MOST = 1_000;

/** What a gameday of a service can be planned with. */
export async function listGamedayChoices({
  ctx,
  input,
}: {
  ctx: Context;
  input: { service: string };
}): Promise<GamedayChoices> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, input.service);
    const found = await tx.prisma.experiment.findMany({
      where: { serviceId, provisional: false, deletedAt: null },
      select: { id: true, name: true, representsPeak: true },
      orderBy: [{ representsPeak: "desc" }, { name: "asc" }, { id: "asc" }],
      take: MOST,
    });
    const sets = await readCurrentTargetSets(
      tx,
      found.map(({ id }) => id),
    );
    const texts = await readTargetTexts(tx, [...sets.values()]);
    const peakDays = await tx.prisma.serviceDay.findMany({
      where: { serviceId },
      select: { peakDayId: true, name: true, startsAt: true },
      orderBy: [{ startsAt: "desc" }, { id: "asc" }],
    });
    return {
      experiments: found.map((one) => ({ ...one, targets: texts.get(sets.get(one.id) ?? "") ?? [] })),
      peakDays: peakDays.map(({ peakDayId: id, ...day }) => ({ ...day, id })),
    };
  });
}
