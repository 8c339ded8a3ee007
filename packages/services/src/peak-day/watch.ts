import type { PeakDayBackground, PeakDayView } from "@headroom/contract";
import type { PeakDayModel } from "@headroom/db";
import type { Context } from "../context.ts";
import { readServiceCapacity } from "../capacity/service-capacity.ts";
import { requireScope } from "../scope.ts";
import { readServiceEvents } from "../service-event/list.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { timesOfTraffic } from "../traffic/traffic-times.ts";
import { answerPeakDay } from "./answer-peak-day.ts";
import { readBackground } from "./background.ts";
import { readDayPoints, secondOf } from "./day-points.ts";
import { readLatest } from "./latest-figures.ts";
import { requirePeakDay } from "./require-peak-day.ts";

interface WatchInput {
  id: string;
  webUrl: string;
  keepDays: TrafficRetention;
  /** As it was read a moment ago; it changes slowly. */
  background?: PeakDayBackground | undefined;
}

/** A peak day with everything that its page shows. */
export async function watchPeakDay({
  ctx,
  input,
}: {
  ctx: Context;
  input: WatchInput;
}): Promise<PeakDayView> {
  requireScope(ctx, "read");
  const { id, webUrl, keepDays, background } = input;
  const now = ctx.clock();
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const day = await requirePeakDay(tx, ctx, id);
    const peakDay = await answerPeakDay(tx, day, webUrl);
    const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId: day.serviceId } });
    const reading = {
      now: secondOf(now),
      keepDays,
      latest: traffic?.lastAt ? secondOf(traffic.lastAt) + 1 : 0,
      origin: traffic,
    };
    const own = await readDayPoints(tx, day, reading);
    const phase = phaseOf(day, now);
    const isLive = own.source === "live";
    const capacity = await readServiceCapacity(tx, {
      serviceId: day.serviceId,
      workspaceId: ctx.workspaceId,
      now,
    });
    const latest = isLive && phase === "during" ? await readLatest(tx, day, { ...reading, capacity }) : null;
    return {
      peakDay,
      now: now.toISOString(),
      phase,
      ...own,
      ...(background ?? (await readBackground(tx, { day, links: peakDay.earlier, isLive, reading }))),
      capacity,
      events: await readServiceEvents(tx, day.serviceId, { gte: day.startsAt, lt: day.endsAt }),
      latest,
      ...timesOfTraffic(traffic),
    };
  });
}

function phaseOf({ startsAt, endsAt }: PeakDayModel, now: Date): PeakDayView["phase"] {
  if (now < startsAt) return "before";
  return now < endsAt ? "during" : "after";
}
