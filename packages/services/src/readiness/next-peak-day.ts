import type { ReadinessReport } from "@headroom/contract";
import { DAY_ALERT_STATES, foundState, isHeadroomError, runningHeadline } from "@headroom/core";
import type { DayAlertState } from "@headroom/core";
import type { PeakDayModel } from "@headroom/db";
import type { Context } from "../context.ts";
import { readRunningDay } from "../peak-day/running-day.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { getReadiness } from "./get-readiness.ts";

const MOST_RUNNING = 5;

export interface NextPeakDay {
  /** Readiness for the next peak day, or for the one running now if no other is planned. */
  report: ReadinessReport;
  /** How many peak days are planned after it. */
  further: number;
  /** Others that run now, the worst first, with what their pages lead with. */
  running: { id: string; name: string; lead: string; state: DayAlertState | null }[];
}

/** The next peak day and whether its service is ready, and those that run; null: all are over. */
export async function getNextPeakDay({
  ctx,
  keepDays,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
}): Promise<NextPeakDay | null> {
  requireScope(ctx, "read");
  const only = onlyServiceOf(ctx.actor);
  const now = ctx.clock();
  const own = only === null ? {} : { serviceId: only };
  const firstFirst = [{ startsAt: "asc" }, { id: "asc" }] as const;
  const planned = { startsAt: { gt: now }, ...own };
  const { coming, count, running } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => ({
    coming: await tx.prisma.peakDay.findFirst({
      where: planned,
      orderBy: [...firstFirst],
      select: { id: true },
    }),
    count: await tx.prisma.peakDay.count({ where: planned }),
    running: await tx.prisma.peakDay.findMany({
      where: { startsAt: { lte: now }, endsAt: { gt: now }, ...own },
      orderBy: [...firstFirst],
      take: MOST_RUNNING,
    }),
  }));
  const [first, ...others] = running;
  const shown = coming ?? first;
  if (shown === undefined) return null;
  try {
    return {
      report: await getReadiness({ ctx, keepDays, input: { id: shown.id, withForecast: false } }),
      further: Math.max(0, count - 1),
      running: await leadsOf(ctx, coming === null ? others : running, { now, keepDays }),
    };
  } catch (error) {
    // Deleted meanwhile.
    if (isHeadroomError(error, "not-found")) return null;
    throw error;
  }
}

function leadsOf(
  ctx: Context,
  days: readonly PeakDayModel[],
  at: { now: Date; keepDays: TrafficRetention },
): Promise<NextPeakDay["running"]> {
  const badness = (state: DayAlertState | null) => (state === null ? 0 : DAY_ALERT_STATES.indexOf(state));
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found: NextPeakDay["running"] = [];
    for (const day of days) {
      const running = await readRunningDay(tx, day, at);
      const { lead } = runningHeadline(running);
      found.push({ id: day.id, name: day.name, lead, state: foundState(running) });
    }
    return found.toSorted((a, b) => badness(b.state) - badness(a.state));
  });
}
