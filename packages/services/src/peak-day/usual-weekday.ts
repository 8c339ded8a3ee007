import type { UsualWeekday } from "@headroom/contract";
import { daysBefore, medianOfWeeks, TimeZone, WEEK_SECONDS, wholePoints, widen } from "@headroom/core";
import type { Curve } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import { readStoredCurve } from "./curve-points.ts";
import { dayRange, readLivePoints, secondOf, spanOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";

const WEEKS_READ = 4;
/** Some of those before are peak days themselves, or weren't recorded. */
const WEEKS_LOOKED_AT = 8;

/** The same weekday of the last usual weeks: the latest that are over and have no peak day in them. */
export async function readUsualWeekday(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<UsualWeekday | null> {
  const zone = new TimeZone(day.timeZone);
  const range = dayRange(day, reading);
  const moments: number[] = [];
  for (let second = range.from; second < range.to; second += range.pointSeconds) moments.push(second);
  const weeks: (number | null)[][] = [];
  let simulated: UsualWeekday["simulated"] = null;
  let imported = false;
  const given = await readStoredCurve(tx, day.id, "weeks-before");
  for (const week of await usualWeeks(tx, day, reading)) {
    const shifted = moments.map((second) => daysBefore(zone, second, week * 7));
    const rated = (rateAt: RateAt) => shifted.map((second) => (second === null ? null : rateAt(second)));
    const live = await readWeek(tx, { day, week, reading });
    const [own, other] = [rated(live.rateAt), rated(importedRate(given, live.span, range.pointSeconds))];
    // What is known best of a week: a day that was only partly recorded may have been imported.
    const isImported = knownOf(other) > knownOf(own);
    if (knownOf(own) === 0 && !isImported) continue;
    imported ||= isImported;
    if (!isImported) simulated ??= simulatedIn(reading.origin, live.span);
    weeks.push(isImported ? other : own);
    if (weeks.length === WEEKS_READ) break;
  }
  const middle = medianOfWeeks(weeks);
  const points = moments.flatMap((second, index): [number, number][] => {
    const rate = middle[index] ?? null;
    return rate === null ? [] : [[second, rate]];
  });
  return points.length === 0
    ? null
    : { weeks: weeks.length, stepSeconds: range.pointSeconds, points, simulated, imported };
}

/** Null: nothing is known of that moment. */
type RateAt = (second: number) => number | null;

function knownOf(rates: readonly (number | null)[]): number {
  return rates.filter((rate) => rate !== null).length;
}

/** Of what was imported of the weeks before, in points no shorter than those of the day. */
function importedRate(
  curve: Curve | null,
  { from, to }: { from: number; to: number },
  pointSeconds: number,
): RateAt {
  if (curve === null) return () => null;
  const own = curve.points.filter(([second]) => second >= from && second < to);
  const fine = { stepSeconds: curve.stepSeconds, points: own };
  const wide = wholePoints(fine, widen(fine, pointSeconds));
  const [start = 0] = wide.points[0] ?? [];
  const rates = new Map(wide.points);
  return (second) =>
    rates.get(start + Math.floor((second - start) / wide.stepSeconds) * wide.stepSeconds) ?? null;
}

/** How many weeks before the day they are. */
export async function usualWeeks(
  tx: WorkspaceTx,
  { serviceId, startsAt, endsAt }: Pick<ServiceDayModel, "serviceId" | "startsAt" | "endsAt">,
  { now }: Pick<Reading, "now">,
): Promise<number[]> {
  const [from, to] = [secondOf(startsAt), secondOf(endsAt)];
  const nearest = Math.max(1, Math.ceil((to - from) / WEEK_SECONDS), Math.ceil((to - now) / WEEK_SECONDS));
  const weeks = Array.from({ length: WEEKS_LOOKED_AT }, (_, at) => nearest + at);
  const days = await tx.prisma.serviceDay.findMany({
    where: { serviceId, startsAt: { lt: endsAt } },
    select: { startsAt: true, endsAt: true },
  });
  return weeks.filter((week) => {
    const [begin, end] = [from - week * WEEK_SECONDS, to - week * WEEK_SECONDS];
    return !days.some((one) => secondOf(one.startsAt) < end && secondOf(one.endsAt) > begin);
  });
}

/** Its throughput by the second of each point. */
async function readWeek(
  tx: WorkspaceTx,
  { day, week, reading }: { day: ServiceDayModel; week: number; reading: Reading },
): Promise<{ span: ReturnType<typeof spanOf>; rateAt: RateAt }> {
  // An hour more on both sides, for a week whose clocks are others.
  const shifted = (moment: Date, seconds: number) =>
    new Date(moment.getTime() - week * WEEK_SECONDS * 1_000 + seconds * 1_000);
  const hours = { startsAt: shifted(day.startsAt, -3_600), endsAt: shifted(day.endsAt, 3_600) };
  const range = dayRange(hours, reading);
  // All of it is over.
  const { points } = await readLivePoints(tx, day.serviceId, range, { ...reading, latest: reading.now });
  const rates = new Map(points.map(({ at, throughput }) => [Date.parse(at) / 1_000, throughput]));
  const { pointSeconds } = range;
  const rateAt = (second: number) => rates.get(Math.floor(second / pointSeconds) * pointSeconds) ?? null;
  return { span: spanOf(hours), rateAt };
}
