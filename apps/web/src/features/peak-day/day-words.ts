import type { MissAnswer } from "@headroom/contract";
import { HOUR_MILLIS, missInWords } from "@headroom/core";
import { formatDate, formatDays, formatInstant } from "@headroom/ui";
import { withSigns } from "../delta/threshold-text.ts";

interface Zoned {
  timeZone: string;
}

type Times = Zoned & { startsAt: string; endsAt: string };

/** "Fri 27 Nov 2026" in the day's own time zone; with its end if that is another day. */
export function datesText({ startsAt, endsAt, timeZone }: Times): string {
  return formatDays(new Date(startsAt), new Date(endsAt), timeZone);
}

/** "14 Nov 2026" in the day's own time zone. */
export function dateText(at: string, { timeZone }: Zoned): string {
  return formatDate(new Date(at), timeZone);
}

/** "14 Nov 2026, 08:00" in the day's own time zone. */
export function momentText(at: string, { timeZone }: Zoned): string {
  return formatInstant(new Date(at), timeZone);
}

const LONGEST_ONE_DAY = 36 * HOUR_MILLIS;

/** "Usual Friday", for the day of the event; "Usual week" if the day is longer than one. */
export function usualText({ startsAt, endsAt, eventAt, timeZone }: Times & { eventAt: string }): string {
  if (Date.parse(endsAt) - Date.parse(startsAt) > LONGEST_ONE_DAY) return "Usual week";
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone }).format(new Date(eventAt));
  return `Usual ${weekday}`;
}

/** "08:00:05" in the day's own time zone, or "08:00:05 EST". */
export function secondText(at: string, { timeZone }: Zoned, timeZoneName?: "short"): string {
  const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  // American English has names such as EST for most zones, where others only have GMT-5.
  return new Intl.DateTimeFormat("en-US", { ...clock, timeZone, timeZoneName }).format(new Date(at));
}

/** "p99 ≤ 200 ms (240 ms)" */
export function missText({ target, range = null, ...miss }: MissAnswer): string {
  return withSigns(missInWords({ ...miss, text: target, range }));
}
