import type { RunningDay } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { readServiceCapacity } from "../capacity/service-capacity.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import { timesOfTraffic } from "../traffic/traffic-times.ts";
import { timesOf } from "./answer-peak-day.ts";
import { readTargets } from "./background.ts";
import { readCurvePoints } from "./curve-points.ts";
import { readingOf, readLiveDay, spanOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import { readLatestMinute } from "./latest-figures.ts";

/** A day that runs now, as far as its headline and its alerts are made from it. */
export async function readRunningDay(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { now, keepDays }: { now: Date; keepDays: TrafficRetention },
): Promise<RunningDay & { isSimulated: boolean }> {
  const { reading, traffic } = await readingOf(tx, day.serviceId, { now, keepDays });
  const drawn = await readCurvePoints(tx, day);
  const capacity = await readServiceCapacity(tx, { ...day, now, peakDay: day });
  const targets = await readTargets(tx, day.serviceId);
  const latest = drawn === null ? await readLatestMinute(tx, day, { reading, targets }) : null;
  // Only a day of which nothing is known lately says when the newest data is from.
  const { source, points } = drawn ?? (await shownOf(tx, day, { reading, latest }));
  return {
    now: now.toISOString(),
    phase: "during",
    source,
    peakDay: timesOf(day),
    targets,
    capacity,
    points,
    latest: latest === null ? null : { ...latest, slope: null },
    ...timesOfTraffic(traffic),
    isSimulated: simulatedIn(reading.origin, spanOf(day)) !== null,
  };
}

async function shownOf(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { reading, latest }: { reading: Reading; latest: object | null },
): Promise<Pick<RunningDay, "source" | "points">> {
  return latest === null ? readLiveDay(tx, day, reading) : { source: "live", points: [] };
}
