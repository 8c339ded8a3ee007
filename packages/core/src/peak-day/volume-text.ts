import { formatDate } from "../format/instant.ts";
import { formatChange, formatShort } from "../format/number.ts";
import { HOUR_MILLIS } from "../time.ts";

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
  const rests = [
    `${formatShort(latest.ownRequests)} requests, ${formatShort(latest.requests)} the usual week before, to ${last}`,
    ...(latest.hours < hours ? [`in the ${latest.hours} of ${hours} hours that both have`] : []),
    ...(weeks.length < 2 ? [] : [`${rangeText(weeks)} against ${weeks.length} usual weeks`]),
    ...(latest.imported || volume.imported ? ["as imported"] : []),
  ];
  return { change: formatChange(changeOf(latest)), rests: rests.join(", ") };
}

const WEEK_HOURS = 168;

function rangeText(weeks: readonly VolumeWeek[]): string {
  const changes = weeks.map(changeOf).toSorted((a, b) => a - b);
  const [low, high] = [changes[0] ?? 0, changes.at(-1) ?? 0].map(formatChange);
  return low === high || low === undefined || high === undefined ? (low ?? "") : `${low} to ${high}`;
}

function changeOf({ requests, ownRequests }: VolumeWeek): number {
  return ownRequests / requests - 1;
}
