import { DAY_SECONDS, TimeZone } from "@headroom/core";
import { formatClock } from "@headroom/core/format";
import { clockStep, clockTicks } from "../model/axis-ticks.ts";
import type { Tick } from "../model/axis-ticks.ts";
import type { TimeModel } from "../model/time-model.ts";
import { zoneTicks } from "../plot/zone-ticks.ts";

type Clock = NonNullable<TimeModel["clock"]>;
type Timed = Pick<TimeModel, "clock" | "time" | "pointSeconds">;

/** A moment of a chart in words: a time of day, or the time since the start of a run. */
export function momentText(model: Timed): (seconds: number) => string {
  const { clock, time, pointSeconds } = model;
  if (clock === undefined) return formatClock;
  const format = formatOf(clock.timeZone, {
    ...(time[1] - time[0] > DAY_SECONDS / 2 ? DATE : {}),
    ...TIME,
    ...(pointSeconds % 60 === 0 ? {} : SECOND),
    ...(changesClocks(clock, time) ? ZONE : {}),
  });
  return (seconds) => format(clock.originMillis + seconds * 1_000);
}

/** Round moments on the axis; midnights have their date. */
export function momentTicks({ clock, time: [from, to] }: Timed, most: number): Tick[] {
  if (clock === undefined) return clockTicks(from, to, formatClock, most);
  const { originMillis, timeZone } = clock;
  const step = clockStep(to - from, most);
  const [first, last] = [originMillis + from * 1_000, originMillis + to * 1_000];
  const date = formatOf(timeZone, DATE);
  const time = formatOf(timeZone, step < 60 ? { ...TIME, ...SECOND } : TIME);
  return zoneTicks([first, last], step, timeZone).map(({ at, isMidnight }) => {
    return { value: (at - originMillis) / 1_000, label: isMidnight ? date(at) : time(at) };
  });
}

/** On such a day, an hour can occur twice. */
function changesClocks({ originMillis, timeZone }: Clock, [from, to]: TimeModel["time"]): boolean {
  const zone = new TimeZone(timeZone);
  const ahead = (seconds: number) => {
    const millis = originMillis + seconds * 1_000;
    return zone.shownAt(new Date(millis)).getTime() - millis;
  };
  return ahead(from) !== ahead(to);
}

const DATE: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const SECOND: Intl.DateTimeFormatOptions = { second: "2-digit" };
const ZONE: Intl.DateTimeFormatOptions = { timeZoneName: "short" };

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): (millis: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  return (millis) => format.format(millis).replace("Sept", "Sep");
}
