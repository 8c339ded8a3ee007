import { MINUTE_MILLIS } from "../time.ts";
import { isOffClock, silenceOf } from "./headline.ts";
import { succeeded } from "./running-day.ts";
import type { RunningDay } from "./running-day.ts";
import { troubleOf } from "./trouble.ts";

/** What people are told of, from calm to worst: from 85% and 100% of what is proven, a target missed, nothing that arrives. */
export const DAY_ALERT_STATES = ["calm", "near", "above", "slow", "errors", "silent"] as const;
export type DayAlertState = (typeof DAY_ALERT_STATES)[number];

/** From so much of what is proven, people should look. */
export const NEAR_PROVEN = 0.85;

/** What is wrong now; null: nothing is known of it. */
export function foundState(day: RunningDay): DayAlertState | null {
  const { source, latest, capacity, targets, now, offClock } = day;
  const nowMillis = Date.parse(now);
  if (source !== "live") return null;
  const silence = silenceOf(day, nowMillis);
  // What arrives with wrong times isn't missing, and what never came hasn't stopped.
  if (silence !== null) return isOffClock(offClock, nowMillis) || silence === Infinity ? null : "silent";
  if (latest === null) return null;
  const { minute } = latest;
  const trouble = troubleOf(targets, minute);
  if (trouble !== null) return trouble;
  if (!capacity.proven) return "calm";
  if (minute.throughput > capacity.throughput) return "above";
  return succeeded(minute) > capacity.throughput * NEAR_PROVEN ? "near" : "calm";
}

/** What an alert remembers between two looks at its day. */
export interface DayAlert {
  state: DayAlertState;
  /** Since when something worse than that has been found in each look; null: it wasn't in the last one. */
  worseSince: Date | null;
  /** Since when something better has been found. */
  betterSince: Date | null;
}

/** So long something has to be worse, so that one message says how bad it is, and not first how it began. */
const SETTLE_MILLIS = 30_000;
/** So long it has to be better, so that a figure around its limit isn't news every minute. */
const CALM_MILLIS = 2 * MINUTE_MILLIS;

interface Look {
  found: DayAlertState | null;
  now: Date;
  /** How many minutes in a row have to be bad. The figures are those of the last one. */
  minutes: number;
}

/** What follows from a look. Where nothing is known, nothing gets better or worse. */
export function nextAlert(
  { state, worseSince, betterSince }: DayAlert,
  { found, now, minutes }: Look,
): DayAlert {
  const settled = { state: found ?? state, worseSince: null, betterSince: null };
  if (found === null || found === state) return settled;
  const lasts = (since: Date, millis: number) => now.getTime() - since.getTime() >= millis;
  if (!isWorse(found, state)) {
    const since = betterSince ?? now;
    return lasts(since, CALM_MILLIS) ? settled : { state, worseSince: null, betterSince: since };
  }
  const since = worseSince ?? now;
  return lasts(since, settleMillis(found, minutes))
    ? settled
    : { state, worseSince: since, betterSince: null };
}

/** Nothing has arrived for two minutes when that is found. */
function settleMillis(found: DayAlertState, minutes: number): number {
  return found === "silent" ? 0 : Math.max(SETTLE_MILLIS, (minutes - 1) * MINUTE_MILLIS);
}

/** Whether people are to be told: that it is worse than they know, or that it is over. That it is a little better, isn't news. */
export function isDayNews(state: DayAlertState, told: DayAlertState): boolean {
  return state !== told && (state === "calm" || isWorse(state, told));
}

function isWorse(a: DayAlertState, b: DayAlertState): boolean {
  return DAY_ALERT_STATES.indexOf(a) > DAY_ALERT_STATES.indexOf(b);
}
