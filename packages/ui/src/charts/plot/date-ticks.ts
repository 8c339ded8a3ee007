import { DAY_MILLIS, HOUR_MILLIS } from "@headroom/core";
import type { Tick } from "../model/axis-ticks.ts";
import { zoneTicks } from "./zone-ticks.ts";

const STEPS = [
  HOUR_MILLIS,
  3 * HOUR_MILLIS,
  6 * HOUR_MILLIS,
  12 * HOUR_MILLIS,
  DAY_MILLIS,
  2 * DAY_MILLIS,
  7 * DAY_MILLIS,
  14 * DAY_MILLIS,
];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

/** Round dates between two moments, at most `most`: hours, days, weeks, then the firsts of months. */
export function dateTicks(from: number, to: number, timeZone: string, most: number): Tick[] {
  const step = STEPS.find((candidate) => (to - from) / candidate <= most);
  if (step === undefined) return monthTicks(from, to, most);
  const label = labels(step < DAY_MILLIS ? "hour" : "day", timeZone);
  return zoneTicks([from, to], step / 1_000, timeZone).map(({ at }) => ({ value: at, label: label(at) }));
}

function monthTicks(from: number, to: number, most: number): Tick[] {
  const start = new Date(from);
  const months = (to - from) / (30.4 * DAY_MILLIS);
  const step = MONTH_STEPS.find((candidate) => months / candidate <= most) ?? 240;
  const label = labels(step % 12 === 0 ? "year" : "month", "UTC");
  const ticks: Tick[] = [];
  let month = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth() + 0.0001) / step) * step;
  for (;;) {
    const value = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (value > to) return ticks;
    if (value >= from) ticks.push({ value, label: label(value) });
    month += step;
  }
}

const FORMATS: Record<"hour" | "day" | "month" | "year", Intl.DateTimeFormatOptions> = {
  hour: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
  year: { year: "numeric" },
};

/** One formatter for all ticks: creating one is far slower than using it. */
function labels(kind: keyof typeof FORMATS, timeZone: string): (value: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", { ...FORMATS[kind], timeZone });
  return (value) => format.format(value).replace("Sept", "Sep");
}
