import type { RunningPeak } from "@headroom/services";
import { HOUR_MILLIS, MINUTE_MILLIS, clockText } from "@headroom/core";
import { formatFigure, formatShort } from "@headroom/ui";

export type LivePeak = NonNullable<RunningPeak["live"]>;

/** A drawing in percent of its width and height, from the left and from the top. */
export interface LiveChart {
  /** Paths in a box of 100 by 100. */
  line: string;
  area: string;
  last: { x: number; y: number } | null;
  /** Null: nothing is proven, or so much that the traffic would be flat below it. */
  ceiling: { y: number; text: string } | null;
  /** To the ceiling, if traffic goes on like this. */
  slope: { x: number; y: number; text: string } | null;
  rows: { y: number; text: string }[];
  times: { x: number; text: string }[];
  spoken: string;
}

/** A ceiling this much higher shows nothing but itself. */
const MOST_TIMES = 4;
/** Points are minutes: a longer pause is a gap. */
const GAP_MILLIS = 2.5 * MINUTE_MILLIS;
const ROOM = 1.18;
const QUARTER = 15 * MINUTE_MILLIS;

/** The last hour of a running peak day below what tests have shown; null: too little is known of it. */
export function prepareLiveChart(live: LivePeak): LiveChart | null {
  const { hour, capacity, at, peakDay } = live;
  const most = hour.reduce((high, { throughput }) => Math.max(high, throughput), 0);
  if (hour.length < 2 || most <= 0) return null;
  const ceiling = capacity !== null && capacity.throughput <= most * MOST_TIMES ? capacity : null;
  const end = Date.parse(at);
  const start = end - HOUR_MILLIS;
  const reached = ceiling === null ? null : reachedAt(live);
  const until = reached === null ? end : reached + BEYOND_MILLIS;
  const top = Math.max(most, ceiling?.throughput ?? 0) * ROOM;
  const scale: Scale = {
    x: (millis) => round((100 * (millis - start)) / (until - start)),
    y: (value) => round(100 - (100 * value) / top),
  };
  const clock = (millis: number) => clockText(new Date(millis).toISOString(), peakDay);
  return {
    ...drawingOf(pointsOf(hour, { start, end }), scale),
    ceiling: ceiling && { y: scale.y(ceiling.throughput), text: ceilingText(ceiling) },
    slope:
      reached === null || ceiling === null
        ? null
        : { x: scale.x(reached), y: scale.y(ceiling.throughput), text: clock(reached) },
    rows: rowsUpTo(top).map((value) => ({ y: scale.y(value), text: formatShort(value) })),
    times: quarters(start, until).map((millis) => ({ x: scale.x(millis), text: clock(millis) })),
    spoken: spokenOf(live),
  };
}

interface Scale {
  x: (millis: number) => number;
  y: (value: number) => number;
}

/** So much is shown after the moment at which the ceiling is reached. */
const BEYOND_MILLIS = 6 * MINUTE_MILLIS;

function reachedAt({ slope, at }: LivePeak): number | null {
  return slope === null ? null : Date.parse(at) + slope.minutes * MINUTE_MILLIS;
}

interface Moment {
  millis: number;
  throughput: number;
}

/** Each at the end of its minute. */
function pointsOf(hour: LivePeak["hour"], { start, end }: { start: number; end: number }): Moment[] {
  return hour
    .map(({ at, throughput }) => ({ millis: Math.min(Date.parse(at) + MINUTE_MILLIS, end), throughput }))
    .filter(({ millis }) => millis >= start);
}

function drawingOf(points: readonly Moment[], { x, y }: Scale): Pick<LiveChart, "line" | "area" | "last"> {
  const stretches = stretchesOf(points).map((some) => {
    const path = some.map(({ millis, throughput }) => `${x(millis)} ${y(throughput)}`).join("L");
    const ends = [some.at(-1), some[0]].map((one) => `L${x(one?.millis ?? 0)} 100`).join("");
    return { line: `M${path}`, area: `M${path}${ends}Z` };
  });
  const last = points.at(-1);
  return {
    line: stretches.map(({ line }) => line).join(""),
    area: stretches.map(({ area }) => area).join(""),
    last: last === undefined ? null : { x: x(last.millis), y: y(last.throughput) },
  };
}

function ceilingText({ isProven, throughput }: NonNullable<LivePeak["capacity"]>): string {
  return `${isProven ? "proven" : "measured"} ${formatFigure(throughput)} req/s`;
}

function spokenOf({ minute, capacity }: LivePeak): string {
  const now = `Requests per second in the last hour, now ${formatFigure(minute.throughput)}`;
  return capacity === null ? now : `${now}, of ${formatFigure(capacity.throughput)} that tests have shown`;
}

function stretchesOf(points: readonly Moment[]): Moment[][] {
  const found: Moment[][] = [];
  for (const point of points) {
    const before = found.at(-1);
    const isNext = before !== undefined && point.millis - (before.at(-1)?.millis ?? 0) <= GAP_MILLIS;
    if (isNext) before.push(point);
    else found.push([point]);
  }
  return found;
}

/** Two or three round numbers above 0. */
function rowsUpTo(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one * 3 >= most) ?? power * 10;
  return [1, 2, 3].map((place) => place * step).filter((value) => value < most);
}

function quarters(start: number, until: number): number[] {
  const first = Math.ceil(start / QUARTER) * QUARTER;
  const every = until - start > 1.6 * HOUR_MILLIS ? 2 * QUARTER : QUARTER;
  return Array.from({ length: Math.floor((until - first) / every) + 1 }, (_, place) => first + place * every);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
