import type { ReadinessReport } from "@headroom/contract";
import { isHeadroomError } from "@headroom/core";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { getReadiness } from "./get-readiness.ts";

export interface NextPeakDay {
  report: ReadinessReport;
  /** How many peak days are planned after it. */
  further: number;
}

/** The peak day that runs, or else the next one, and whether its service is ready; null: none is planned. */
export async function getNextPeakDay({
  ctx,
  keepDays,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
}): Promise<NextPeakDay | null> {
  requireScope(ctx, "read");
  const only = onlyServiceOf(ctx.actor);
  const where = { endsAt: { gt: ctx.clock() }, ...(only === null ? {} : { serviceId: only }) };
  const { next, planned } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => ({
    next: await tx.prisma.peakDay.findFirst({
      where,
      orderBy: [{ startsAt: "asc" }, { id: "asc" }],
      select: { id: true },
    }),
    planned: await tx.prisma.peakDay.count({ where }),
  }));
  if (next === null) return null;
  try {
    return { report: await getReadiness({ ctx, keepDays, input: next }), further: planned - 1 };
  } catch (error) {
    // Deleted meanwhile.
    if (isHeadroomError(error, "not-found")) return null;
    throw error;
  }
}
