import { formatDate } from "../format/instant.ts";
import { formatChange, formatFigure, formatShort } from "../format/number.ts";
import { plural } from "../format/plural.ts";
import { HOUR_MILLIS, MINUTE_MILLIS } from "../time.ts";

/** A stretch against the same stretch of usual weeks before it. */
export interface Volume {
  from: string;
  to: string;
  /** Whole hours in it, and how many of them are known. */
  hours: number;
  knownHours: number;
  imported: boolean;
  /** Latest first; of each the hours that both have. */
  weeks: readonly VolumeWeek[];
}

interface VolumeWeek {
  from: string;
  to: string;
  hours: number;
  requests: number;
  ownRequests: number;
  imported: boolean;
}

/** +0.77: by how much the stretch had more requests than the latest usual week; null: it can't be compared. */
export function volumeChange({ weeks: [latest] }: Volume): number | null {
  return latest === undefined ? null : changeOf(latest);
}

/** "+77%", and what that rests on. The change is null where there is nothing to compare. */
export function volumeText(volume: Volume, timeZone: string): { change: string | null; rests: string } {
  const { hours, knownHours, weeks } = volume;
  const [latest] = weeks;
  const what = hours === WEEK_HOURS ? "the week" : "it";
  if (latest === undefined)
    return knownHours < hours
      ? { change: null, rests: `only ${knownHours} of the ${hours} hours of ${what} are known` }
      : { change: null, rests: "no usual week before it is known" };
  const last = formatDate(new Date(Date.parse(latest.to) - HOUR_MILLIS), timeZone);
  // The part of an hour that it begins with isn't compared.
  const isCut = Date.parse(volume.to) - Date.parse(volume.from) - hours * HOUR_MILLIS >= MINUTE_MILLIS;
  const rests = [
    `${formatShort(latest.ownRequests)} requests${isCut ? ` in its last ${plural(hours, "full hour")}` : ""}, ${formatShort(latest.requests)} the usual week before, to ${last}`,
    ...(latest.hours < hours ? [`in the ${latest.hours} of ${hours} hours that both have`] : []),
    ...(weeks.length < 2 ? [] : [againstText(weeks)]),
    ...(latest.imported || volume.imported ? ["as imported"] : []),
  ];
  return { change: formatChange(changeOf(latest)), rests: rests.join(", ") };
}

/** What was usual before a day, against what was usual before an earlier one. */
export interface UsualGrowth {
  earlier: { id: string; name: string; startsAt: string };
  /** "Saturday", or "week". */
  usual: string;
  /** Requests a second. */
  before: number;
  now: number;
  imported: boolean;
}

/**
 * "2.00x", and of what: "1,667 req/s in the same hours of a usual Saturday before this day, 833 req/s before Green Saturday 2018
 * (20 Apr 2018)".
 */
export function growthText(
  { earlier, usual, before, now, imported }: UsualGrowth,
  timeZone: string,
): { times: string; rests: string } {
  const then = `${earlier.name} (${formatDate(new Date(earlier.startsAt), timeZone)})`;
  const when = usual === "week" ? "in a usual week" : `in the same hours of a usual ${usual}`;
  const rates = `${formatFigure(now)} req/s ${when} before this day, ${formatFigure(before)} req/s before ${then}`;
  return { times: `${formatFigure(now / before)}x`, rests: `${rates}${imported ? ", as imported" : ""}` };
}

const WEEK_HOURS = 168;

/** "+64.3% to +105% against 3 usual weeks"; the change is said already where it is the same against all of them. */
function againstText(weeks: readonly VolumeWeek[]): string {
  const changes = weeks.map(changeOf).toSorted((a, b) => a - b);
  const [low, high] = [changes[0] ?? 0, changes.at(-1) ?? 0].map(formatChange);
  if (low !== high) return `${low} to ${high} against ${weeks.length} usual weeks`;
  return `the same against ${weeks.length === 2 ? "both" : `all ${weeks.length}`} usual weeks`;
}

function changeOf({ requests, ownRequests }: VolumeWeek): number {
  return ownRequests / requests - 1;
}
