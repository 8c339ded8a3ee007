import type { EarlierCurve, PeakDaySummary } from "@headroom/contract";
import { timesPeak } from "@headroom/core";
import type { DayPoints } from "./frozen-day.ts";

/** The peak against that of the latest earlier day, in points of the same length. */
export function timesEarlierOf(
  own: DayPoints,
  [last]: readonly EarlierCurve[],
): PeakDaySummary["timesEarlier"] {
  if (last === undefined) return null;
  const points = own.points.map(
    ({ at: moment, throughput }) => [Date.parse(moment) / 1_000, throughput] as const,
  );
  const times = timesPeak({ stepSeconds: own.pointSeconds, points }, last);
  return times === null ? null : { id: last.id, name: last.name, ...times };
}
