import type { Services } from "../context.ts";
import { workFreezePeakDay } from "../peak-day/work-freeze-peak-day.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

interface Frozen {
  services: Services;
  workspaceId: string;
  keepDays: TrafficRetention;
  /** Whose job it says it is: its own workspace's. */
  claimedBy?: string;
}

/** What a day's service has of it; the day is there. */
export async function serviceDayOf(
  { db }: Pick<Services, "db">,
  { workspaceId, peakDayId }: { workspaceId: string; peakDayId: string },
): Promise<string> {
  const where = { peakDayId };
  return (await db.inWorkspace(workspaceId, (tx) => tx.prisma.serviceDay.findFirstOrThrow({ where }))).id;
}

/** Stores what a day of one service came to, as its job does. */
export async function freezeDay({
  services,
  workspaceId,
  keepDays,
  claimedBy = workspaceId,
  ...day
}: Frozen & ({ peakDayId: string } | { serviceDayId: string })): Promise<void> {
  const serviceDayId =
    "serviceDayId" in day ? day.serviceDayId : await serviceDayOf(services, { workspaceId, ...day });
  await workFreezePeakDay({
    services,
    job: {
      payload: { workspaceId: claimedBy, serviceDayId },
      last: false,
      signal: new AbortController().signal,
    },
    keepDays,
    readReport: (ctx, id) => getReadiness({ ctx, keepDays, input: { id } }),
  });
}
