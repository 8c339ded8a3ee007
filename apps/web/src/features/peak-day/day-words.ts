import { formatLength } from "@headroom/ui";

const SHORT = { month: "short", day: "numeric", year: "numeric" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** "Fri, Nov 27, 2026" in the day's own time zone; with its end if that is another day. */
export function datesText({
  startsAt,
  endsAt,
  timeZone,
}: {
  startsAt: string;
  endsAt: string;
  timeZone: string;
}) {
  const format = new Intl.DateTimeFormat("en-US", { ...SHORT, weekday: "short", timeZone });
  // The midnight at which it ends belongs to the day before.
  const text = format.formatRange(new Date(startsAt), new Date(Date.parse(endsAt) - 1));
  // The spaces around the dash aren't the same in Node and in browsers.
  return text.replaceAll(/\s/gu, " ");
}

/** "Nov 14, 2026" in the day's own time zone. */
export function dateText(at: string, { timeZone }: { timeZone: string }): string {
  return new Intl.DateTimeFormat("en-US", { ...SHORT, timeZone }).format(new Date(at));
}

/** "Nov 14, 2026, 08:00" in the day's own time zone. */
export function momentText(at: string, { timeZone }: { timeZone: string }): string {
  return new Intl.DateTimeFormat("en-US", { ...SHORT, ...CLOCK, timeZone }).format(new Date(at));
}

/** "08:00" in the day's own time zone, with the date where it isn't the first day. */
export function clockText(
  at: string,
  { startsAt, timeZone }: { startsAt: string; timeZone: string },
): string {
  const day = new Intl.DateTimeFormat("en-US", { ...SHORT, timeZone });
  const clock = new Intl.DateTimeFormat("en-US", { ...CLOCK, timeZone }).format(new Date(at));
  const isFirst = day.format(new Date(at)) === day.format(new Date(startsAt));
  return isFirst ? clock : `${day.format(new Date(at))}, ${clock}`;
}

const LONGEST_ONE_DAY = 36 * 3_600_000;

/** "Usual Friday", for the day of the event; "Usual week" if the day is longer than one. */
export function usualText({
  startsAt,
  endsAt,
  eventAt,
  timeZone,
}: {
  startsAt: string;
  endsAt: string;
  eventAt: string;
  timeZone: string;
}): string {
  if (Date.parse(endsAt) - Date.parse(startsAt) > LONGEST_ONE_DAY) return "Usual week";
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone }).format(new Date(eventAt));
  return `Usual ${weekday}`;
}

/** "08:00:05" in the day's own time zone, or "08:00:05 EST". */
export function secondText(at: string, { timeZone }: { timeZone: string }, timeZoneName?: "short"): string {
  const options = { ...CLOCK, second: "2-digit", timeZone, timeZoneName } as const;
  return new Intl.DateTimeFormat("en-US", options).format(new Date(at));
}

/** "3 days", "2h 10 min", "45 s". */
export function untilText(seconds: number): string {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 60) return formatLength(Math.floor(seconds / 60) * 60);
  return `${Math.max(0, Math.floor(seconds))} s`;
}
