import { MINUTE_SECONDS } from "../time.ts";
import { daysBefore } from "../zone/index.ts";
import type { TimeZone } from "../zone/index.ts";

/** A stretch of whole minutes, in epoch seconds. */
export interface EventWindow {
  from: number;
  to: number;
}

export interface AroundEvent {
  before: EventWindow;
  after: EventWindow;
}

/** Why there is nothing to compare yet, or at all. */
export type NotAround = { reason: "too-early"; readyAt: number } | { reason: "too-close"; otherAt: number };

/** What is compared on each side, unless another event is nearer. */
const LENGTH = 60 * MINUTE_SECONDS;
const SHORTEST = 15 * MINUTE_SECONDS;
/** A deploy takes a while, and its event is sent at its beginning or at its end: this much is left out on both sides. */
const SETTLES = 5 * MINUTE_SECONDS;
/** Live traffic of the last two minutes isn't complete. */
const ARRIVES = 2 * MINUTE_SECONDS;

/**
 * The hour before an event and the hour after it. Another event ends a side: what lies beyond has its effect. `others` are
 * the moments of the events that can change a service.
 */
export function windowsAround(
  at: number,
  { others, now }: { others: readonly number[]; now: number },
): AroundEvent | NotAround {
  const event = joined(at, others);
  const ends = Math.floor((event.from - SETTLES) / MINUTE_SECONDS) * MINUTE_SECONDS;
  const begins = Math.ceil((event.to + SETTLES) / MINUTE_SECONDS) * MINUTE_SECONDS;
  const last = others.filter((one) => one < event.from).reduce((a, b) => Math.max(a, b), -Infinity);
  const next = others.filter((one) => one > event.to).reduce((a, b) => Math.min(a, b), Infinity);
  const from = Math.max(ends - LENGTH, Math.ceil((last + SETTLES) / MINUTE_SECONDS) * MINUTE_SECONDS);
  const until = Math.min(begins + LENGTH, Math.floor((next - SETTLES) / MINUTE_SECONDS) * MINUTE_SECONDS);
  if (ends - from < SHORTEST) return { reason: "too-close", otherAt: last };
  if (until - begins < SHORTEST) return { reason: "too-close", otherAt: next };
  const to = Math.min(until, Math.floor((now - ARRIVES) / MINUTE_SECONDS) * MINUTE_SECONDS);
  if (to - begins < SHORTEST) return { reason: "too-early", readyAt: begins + SHORTEST + ARRIVES };
  return { before: { from, to: ends }, after: { from: begins, to } };
}

/** Events that follow each other this closely are one change: a deploy that began and finished, or two services at once. */
function joined(at: number, others: readonly number[]): EventWindow {
  const event = { from: at, to: at };
  const sorted = others.toSorted((a, b) => a - b);
  for (const one of sorted) if (one > event.to && one - event.to <= SETTLES) event.to = one;
  for (const one of sorted.toReversed())
    if (one < event.from && event.from - one <= SETTLES) event.from = one;
  return event;
}

const DAYS_LOOKED_AT = 28;

/**
 * The same windows on earlier days, latest first, by the clocks of a place: users' habits follow those. Left out are days on
 * which something happened around the windows; `busy` are such stretches.
 */
export function usualWindows(
  { before, after }: AroundEvent,
  { zone, busy }: { zone: TimeZone; busy: readonly EventWindow[] },
): AroundEvent[] {
  const shifted = ({ from, to }: EventWindow, days: number): EventWindow | null => {
    const second = daysBefore(zone, from, days);
    return second === null ? null : { from: second, to: second + to - from };
  };
  return Array.from({ length: DAYS_LOOKED_AT }, (_, at) => at + 1).flatMap((days) => {
    const windows = { before: shifted(before, days), after: shifted(after, days) };
    if (windows.before === null || windows.after === null) return [];
    const [from, to] = [windows.before.from - SETTLES, windows.after.to];
    const isBusy = busy.some((one) => one.from < to && one.to > from);
    return isBusy ? [] : [{ before: windows.before, after: windows.after }];
  });
}
