import { DAY_MILLIS } from "../time.ts";
import { TimeZone } from "../zone/time-zone.ts";

/** The periods of a calendar that an SLO can be about. */
export const SLO_WINDOW_UNITS = ["week", "month", "quarter"] as const;
export type SloWindowUnit = (typeof SLO_WINDOW_UNITS)[number];

/** What an SLO looks back on: the last days, or a calendar period of a time zone. */
export type SloWindow =
  | { kind: "rolling"; days: number }
  | { kind: "calendar"; unit: SloWindowUnit; timeZone: string };

export interface Span {
  from: Date;
  to: Date;
}

/** The window that contains `now`; a rolling one ends with it. Weeks begin on Monday. */
export function windowAt(window: SloWindow, now: Date): Span {
  if (window.kind === "rolling") return { from: new Date(now.getTime() - window.days * DAY_MILLIS), to: now };
  const zone = new TimeZone(window.timeZone);
  const shown = zone.shownAt(now);
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()];
  const first = (m: number, d: number) => startOfDay(new Date(Date.UTC(year, m, d)), zone);
  switch (window.unit) {
    case "week": {
      const monday = day - ((new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7);
      return { from: first(month, monday), to: first(month, monday + 7) };
    }
    case "month":
      return { from: first(month, 1), to: first(month + 1, 1) };
    case "quarter": {
      const start = month - (month % 3);
      return { from: first(start, 1), to: first(start + 3, 1) };
    }
  }
}

/**
 * The first moment at which the clocks of a zone show this date or a later one: not every day begins at midnight, and a
 * few dates were skipped. Local dates only go forward, so the moment is searched for, to the second.
 */
function startOfDay(date: Date, zone: TimeZone): Date {
  let before = date.getTime() - DAY_MILLIS;
  let reached = date.getTime() + DAY_MILLIS;
  while (reached - before > 1_000) {
    const middle = Math.floor((before + reached) / 2_000) * 1_000;
    if (zone.shownAt(new Date(middle)) >= date) reached = middle;
    else before = middle;
  }
  return new Date(reached);
}
