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

const MINUTE = 60;
/** What is compared on each side, unless another event is nearer. */
const LENGTH = 60 * MINUTE;
const SHORTEST = 15 * MINUTE;
/** A deploy takes a while, and its event is sent at its beginning or at its end: this much is left out on both sides. */
const SETTLES = 5 * MINUTE;
/** Live traffic of the last two minutes isn't complete. */
const ARRIVES = 2 * MINUTE;

/**
 * The hour before an event and the hour after it. Another event ends a side: what lies beyond has its effect. `others` are
 * the moments of the events that can change a service.
 */
export function windowsAround(
  at: number,
  { others, now }: { others: readonly number[]; now: number },
): AroundEvent | NotAround {
  const ends = Math.floor((at - SETTLES) / MINUTE) * MINUTE;
  const begins = Math.ceil((at + SETTLES) / MINUTE) * MINUTE;
  const last = others.filter((one) => one < at).reduce((a, b) => Math.max(a, b), -Infinity);
  const next = others.filter((one) => one > at).reduce((a, b) => Math.min(a, b), Infinity);
  const from = Math.max(ends - LENGTH, Math.ceil((last + SETTLES) / MINUTE) * MINUTE);
  const until = Math.min(begins + LENGTH, Math.floor((next - SETTLES) / MINUTE) * MINUTE);
  if (ends - from < SHORTEST) return { reason: "too-close", otherAt: last };
  if (until - begins < SHORTEST) return { reason: "too-close", otherAt: next };
  const to = Math.min(until, Math.floor((now - ARRIVES) / MINUTE) * MINUTE);
  if (to - begins < SHORTEST) return { reason: "too-early", readyAt: begins + SHORTEST + ARRIVES };
  return { before: { from, to: ends }, after: { from: begins, to } };
}
