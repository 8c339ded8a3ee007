import type { LivePeak } from "@headroom/services";
import { HOUR_MILLIS, MINUTE_MILLIS, clockText } from "@headroom/core";
import { formatFigure, formatShort } from "@headroom/ui";

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
export function prepareLiveChart({ hour, capacity, slope, at, peakDay }: LivePeak): LiveChart | null {
  if (hour.length < 2) return null;
  const most = hour.reduce((high, { throughput }) => Math.max(high, throughput), 0);
  if (most <= 0) return null;
  const ceiling = capacity !== null && capacity.throughput <= most * MOST_TIMES ? capacity : null;
  const end = Date.parse(at);
  const start = end - HOUR_MILLIS;
  const reached = ceiling === null || slope === null ? null : end + slope.minutes * MINUTE_MILLIS;
  const until = reached === null ? end : reached + 6 * MINUTE_MILLIS;
  const top = Math.max(most, ceiling?.throughput ?? 0) * ROOM;
  const x = (millis: number) => round((100 * (millis - start)) / (until - start));
  const y = (value: number) => round(100 - (100 * value) / top);
  const points = hour
    .map(({ at: from, throughput }) => ({ millis: Date.parse(from) + MINUTE_MILLIS, throughput }))
    .map((point) => ({ ...point, millis: Math.min(point.millis, end) }))
    .filter(({ millis }) => millis >= start);
  const stretches = stretchesOf(points);
  const path = (some: typeof points) =>
    some.map(({ millis, throughput }, place) => `${place === 0 ? "M" : "L"}${x(millis)} ${y(throughput)}`);
  const last = points.at(-1);
  return {
    line: stretches.map((some) => path(some).join("")).join(""),
    area: stretches
      .map(
        (some) => `${path(some).join("")}L${x(some.at(-1)?.millis ?? 0)} 100L${x(some[0]?.millis ?? 0)} 100Z`,
      )
      .join(""),
    last: last === undefined ? null : { x: x(last.millis), y: y(last.throughput) },
    ceiling: ceiling && {
      y: y(ceiling.throughput),
      text: `${ceiling.isProven ? "proven" : "measured"} ${formatFigure(ceiling.throughput)} req/s`,
    },
    slope:
      reached === null || ceiling === null
        ? null
        : {
            x: x(reached),
            y: y(ceiling.throughput),
            text: clockText(new Date(reached).toISOString(), peakDay),
          },
    rows: rowsUpTo(top).map((value) => ({ y: y(value), text: formatShort(value) })),
    times: quarters(start, until).map((millis) => ({
      x: x(millis),
      text: clockText(new Date(millis).toISOString(), peakDay),
    })),
    spoken: [
      `Requests per second in the last hour, now ${formatFigure(last?.throughput ?? 0)}`,
      ...(capacity === null ? [] : [`of ${formatFigure(capacity.throughput)} that tests have shown`]),
    ].join(", "),
  };
}

function stretchesOf<Point extends { millis: number }>(points: readonly Point[]): Point[][] {
  const found: Point[][] = [];
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
