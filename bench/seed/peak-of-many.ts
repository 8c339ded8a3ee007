import { DAY_MILLIS } from "@headroom/core";
import { openDatabase } from "@headroom/db";
import type { Database } from "@headroom/db";

const EXPERIMENTS = 200;
const STEP = 60;

/** A coming peak day with an earlier one, and 200 experiments that represent the peak. Returns the peak day. */
export async function addPeakOfMany(databaseUrl: string, workspaceId: string): Promise<string> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    return await addTo(db, workspaceId);
  } finally {
    await db.close();
  }
}

function addTo(db: Database, workspaceId: string): Promise<string> {
  return db.inWorkspace(workspaceId, async (tx) => {
    const [largest] = await tx.prisma.experiment.groupBy({
      by: ["serviceId"],
      _count: true,
      orderBy: { _count: { id: "desc" } },
      take: 1,
    });
    if (largest === undefined) throw new Error("the workspace has no experiments");
    const { serviceId } = largest;
    const chosen = await tx.prisma.experiment.findMany({
      where: { serviceId },
      orderBy: { runsTotal: "desc" },
      take: EXPERIMENTS,
      select: { id: true },
    });
    await tx.prisma.experiment.updateMany({
      where: { id: { in: chosen.map(({ id }) => id) } },
      data: { representsPeak: true },
    });
    const add = async (name: string, inDays: number, expectedPeak: number | null) => {
      const now = new Date();
      const startsAt = new Date(now.getTime() + inDays * DAY_MILLIS);
      const times = { startsAt, endsAt: new Date(startsAt.getTime() + DAY_MILLIS), eventAt: startsAt };
      const words = { name, timeZone: "UTC", eventName: "start", createdAt: now, updatedAt: now };
      const [id, peakDayId] = [crypto.randomUUID(), crypto.randomUUID()];
      await tx.prisma.peakDay.create({ data: { id: peakDayId, workspaceId, ...times, ...words } });
      await tx.prisma.serviceDayRow.create({
        data: { id, workspaceId, peakDayId, serviceId, expectedPeak, createdAt: now },
      });
      return { id, peakDayId, startsAt };
    };
    const earlier = await add("Last year", -365, null);
    const next = await add("This year", 10, 90);
    const from = Math.floor(earlier.startsAt.getTime() / 1_000);
    const points = Array.from({ length: DAY_MILLIS / 1_000 / STEP }, (_, at) => [
      from + at * STEP,
      40 + 30 * Math.sin((2 * Math.PI * at * STEP) / (DAY_MILLIS / 1_000)),
    ]);
    await tx.prisma.serviceDayCurve.create({
      data: {
        serviceDayId: earlier.id,
        workspaceId,
        source: "typed",
        origin: {},
        stepSeconds: STEP,
        points,
        importedAt: new Date(),
      },
    });
    await tx.prisma.serviceDayEarlier.create({
      data: {
        workspaceId,
        serviceDayId: next.id,
        earlierId: earlier.peakDayId,
        growthLow: 1,
        growthHigh: 1.3,
      },
    });
    return next.peakDayId;
  });
}
