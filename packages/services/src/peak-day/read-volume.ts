import type { PeakDaySummary } from "@headroom/contract";
import { daysBefore, HOUR_SECONDS, inSameHours, silentSeconds, TimeZone, WEEK_SECONDS } from "@headroom/core";
import type { Curve, Hours } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { FEW } from "../traffic/rate-seconds.ts";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import { readStoredCurve } from "./curve-points.ts";
import { at, dayRange, secondOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import { readFrozen } from "./frozen-day.ts";
import { readHours } from "./read-counts.ts";
import { usualWeeks } from "./usual-weekday.ts";
import { readYearBefore } from "./year-before.ts";

const WEEKS_COMPARED = 4;
/** The first and the last point of a file can be a little off the hour. */
const KNOWN_OF_HOUR = 0.9;

type Volumes = NonNullable<PeakDaySummary["volume"]>;
type Volume = NonNullable<Volumes["week"]>;

/** What a day that is over came to against usual weeks, and what those came to against usual weeks of a year before. */
export async function readVolume(tx: WorkspaceTx, day: ServiceDayModel, reading: Reading): Promise<Volumes> {
  const own = await readSides(tx, day, reading);
  const readOther = async (other: ServiceDayModel) => {
    const { shown } = await readFrozen(tx, other);
    return shown?.summary.volume ?? readSides(tx, other, reading);
  };
  return { ...own, yearBefore: await readYearBefore(tx, day, { own, reading, readSides: readOther }) };
}

/** How many requests a day that is over had, and the week that ends with it, against the same hours of usual weeks. */
async function readSides(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<Pick<Volumes, "window" | "week">> {
  const zone = new TimeZone(day.timeZone);
  const [start, end] = [secondOf(day.startsAt), secondOf(day.endsAt)];
  const weekStart = daysBefore(zone, end, 7) ?? end - WEEK_SECONDS;
  const begins: number[] = [];
  for (let second = end - HOUR_SECONDS; second >= Math.min(start, weekStart); second -= HOUR_SECONDS)
    begins.unshift(second);
  const known = await knowledgeOf(tx, day, reading);
  const own = await known(begins);
  const stretches = [
    { from: start, isWanted: end - start >= HOUR_SECONDS },
    { from: weekStart, isWanted: start > weekStart },
  ].map(({ from, isWanted }) => ({ from, isWanted, first: begins.findIndex((second) => second >= from) }));
  const before = new Map<number, Promise<KnownHours>>();
  const hoursOf = (week: number) => {
    const shifted = begins.map((second) => daysBefore(zone, second, week * 7));
    const found = before.get(week) ?? known(shifted);
    before.set(week, found);
    return found;
  };
  const volumes: (Volume | null)[] = [];
  for (const { from, isWanted, first } of stretches)
    volumes.push(isWanted ? await volumeOf(tx, { day, reading, zone, own, hoursOf, from, first }) : null);
  const [window = null, week = null] = volumes;
  return { window, week };
}

interface KnownHours {
  hours: Hours;
  /** Which of them were imported. */
  imported: readonly boolean[];
  isSimulated: boolean;
}

interface VolumeOf {
  day: ServiceDayModel;
  reading: Reading;
  zone: TimeZone;
  own: KnownHours;
  hoursOf: (week: number) => Promise<KnownHours>;
  from: number;
  /** The first of the hours that is in the stretch. */
  first: number;
}

async function volumeOf(
  tx: WorkspaceTx,
  { day, reading, zone, own, hoursOf, from, first }: VolumeOf,
): Promise<Volume> {
  const end = secondOf(day.endsAt);
  const hours = own.hours.slice(first);
  const span = { serviceId: day.serviceId, startsAt: new Date(from * 1_000), endsAt: day.endsAt };
  const weeks: Volume["weeks"] = [];
  for (const week of await usualWeeks(tx, span, reading)) {
    const then = await hoursOf(week);
    const same = inSameHours(hours, then.hours.slice(first));
    // What was simulated says nothing about what wasn't.
    if (same === null || then.isSimulated !== own.isSimulated) continue;
    const [begin, over] = [from, end].map(
      (second) => daysBefore(zone, second, week * 7) ?? second - week * WEEK_SECONDS,
    );
    weeks.push({
      from: at(begin ?? from),
      to: at(over ?? end),
      hours: same.hours,
      requests: Math.round(same.other),
      ownRequests: Math.round(same.own),
      imported: then.imported.slice(first).includes(true),
    });
    if (weeks.length === WEEKS_COMPARED) break;
  }
  return {
    from: at(from),
    to: at(end),
    requests: Math.round(hours.reduce<number>((sum, requests) => sum + (requests ?? 0), 0)),
    hours: hours.length,
    knownHours: hours.filter((requests) => requests !== null).length,
    imported: own.imported.slice(first).includes(true),
    weeks,
  };
}

/** The requests of hours: of the day as it is shown, and otherwise from live traffic, or else from what was imported. */
async function knowledgeOf(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<(begins: readonly (number | null)[]) => Promise<KnownHours>> {
  const curve = await readStoredCurve(tx, day.id, "day");
  const weeks = await readStoredCurve(tx, day.id, "weeks-before");
  const start = secondOf(day.startsAt);
  return async (begins) => {
    const given = begins.flatMap((second) => second ?? []);
    const [from = 0] = given;
    const to = (given.at(-1) ?? 0) + HOUR_SECONDS;
    const span = { startsAt: new Date(from * 1_000), endsAt: new Date(to * 1_000) };
    const range = dayRange(span, reading, Math.max(1, (to - from) / 60));
    const live = await readHours(tx, day.serviceId, { begins: given, range });
    const found = begins.map((second) => {
      if (second === null) return { requests: null, imported: false };
      if (curve !== null && second >= start) return { requests: curveHour(curve, second), imported: true };
      const counted = liveHour(live, { second, pointSeconds: range.pointSeconds });
      if (counted !== null || weeks === null) return { requests: counted, imported: false };
      return { requests: curveHour(weeks, second), imported: true };
    });
    return {
      hours: found.map(({ requests }) => requests),
      imported: found.map(({ requests, imported }) => imported && requests !== null),
      isSimulated: simulatedIn(reading.origin, { from, to }) !== null,
    };
  };
}

/** Null: it has a silence in which requests would have come. */
function liveHour(
  live: Awaited<ReturnType<typeof readHours>>,
  { second, pointSeconds }: { second: number; pointSeconds: number },
): number | null {
  const from = Math.floor(second / pointSeconds) * pointSeconds;
  const found = live.get(from);
  if (found === undefined) return null;
  const { requests, points } = found;
  if (points === null) return requests;
  const counts = points.toSorted((a, b) => a - b).map((point) => [point, 0] as const);
  const silent = silentSeconds(counts, { from, to: from + HOUR_SECONDS, pointSeconds });
  return (requests / (HOUR_SECONDS - silent)) * silent < FEW ? requests : null;
}

/** Of each point, the part that lies in the hour. Null: a part of the hour is missing. */
function curveHour({ stepSeconds, points }: Curve, second: number): number | null {
  const end = second + HOUR_SECONDS;
  const parts = points.flatMap(([point, rate]) => {
    const seconds = Math.min(point + stepSeconds, end) - Math.max(point, second);
    return seconds > 0 ? [{ seconds, rate }] : [];
  });
  const known = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  if (known < HOUR_SECONDS * KNOWN_OF_HOUR) return null;
  return (parts.reduce((sum, { seconds, rate }) => sum + rate * seconds, 0) / known) * HOUR_SECONDS;
}
