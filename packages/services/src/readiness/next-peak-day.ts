import type { ReadinessReport } from "@headroom/contract";
import { DAY_ALERT_STATES, foundState, isHeadroomError, runningHeadline } from "@headroom/core";
import type { DayAlertState, RunningDay } from "@headroom/core";
import { readOwnedServices } from "@headroom/db";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { readPersonName } from "../member/person-name.ts";
import { readLivePeak } from "../peak-day/live-peak.ts";
import type { LivePeak } from "../peak-day/live-peak.ts";
import { readRunningDay } from "../peak-day/running-day.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { getReadiness } from "./get-readiness.ts";

const MOST_RUNNING = 5;

export interface RunningPeak {
  id: string;
  name: string;
  service: { slug: string; name: string };
  /** What its page leads with. */
  lead: string;
  state: DayAlertState | null;
  /** What arrives now, of the worst one alone; null: nothing of the last hour is known. */
  live: LivePeak | null;
}

export interface NextPeakDay {
  /** Readiness for the next peak day, or for the one running now if no other is planned. */
  report: ReadinessReport;
  /** How many peak days are planned after it. */
  further: number;
  /** All that run now, the worst first. */
  running: RunningPeak[];
}

/** The next peak day and whether its service is ready, and those that run; null: all are over. */
export async function getNextPeakDay({
  ctx,
  keepDays,
  input: { isMine = false } = {},
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  /** `isMine`: only of services with an experiment that names the reader as its owner. */
  input?: { isMine?: boolean };
}): Promise<NextPeakDay | null> {
  requireScope(ctx, "read");
  const now = ctx.clock();
  const { coming, count, running } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const own = await servicesOf(tx, ctx, isMine);
    return readDays(tx, own, now);
  });
  const [first] = running;
  const shown = coming ?? first;
  if (shown === undefined) return null;
  try {
    return {
      report: await getReadiness({ ctx, keepDays, input: { id: shown.peakDayId, withForecast: false } }),
      further: Math.max(0, count - 1),
      running: await runningPeaks(ctx, running, { now, keepDays }),
    };
  } catch (error) {
    // Deleted meanwhile.
    if (isHeadroomError(error, "not-found")) return null;
    throw error;
  }
}

type OfServices = { serviceId?: string | { in: string[] } };

async function servicesOf(tx: WorkspaceTx, { actor }: Context, isMine: boolean): Promise<OfServices> {
  const only = onlyServiceOf(actor);
  if (only !== null) return { serviceId: only };
  if (!isMine) return {};
  const name = actor.kind === "person" ? await readPersonName(tx, actor.id) : null;
  return { serviceId: { in: name === null ? [] : await readOwnedServices(tx, name) } };
}

async function readDays(tx: WorkspaceTx, own: OfServices, now: Date) {
  const firstFirst = [{ startsAt: "asc" }, { id: "asc" }] as const;
  const planned = { startsAt: { gt: now }, ...own };
  return {
    coming: await tx.prisma.serviceDay.findFirst({
      where: planned,
      orderBy: [...firstFirst],
      select: { peakDayId: true },
    }),
    count: await tx.prisma.serviceDay.count({ where: planned }),
    running: await tx.prisma.serviceDay.findMany({
      where: { startsAt: { lte: now }, endsAt: { gt: now }, ...own },
      orderBy: [...firstFirst],
      take: MOST_RUNNING,
    }),
  };
}

function runningPeaks(
  ctx: Context,
  days: readonly ServiceDayModel[],
  at: { now: Date; keepDays: TrafficRetention },
): Promise<RunningPeak[]> {
  const badness = (state: DayAlertState | null) => (state === null ? 0 : DAY_ALERT_STATES.indexOf(state));
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const services = await tx.prisma.service.findMany({
      where: { id: { in: days.map(({ serviceId }) => serviceId) } },
      select: { id: true, slug: true, name: true },
    });
    const found: { day: ServiceDayModel; running: RunningDay; peak: RunningPeak }[] = [];
    for (const day of days) {
      const running = await readRunningDay(tx, day, at);
      const { slug = "", name = "" } = services.find(({ id }) => id === day.serviceId) ?? {};
      const { lead } = runningHeadline(running);
      const peak = { id: day.peakDayId, name: day.name, service: { slug, name }, lead, live: null };
      found.push({ day, running, peak: { ...peak, state: foundState(running) } });
    }
    const [worst, ...others] = found.toSorted((a, b) => badness(b.peak.state) - badness(a.peak.state));
    if (worst === undefined) return [];
    const live = await readLivePeak(tx, worst, at);
    return [{ ...worst.peak, live }, ...others.map(({ peak }) => peak)];
  });
}
