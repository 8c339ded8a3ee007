import type { EarlierCurve, PeakDaySummary } from "@headroom/contract";
import { busiestStretch, HOUR_SECONDS, silentSeconds } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { quotedP99, readStoredCurve } from "./curve-points.ts";
import type { StoredCurve } from "./curve-points.ts";
import { at } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import type { DayPoints } from "./frozen-day.ts";
import { readVolume } from "./read-volume.ts";
import { timesEarlierOf } from "./times-earlier.ts";

/** What an imported or typed day came to. */
export async function readCurveSummary(
  tx: WorkspaceTx,
  {
    day,
    own,
    earlier,
    reading,
  }: { day: ServiceDayModel; own: DayPoints; earlier: readonly EarlierCurve[]; reading: Reading },
): Promise<PeakDaySummary | null> {
  const curve = await readStoredCurve(tx, day.id, "day");
  if (curve === null) return null;
  return {
    requests: own.total.requests,
    errors: own.total.errors,
    p99Ms: null,
    p99Range: null,
    meanMs: null,
    busiest: null,
    busiestHour: hourOf(curve),
    uptime: null,
    busiestLabel: null,
    ofProven: null,
    timesEarlier: timesEarlierOf(own, earlier),
    // What somebody drew from memory is not a count.
    volume: curve.source === "typed" ? null : await readVolume(tx, day, reading),
  };
}

/** Its p99 is only known if the file has a p99 of just that hour. */
function hourOf(curve: StoredCurve): PeakDaySummary["busiestHour"] {
  const { stepSeconds: pointSeconds, points } = curve;
  const [[first] = [0]] = points;
  const to = (points.at(-1)?.[0] ?? 0) + pointSeconds;
  if (HOUR_SECONDS % pointSeconds !== 0 || to - first < HOUR_SECONDS) return null;
  const counts = points.map(([second, rate]) => [second, rate * pointSeconds] as const);
  const hour = busiestStretch(counts, { pointSeconds, seconds: HOUR_SECONDS });
  if (hour === null) return null;
  const from = Math.min(hour.second, to - HOUR_SECONDS);
  const stretch = { from, to: from + HOUR_SECONDS };
  const hasOne = curve.p99?.stepSeconds === HOUR_SECONDS;
  return {
    at: at(from),
    requests: Math.round(hour.requests),
    throughput: hour.requests / HOUR_SECONDS,
    unknownSeconds: silentSeconds(counts, { ...stretch, pointSeconds }),
    meanMs: null,
    ...(hasOne ? quotedP99(curve, stretch) : { p99Ms: null, p99Range: null }),
  };
}
