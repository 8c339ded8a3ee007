import { formatClock } from "@headroom/core/format";
import { clockStep, clockTicks, type Tick } from "../model/axis-ticks.ts";
import type { TimeModel } from "../model/time-model.ts";
import { zoneOffset } from "../plot/date-ticks.ts";

type Timed = Pick<TimeModel, "clock" | "time" | "pointSeconds">;

const DAY = 86_400;

/** A moment of a chart in words: a time of day, or the time since the start of a run. */
export function momentText(model: Timed): (seconds: number) => string {
  const { clock, time, pointSeconds } = model;
  if (clock === undefined) return formatClock;
  const format = formatOf(clock.timeZone, {
    ...(time[1] - time[0] > DAY / 2 ? DATE : {}),
    ...TIME,
    ...(pointSeconds % 60 === 0 ? {} : SECOND),
  });
  return (seconds) => format(clock.originMillis + seconds * 1_000);
}

/** Round moments on the axis; midnights have their date. */
export function momentTicks({ clock, time: [from, to] }: Timed, most: number): Tick[] {
  if (clock === undefined) return clockTicks(from, to, formatClock, most);
  const { originMillis, timeZone } = clock;
  const step = clockStep(to - from, most);
  const date = formatOf(timeZone, DATE);
  const time = formatOf(timeZone, step < 60 ? { ...TIME, ...SECOND } : TIME);
  // Midnights and full hours are those of the zone.
  const shift = (originMillis + zoneOffset(originMillis, timeZone)) / 1_000;
  return clockTicks(from + shift, to + shift, String, most).map(({ value }) => {
    const at = originMillis + (value - shift) * 1_000;
    return { value: value - shift, label: value % DAY === 0 ? date(at) : time(at) };
  });
}

const DATE: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const SECOND: Intl.DateTimeFormatOptions = { second: "2-digit" };

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): (millis: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  return (millis) => format.format(millis).replace("Sept", "Sep");
}
