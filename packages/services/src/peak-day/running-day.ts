import type { RunningDay } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import { readServiceCapacity } from "../capacity/service-capacity.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { timesOfTraffic } from "../traffic/traffic-times.ts";
import { timesOf } from "./answer-peak-day.ts";
import { readTargets } from "./background.ts";
import { readCurvePoints, readingOf, readLiveDay } from "./day-points.ts";
import { readLatest } from "./latest-figures.ts";

/** A day that runs now, as far as its headline and its alerts are made from it. */
export async function readRunningDay(
  tx: WorkspaceTx,
  day: PeakDayModel,
  { now, keepDays }: { now: Date; keepDays: TrafficRetention },
): Promise<RunningDay & { isSimulated: boolean }> {
  const { reading, traffic } = await readingOf(tx, day.serviceId, { now, keepDays });
  const { source, points, simulated } =
    (await readCurvePoints(tx, day)) ?? (await readLiveDay(tx, day, reading));
  const capacity = await readServiceCapacity(tx, { ...day, now });
  const targets = await readTargets(tx, day.serviceId);
  const isLive = source === "live";
  return {
    now: now.toISOString(),
    phase: "during",
    source,
    peakDay: timesOf(day),
    targets,
    capacity,
    points,
    latest: isLive ? await readLatest(tx, day, { reading, capacity, targets }) : null,
    ...timesOfTraffic(traffic),
    isSimulated: simulated !== null,
  };
}
