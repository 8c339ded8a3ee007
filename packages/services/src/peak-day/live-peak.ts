import type { PeakDayNow } from "@headroom/contract";
import { HOUR_MILLIS } from "@headroom/core";
import type { RunningDay } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { dayRange, readingOf, readLivePoints } from "./day-points.ts";
import { readSlope } from "./latest-figures.ts";

/** What arrives of a running peak day. */
export interface LivePeak extends Pick<RunningDay, "targets" | "peakDay"> {
  /** The end of the newest second. */
  at: string;
  minute: NonNullable<RunningDay["latest"]>["minute"];
  /** What tests showed; null: nothing that counts. */
  capacity: { throughput: number; isProven: boolean } | null;
  /** When rising throughput reaches it; null: that can't be said. */
  slope: PeakDayNow["slope"];
  event: { name: string; at: string };
  /** Requests a second in the minutes of the last hour, the oldest first, whenever the day began. */
  hour: { at: string; throughput: number }[];
}

const POINTS = 60;

/** The last minute of a running day, and the hour before it; null: nothing of the last hour is known. */
export async function readLivePeak(
  tx: WorkspaceTx,
  { day, running }: { day: ServiceDayModel; running: RunningDay },
  { now, keepDays }: { now: Date; keepDays: TrafficRetention },
): Promise<LivePeak | null> {
  const { latest, capacity, targets, peakDay, source } = running;
  if (latest === null || source !== "live") return null;
  const { reading } = await readingOf(tx, day.serviceId, { now, keepDays });
  const from = new Date(now.getTime() - HOUR_MILLIS);
  const range = dayRange({ startsAt: from, endsAt: now }, reading, POINTS);
  const { points } = await readLivePoints(tx, day.serviceId, range, reading);
  const known = capacity.proven ? capacity : null;
  return {
    at: latest.at,
    minute: latest.minute,
    event: { name: day.eventName, at: day.eventAt.toISOString() },
    targets,
    peakDay,
    capacity: known && { throughput: known.throughput, isProven: known.accepted === null },
    slope: known && (await readSlope(tx, day, { reading, ceiling: known.throughput })),
    hour: points.map(({ at, throughput }) => ({ at, throughput })),
  };
}
