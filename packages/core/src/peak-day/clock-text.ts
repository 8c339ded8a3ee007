import { formatLength } from "../format/duration.ts";
import { formatTime } from "../format/instant.ts";
import { DAY_SECONDS } from "../time.ts";
import { TimeZone } from "../zone/time-zone.ts";

/** "08:00" in the day's own time zone, with the date where it isn't the first day. "02:30 CET" in an hour that occurs twice. */
export function clockText(
  at: string,
  { startsAt, timeZone }: { startsAt: string; timeZone: string },
): string {
  const text = formatTime(new Date(at), new Date(startsAt), timeZone);
  return isShownTwice(at, timeZone) ? `${text} ${zoneName(at, timeZone)}` : text;
}

function isShownTwice(at: string, timeZone: string): boolean {
  const zone = new TimeZone(timeZone);
  return zone.offset(zone.shownAt(new Date(at)).getTime() / 1_000).occurs === "twice";
}

function zoneName(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "short" });
  return format.formatToParts(new Date(at)).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** "3 days", "2h 10 min", "45 s". */
export function untilText(seconds: number): string {
  if (seconds >= 2 * DAY_SECONDS) return `${Math.floor(seconds / DAY_SECONDS)} days`;
  if (seconds >= 60) return formatLength(Math.floor(seconds / 60) * 60);
  return `${Math.max(0, Math.floor(seconds))} s`;
}
