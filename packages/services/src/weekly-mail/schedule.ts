import { DAY_MILLIS, HOUR_MILLIS, nextMonday, TimeZone, WEEK_MILLIS } from "@headroom/core";

const HOUR = 8;
/** Until Tuesday evening. After that, last week's news would be in the way of this week's. */
const LATE_MILLIS = 36 * HOUR_MILLIS;
/** Without this, moving to a zone further west on a Monday would bring a second mail that day. */
const APART_MILLIS = 2 * DAY_MILLIS;

interface Schedule {
  dueAt: Date;
  /** What happened since then is news. */
  toldUntil: Date;
}

/** Of somebody who asks for it now: the first mail is about the week before it. */
export function firstSchedule(timeZone: string, now: Date): Schedule {
  const dueAt = dueAfter(timeZone, now);
  return { dueAt, toldUntil: new Date(dueAt.getTime() - WEEK_MILLIS) };
}

/** When the next one is due in another zone. */
export function movedTo(timeZone: string, toldUntil: Date, now: Date): Date {
  return dueAfter(timeZone, new Date(Math.max(now.getTime(), toldUntil.getTime() + APART_MILLIS)));
}

export function dueAfter(timeZone: string, after: Date): Date {
  return nextMonday(new TimeZone(timeZone), HOUR, after);
}

/** Nobody needs Monday's mail on Thursday: the next one says it, too. */
export function isTooLate(dueAt: Date, now: Date): boolean {
  return now.getTime() - dueAt.getTime() > LATE_MILLIS;
}
