import { belowEarlier } from "@headroom/core";
import type { ExpectedPeak, TestedCapacity } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { readEarlierLinks } from "../peak-day/answer-peak-day.ts";
import { readEarlierDays } from "../peak-day/background.ts";
import { readDayPoints } from "../peak-day/curve-points.ts";
import { readingOf, secondOf } from "../peak-day/day-points.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

export interface DayReading {
  now: Date;
  keepDays: TrafficRetention;
}

/** What somebody typed in, or else the newest earlier day's peak times the most growth that is expected. Null: neither is known. */
export async function readExpectedPeak(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: DayReading,
  capacity: TestedCapacity,
): Promise<ExpectedPeak | null> {
  if (day.expectedPeak !== null) return readTyped(tx, { day, typed: day.expectedPeak, reading, capacity });
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

async function readTyped(
  tx: WorkspaceTx,
  {
    day,
    typed,
    reading: { now, keepDays },
    capacity,
  }: { day: ServiceDayModel; typed: number; reading: DayReading; capacity: TestedCapacity },
): Promise<ExpectedPeak> {
  const { reading } = await readingOf(tx, day.serviceId, { now, keepDays });
  const links = await readEarlierLinks(tx, day);
  const earlier = await readEarlierDays(tx, { day, links, reading });
  const shown =
    capacity.state === "unproven"
      ? null
      : { throughput: capacity.lowest.throughput, state: capacity.lowest.state };
  const below = belowEarlier({ typed, earlier, shown });
  return { kind: "typed", throughput: typed, source: day.expectedSource, below };
}

/** The highest throughput of a day that is over; null: it isn't known. */
async function readPeak(tx: WorkspaceTx, day: ServiceDayModel, { now, keepDays }: DayReading) {
  const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId: day.serviceId } });
  const reading = { now: secondOf(now), latest: secondOf(now), keepDays, origin: traffic };
  const { total, simulated } = await readDayPoints(tx, day, reading);
  return { peak: total.peak?.throughput ?? null, simulated: simulated !== null };
}
