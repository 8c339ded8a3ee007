import type { PeakDayBackground, PeakDayView } from "@headroom/contract";
import { dayAnswer } from "@headroom/core";
import type { ServiceDayModel, TrafficModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { readServiceCapacity } from "../capacity/service-capacity.ts";
import { requireScope } from "../scope.ts";
import { readServiceEvents } from "../service-event/list.ts";
import { readNotCounted } from "../traffic/heard-sources.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { timesOfTraffic } from "../traffic/traffic-times.ts";
import { answerPeakDay, timesOf } from "./answer-peak-day.ts";
import { readBackground, readFrozenBackground } from "./background.ts";
import { readCurvePoints } from "./curve-points.ts";
import { readingOf, readLiveDay } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import { NOT_FROZEN, readFrozen, within } from "./frozen-day.ts";
import type { DayPoints, ShownDay } from "./frozen-day.ts";
import { readJudgedDay } from "./judged-day.ts";
import { readLatest } from "./latest-figures.ts";
import { requireServiceDay } from "./require-peak-day.ts";

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
    const day = await requireServiceDay(tx, ctx, id);
    const peakDay = await answerPeakDay(tx, day, webUrl);
    const { reading, traffic } = await readingOf(tx, day.serviceId, { now, keepDays });
    const phase = phaseOf(day, now);
    const stored = phase === "after" ? await readFrozen(tx, day) : NOT_FROZEN;
    const { proven, shown } = stored;
    const frozen = shown === null ? null : within(shown, day);
    const capacity = proven?.capacity ?? (await readServiceCapacity(tx, { ...day, now, peakDay: day }));
    const own = await readOwn(tx, day, { frozen, reading });
    const beside = { day, links: peakDay.earlier, own, capacity, reading };
    const read = frozen === null ? readBackground : readFrozenBackground(frozen);
    const isWatched = own.source === "live" && phase === "during";
    const behind = background ?? (await read(tx, beside));
    const { targets } = proven ?? behind;
    return {
      peakDay,
      now: now.toISOString(),
      phase,
      ...own,
      ...behind,
      targets,
      provenAt: proven?.at.toISOString() ?? null,
      capacity,
      answer: await readAnswer(tx, day, { frozen: stored, own, summary: behind.summary, now }),
      events: await readServiceEvents(tx, day.serviceId, { gte: day.startsAt, lt: day.endsAt }),
      ...timesOfTraffic(traffic),
      ...(isWatched ? await readNow(tx, day, { reading, capacity, targets, traffic }) : NOTHING_NOW),
    };
  });
}

async function readAnswer(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { summary, ...known }: Parameters<typeof readJudgedDay>[2] & Pick<PeakDayBackground, "summary">,
): Promise<PeakDayView["answer"]> {
  const judged = known.now < day.endsAt ? null : await readJudgedDay(tx, day, known);
  const real = summary?.busiest?.throughput ?? null;
  const simulated = known.own.simulated !== null;
  return judged === null ? null : dayAnswer({ ...judged, real, simulated }, timesOf(day));
}

const NOTHING_NOW: Pick<PeakDayView, "latest" | "notCounted"> = { latest: null, notCounted: [] };

async function readNow(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { traffic, ...beside }: Parameters<typeof readLatest>[2] & { traffic: TrafficModel | null },
): Promise<typeof NOTHING_NOW> {
  const { serviceId } = day;
  const latest = await readLatest(tx, day, beside);
  return { latest, notCounted: await readNotCounted(tx, { serviceId, traffic, now: beside.reading.now }) };
}

async function readOwn(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { frozen, reading }: { frozen: ShownDay | null; reading: Reading },
): Promise<DayPoints> {
  return (await readCurvePoints(tx, day)) ?? frozen?.own ?? readLiveDay(tx, day, reading);
}

function phaseOf({ startsAt, endsAt }: ServiceDayModel, now: Date): PeakDayView["phase"] {
  if (now < startsAt) return "before";
  return now < endsAt ? "during" : "after";
}
