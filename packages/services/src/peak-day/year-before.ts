import { DAY_SECONDS, HOUR_SECONDS, TimeZone } from "@headroom/core";
import type { UsualGrowth, Volume } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import { at, secondOf, spanOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";

/** The same event isn't always on the same date. */
const A_YEAR_SECONDS = 330 * DAY_SECONDS;

interface Sides {
  window: Volume | null;
  week: Volume | null;
}

/** What was usual before a day against what was usual before its latest earlier day of at least about a year ago. */
export async function readYearBefore(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  {
    own,
    reading,
    readSides,
  }: { own: Sides; reading: Reading; readSides: (of: ServiceDayModel) => Promise<Sides> },
): Promise<UsualGrowth | null> {
  const links = await tx.prisma.serviceDayEarlier.findMany({ where: { serviceDayId: day.id } });
  const earlier = await tx.prisma.serviceDay.findFirst({
    where: {
      serviceId: day.serviceId,
      peakDayId: { in: links.map(({ earlierId }) => earlierId) },
      startsAt: { lte: new Date((secondOf(day.startsAt) - A_YEAR_SECONDS) * 1_000) },
    },
    orderBy: [{ startsAt: "desc" }, { id: "asc" }],
  });
  if (earlier === null) return null;
  // What was simulated says nothing about what wasn't.
  const [isSimulated, wasSimulated] = [day, earlier].map(
    (one) => simulatedIn(reading.origin, spanOf(one)) !== null,
  );
  if (isSimulated !== wasSimulated) return null;
  const then = await readSides(earlier);
  const isAlike = weekdayOf(day) === weekdayOf(earlier) && beginOf(day) === beginOf(earlier);
  const found = (isAlike ? grown(own.window, then.window) : null) ?? grown(own.week, then.week);
  if (found === null) return null;
  const { side, ...rates } = found;
  const { peakDayId: id, name, startsAt } = earlier;
  const usual = side === own.window ? weekdayOf(day) : "week";
  return { earlier: { id, name, startsAt: at(secondOf(startsAt)) }, usual, ...rates };
}

/** Null: not all hours of a usual week are known of both, they aren't equally long, or there was nothing to grow from. */
function grown(side: Volume | null, then: Volume | null) {
  if (side === null || then === null || side.hours !== then.hours) return null;
  const [own, before] = [side, then].map(({ weeks, hours }) => weeks.find((week) => week.hours === hours));
  if (own === undefined || before === undefined || before.requests === 0) return null;
  const rateOf = ({ requests, hours }: typeof own) => requests / (hours * HOUR_SECONDS);
  return { side, before: rateOf(before), now: rateOf(own), imported: own.imported || before.imported };
}

function weekdayOf({ eventAt, timeZone }: ServiceDayModel): string {
  return new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone }).format(eventAt);
}

/** "00:00:00": what the clocks show as the day begins. */
function beginOf({ startsAt, timeZone }: ServiceDayModel): string {
  return new TimeZone(timeZone).shownAt(startsAt).toISOString().slice(11, 19);
}
