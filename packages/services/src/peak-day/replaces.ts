import type { ServiceDayModel } from "@headroom/db";
import type { DayPoints, ShownDay } from "./frozen-day.ts";

/** Points at the edge of a silence can be there or not. */
const COVERED = 0.98;

/**
 * Whether what is read of a day now replaces what was frozen of it: not if live traffic has been removed since, or has only
 * become coarser.
 */
export function replaces(
  fresh: DayPoints,
  before: Pick<ShownDay, "own" | "from" | "to">,
  { startsAt, endsAt }: Pick<ServiceDayModel, "startsAt" | "endsAt">,
): boolean {
  const isSame = before.from.getTime() === startsAt.getTime() && before.to.getTime() === endsAt.getTime();
  if (isSame) return fresh.total.requests > before.own.total.requests;
  if (fresh.total.requests === 0) return before.own.total.requests === 0;
  const common = before.own.points
    .map(({ at }) => Date.parse(at))
    .filter((at) => at >= startsAt.getTime() && at < endsAt.getTime());
  const width = fresh.pointSeconds * 1_000;
  const known = new Set(fresh.points.map(({ at }) => Math.floor(Date.parse(at) / width)));
  const covered = common.filter((at) => known.has(Math.floor(at / width)));
  return covered.length >= common.length * COVERED;
}
