import type { ReadinessReport } from "@headroom/contract";
import { isHeadroomError } from "@headroom/core";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { getReadiness } from "./get-readiness.ts";

/** Reports are worked out when they are read. */
const MOST = 10;

export interface ComingReadiness extends Pick<ReadinessReport, "verdict"> {
  peakDayId: string;
}

/** Whether the peak days to come, and those that run, are ready: the first ten. */
export async function listComingReadiness({
  ctx,
  keepDays,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
}): Promise<ComingReadiness[]> {
  requireScope(ctx, "read");
  const only = onlyServiceOf(ctx.actor);
  const coming = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.serviceDay.findMany({
      where: { endsAt: { gt: ctx.clock() }, ...(only === null ? {} : { serviceId: only }) },
      orderBy: [{ startsAt: "asc" }, { id: "asc" }],
      select: { peakDayId: true },
      take: MOST,
    }),
  );
  const found: ComingReadiness[] = [];
  for (const { peakDayId } of coming) {
    try {
      const { verdict } = await getReadiness({
        ctx,
        keepDays,
        input: { id: peakDayId, withForecast: false },
      });
      found.push({ peakDayId, verdict });
    } catch (error) {
      // Deleted meanwhile.
      if (!isHeadroomError(error, "not-found")) throw error;
    }
  }
  return found;
}
