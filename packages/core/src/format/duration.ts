import { DAY_SECONDS, HOUR_MILLIS, HOUR_SECONDS } from "../time.ts";
import { plural } from "./plural.ts";
const two = (value: number) => String(value).padStart(2, "0");

/** 2:10, 1:00:05: a moment of a run, or an offset on an axis. */
export function formatClock(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const [hours, minutes, rest] = partsOf(whole);
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  return seconds < 0 && whole > 0 ? `\u2212${text}` : text;
}

/** 8.4 s, 15m, 9m 10s, 1h 12m, 1h 5s: a length, with what is not zero of it. */
export function formatLength(seconds: number): string {
  if (seconds < 59.95) return `${Number(seconds.toFixed(1))} s`;
  const [hours, minutes, rest] = partsOf(Math.round(seconds));
  return [
    ...(hours > 0 ? [`${hours}h`] : []),
    ...(minutes > 0 ? [`${minutes}m`] : []),
    ...(rest > 0 ? [`${rest}s`] : []),
  ].join(" ");
}

/** 8d ago, in the largest unit that is reached. */
export function formatAge(from: Date, now: Date): string {
  const seconds = (now.getTime() - from.getTime()) / 1000;
  if (seconds < 60) return "just now";
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < DAY_SECONDS) return `${Math.floor(seconds / HOUR_SECONDS)}h ago`;
  const days = Math.floor(seconds / DAY_SECONDS);
  return days < 365 ? `${days}d ago` : `${Math.floor(days / 365.25) || 1}y ago`;
}

/** "in 12 days", "in 5 hours", "in less than an hour": how long until a moment that has yet to come. */
export function formatCountdown(until: Date, now: Date): string {
  const hours = Math.floor((until.getTime() - now.getTime()) / HOUR_MILLIS);
  if (hours >= 48) return `in ${Math.floor(hours / 24)} days`;
  return hours === 0 ? "in less than an hour" : `in ${plural(hours, "hour")}`;
}

function partsOf(whole: number): [hours: number, minutes: number, seconds: number] {
  return [Math.floor(whole / HOUR_SECONDS), Math.floor((whole % HOUR_SECONDS) / 60), whole % 60];
}
