import type { ExpectedPeak } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { readDayPoints } from "./curve-points.ts";
import { secondOf } from "./day-points.ts";

export interface DayReading {
  now: Date;
  keepDays: TrafficRetention;
}

/** The peak of the newest earlier day with a known one, times the expected growth. Null: no earlier day has one. */
export async function readGrowthPeak(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: DayReading,
): Promise<Extract<ExpectedPeak, { kind: "growth" }> | null> {
  const links = await tx.prisma.serviceDayEarlier.findMany({ where: { serviceDayId: day.id } });
  const growth = new Map(links.map(({ earlierId, growthHigh }) => [earlierId, growthHigh]));
  const earlier = await tx.prisma.serviceDay.findMany({
    where: { serviceId: day.serviceId, peakDayId: { in: [...growth.keys()] } },
    orderBy: [{ startsAt: "desc" }, { id: "asc" }],
  });
  for (const one of earlier) {
    const { peak, simulated } = await readPeak(tx, one, reading);
    if (peak === null) continue;
    const factor = growth.get(one.peakDayId) ?? 1;
    return {
      kind: "growth",
      throughput: peak * factor,
      peak,
      growth: factor,
      earlier: { id: one.peakDayId, name: one.name },
      simulated,
    };
  }
  return null;
}

/** The highest throughput of a day that is over; null: it isn't known. */
async function readPeak(tx: WorkspaceTx, day: ServiceDayModel, { now, keepDays }: DayReading) {
  const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId: day.serviceId } });
  const reading = { now: secondOf(now), latest: secondOf(now), keepDays, origin: traffic };
  const { total, simulated } = await readDayPoints(tx, day, reading);
  return { peak: total.peak?.throughput ?? null, simulated: simulated !== null };
}
