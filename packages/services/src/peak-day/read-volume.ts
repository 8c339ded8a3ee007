import type { PeakDaySummary } from "@headroom/contract";
import { daysBefore, HOUR_SECONDS, inSameHours, silentSeconds, TimeZone, WEEK_SECONDS } from "@headroom/core";
import type { Counts, Curve, Hours } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import { FEW } from "../traffic/rate-seconds.ts";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import { readStoredCurve } from "./curve-points.ts";
import { at, dayRange, secondOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import { readCounts } from "./read-counts.ts";
import { usualWeeks } from "./usual-weekday.ts";

const WEEKS_COMPARED = 4;

type Volumes = NonNullable<PeakDaySummary["volume"]>;
type Volume = NonNullable<Volumes["week"]>;

/** How many requests a day that is over had, and the week that ends with it, against the same hours of usual weeks. */
export async function readVolume(tx: WorkspaceTx, day: PeakDayModel, reading: Reading): Promise<Volumes> {
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
  day: PeakDayModel;
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
  day: PeakDayModel,
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
    const counts = await readCounts(tx, day.serviceId, range);
    const live = new Map(counts);
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
  live: ReadonlyMap<number, number>,
  { second, pointSeconds }: { second: number; pointSeconds: number },
): number | null {
  const from = Math.floor(second / pointSeconds) * pointSeconds;
  const counts: [number, number][] = [];
  for (let point = from; point < from + HOUR_SECONDS; point += pointSeconds) {
    const requests = live.get(point);
    if (requests !== undefined) counts.push([point, requests]);
  }
  return knownRequests(counts, { from, pointSeconds });
}

function knownRequests(
  counts: Counts,
  { from, pointSeconds }: { from: number; pointSeconds: number },
): number | null {
  const requests = counts.reduce((sum, [, own]) => sum + own, 0);
  const silent = silentSeconds(counts, { from, to: from + HOUR_SECONDS, pointSeconds });
  if (silent >= HOUR_SECONDS) return null;
  return (requests / (HOUR_SECONDS - silent)) * silent < FEW ? requests : null;
}

/** Null: a part of it is missing. */
function curveHour({ stepSeconds, points }: Curve, second: number): number | null {
  const own = points.filter(([point]) => point >= second && point + stepSeconds <= second + HOUR_SECONDS);
  const known = own.length * stepSeconds;
  // The points of a file can be a little off the hour.
  if (own.length === 0 || known < HOUR_SECONDS - stepSeconds) return null;
  return (own.reduce((sum, [, rate]) => sum + rate, 0) / own.length) * HOUR_SECONDS;
}
