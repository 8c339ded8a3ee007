import { MAX_PEAK_DAYS, serviceFilter } from "@headroom/contract";
import type { ListedPeakDay } from "@headroom/contract";
import { foundState, runningHeadline } from "@headroom/core";
import type { ServiceDayModel } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { timesOf } from "./answer-peak-day.ts";
import { readGrowthPeak } from "./growth-peak.ts";
import { readRunningDay } from "./running-day.ts";

/** Each is a look at the traffic of a service. */
const MOST_RUNNING = 20;
const MOST_GROWN = 20;

/** The peak days of the workspace or of one service, latest first. */
export async function listPeakDays({
  ctx,
  keepDays,
  input: { parameters, webUrl },
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { parameters: unknown; webUrl: string };
}): Promise<{ peakDays: ListedPeakDay[] }> {
  requireScope(ctx, "read");
  const { service: slug } = parseInput(serviceFilter, parameters);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const only = slug === undefined ? onlyServiceOf(ctx.actor) : (await findService(tx, ctx, slug)).id;
    const found = await tx.prisma.serviceDay.findMany({
      where: only === null ? {} : { serviceId: only },
      orderBy: [{ startsAt: "desc" }, { id: "asc" }],
      take: MAX_PEAK_DAYS,
    });
    const services = await tx.prisma.service.findMany({
      where: { id: { in: found.map(({ serviceId }) => serviceId) } },
      select: { id: true, slug: true, name: true },
    });
    const curves = await tx.prisma.serviceDayCurve.findMany({
      where: { part: "day" },
      select: { serviceDayId: true },
    });
    const now = ctx.clock();
    const headlines = new Map<string, ListedPeakDay["headline"]>();
    for (const day of found.filter((one) => isRunning(one, now)).slice(0, MOST_RUNNING)) {
      const running = await readRunningDay(tx, day, { now, keepDays });
      headlines.set(day.id, { ...runningHeadline(running), state: foundState(running) });
    }
    const grown = new Map<string, number>();
    for (const day of found.filter((one) => isDue(one, now)).slice(-MOST_GROWN)) {
      const growth = await readGrowthPeak(tx, day, { now, keepDays });
      if (growth !== null) grown.set(day.id, growth.throughput);
    }
    const named = new Map(services.map(({ id, ...names }) => [id, names]));
    const drawn = new Set(curves.map(({ serviceDayId }) => serviceDayId));
    return {
      peakDays: found.map((one) => ({
        ...timesOf(one),
        service: named.get(one.serviceId) ?? { slug: "", name: "" },
        expectedPeak: one.expectedPeak,
        growthPeak: grown.get(one.id) ?? null,
        hasCurve: drawn.has(one.id),
        headline: headlines.get(one.id) ?? null,
        url: `${webUrl}/peak-days/${one.peakDayId}`,
      })),
    };
  });
}

function isRunning({ startsAt, endsAt }: ServiceDayModel, now: Date): boolean {
  return startsAt <= now && now < endsAt;
}

/** Not over, and nobody entered how high its peak will be. */
function isDue({ expectedPeak, endsAt }: ServiceDayModel, now: Date): boolean {
  return expectedPeak === null && now < endsAt;
}
