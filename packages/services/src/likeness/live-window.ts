import { ALL_LABEL, DAY_SECONDS, HeadroomError, HOUR_SECONDS } from "@headroom/core";
import { readTrafficLabelCounts } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { coverSegments, trafficRange } from "../traffic/read-traffic.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

/** What of live traffic a test is compared with, in epoch seconds. */
export interface LiveWindow {
  from: number;
  to: number;
  chosen: "peak-day" | "busiest-hour" | "asked";
  peakDay: { id: string; name: string } | null;
}

interface WindowQuestion {
  serviceId: string;
  /** Null: open. */
  asked: { from: number | null; to: number | null };
  now: number;
  keepDays: TrafficRetention;
}

const TEN_MINUTES = 600;
const LOOK_BACK = 7 * DAY_SECONDS;
const PEAK_DAYS_LOOKED_AT = 3;
const LONGEST = 31 * DAY_SECONDS;

/**
 * As asked; else the busiest hour of the newest peak day that has live traffic, or else of the last 7 days. Null: there is
 * no live traffic.
 */
export async function chooseLiveWindow(
  tx: WorkspaceTx,
  question: WindowQuestion,
): Promise<LiveWindow | null> {
  const { serviceId, asked, now } = question;
  if (asked.from !== null || asked.to !== null) return askedWindow(asked, now);
  const days = await tx.prisma.serviceDay.findMany({
    where: { serviceId, startsAt: { lt: new Date(now * 1_000) } },
    orderBy: { startsAt: "desc" },
    take: PEAK_DAYS_LOOKED_AT,
    select: { peakDayId: true, name: true, startsAt: true, endsAt: true },
  });
  for (const { peakDayId: id, name, startsAt, endsAt } of days) {
    const span = { from: secondOf(startsAt), to: Math.min(now, secondOf(endsAt)) };
    const hour = await busiestHour(tx, span, question);
    if (hour !== null) return { ...hour, chosen: "peak-day", peakDay: { id, name } };
  }
  const hour = await busiestHour(tx, { from: now - LOOK_BACK, to: now }, question);
  return hour === null ? null : { ...hour, chosen: "busiest-hour", peakDay: null };
}

function askedWindow({ from, to }: WindowQuestion["asked"], now: number): LiveWindow {
  const end = to ?? (from === null ? now : Math.min(now, from + HOUR_SECONDS));
  const begin = from ?? end - HOUR_SECONDS;
  if (!(begin < end) || end - begin > LONGEST)
    throw new HeadroomError("parameter-unreadable", "The window is empty or longer than 31 days.", {
      field: "to",
      hint: "Use from= and to= with from before to, at most 31 days apart.",
    });
  return { from: begin, to: end, chosen: "asked", peakDay: null };
}

/** To ten minutes; null: there are no requests. */
async function busiestHour(
  tx: WorkspaceTx,
  { from, to }: { from: number; to: number },
  { serviceId, now, keepDays }: WindowQuestion,
): Promise<{ from: number; to: number } | null> {
  if (!(from < to)) return null;
  // Whole ten minutes are stored for as long as anything is.
  const range = {
    ...trafficRange({ from, to }, { now, keepDays }),
    from: Math.floor(from / TEN_MINUTES) * TEN_MINUTES,
    to: Math.ceil(to / TEN_MINUTES) * TEN_MINUTES,
    pointSeconds: TEN_MINUTES,
  };
  const counts = new Map<number, number>();
  const wanted = { labels: [ALL_LABEL], pointSeconds: TEN_MINUTES };
  for (const segment of await coverSegments(tx, serviceId, range))
    for (const { second, requests } of await readTrafficLabelCounts(tx, serviceId, segment, wanted))
      counts.set(second, (counts.get(second) ?? 0) + requests);
  const start = startOfBusiest(counts);
  return start === null ? null : { from: Math.max(from, start), to: Math.min(to, start + HOUR_SECONDS) };
}

/** The earliest of the busiest hours. */
function startOfBusiest(counts: ReadonlyMap<number, number>): number | null {
  const hours = [...counts.keys()].map((start) => {
    let requests = 0;
    for (let at = start; at < start + HOUR_SECONDS; at += TEN_MINUTES) requests += counts.get(at) ?? 0;
    return { start, requests };
  });
  const [busiest] = hours.toSorted((a, b) => b.requests - a.requests || a.start - b.start);
  return busiest === undefined || busiest.requests === 0 ? null : busiest.start;
}

function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
