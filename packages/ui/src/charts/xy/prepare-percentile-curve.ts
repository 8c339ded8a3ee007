import { MIN_REQUESTS_BEYOND } from "@headroom/core";
import { formatCount, formatMillis } from "@headroom/core/format";
import { runLook } from "../../components/status/run-look.ts";
import { logAxis } from "../plot/axes.ts";
import type { ChartData } from "../model/chart-data.ts";
import type { Axis, TargetLine } from "../model/time-model.ts";

export interface CurveRun {
  key: string;
  /** "this run", "Round 1" */
  name: string;
  /** Of a compared run, which keeps the colour of its place; absent where there is no comparison. */
  position?: number;
  /** Drawn dashed beside the run that the page is about. */
  aside?: boolean;
  requests: number;
  /** From the bottom up, denser towards 100. */
  points: readonly { percent: number; micros: number }[];
}

export interface CurveLine {
  key: string;
  name: string;
  color: string;
  width: number;
  dash?: string;
  position?: number;
  /** Milliseconds at each row; null past its end. */
  values: readonly (number | null)[];
  /** The percentiles that are named on the line. */
  marks: readonly { x: number; value: number; text: string | null }[];
}

export interface CurveModel {
  /** 1 / (1 - p), the scale that gives each nine the same room. */
  x: Axis;
  y: Axis | null;
  /** The percents that have a place on the axis, with their names. */
  rows: readonly { x: number; percent: number; name: string }[];
  lines: readonly CurveLine[];
  targets: readonly TargetLine[];
  /** Where lines stop, and why. */
  note: string;
  data: ChartData;
}

const FIRST = 50;
const NAMED = [50, 75, 90, 95, 99, 99.9, 99.99, 99.999];
const TICKS = [50, 90, 99, 99.9, 99.99, 99.999];
const MARKED = [50, 99, 99.9];
const MAX_MARK_NAME = 10;

export function preparePercentileCurve(input: {
  runs: readonly CurveRun[];
  /** In milliseconds, of one percentile each. */
  targets?: readonly TargetLine[];
}): CurveModel {
  const { runs } = input;
  const ends = runs.map(({ requests }) => lastPercent(requests));
  const last = ends.reduce<number>((most, end) => Math.max(most, end), 0);
  const percents = gridOf(runs, last);
  const rows = percents.map((percent) => ({ x: placeOf(percent), percent, name: percentName(percent) }));
  const lines = runs.map((run, index) => lineOf(run, percents, ends[index] ?? 0, runs.length));
  const targets = (input.targets ?? []).filter(({ value }) => value > 0);
  const high = Math.max(placeOf(last), placeOf(90));
  return {
    x: {
      scale: "log",
      domain: [placeOf(FIRST), high],
      ticks: TICKS.filter((percent) => placeOf(percent) <= high * 1.001).map((percent) => ({
        value: placeOf(percent),
        label: percentName(percent),
      })),
    },
    y: logAxis(
      lines.flatMap(({ values }) => values),
      targets.map(({ value }) => value),
    ),
    rows,
    lines,
    targets,
    note: noteOf(runs, ends),
    data: {
      columns: [
        { head: "Percentile", field: "percentile" },
        ...lines.map(({ name, position }) => {
          const named = runs.length > 1 || position !== undefined;
          return {
            head: named ? `${name}, ms` : "ms",
            field: named ? `${name} ms` : "ms",
            show: formatMillis,
          };
        }),
      ],
      rows: rows.map(({ name }, index) => [name, ...lines.map(({ values }) => values[index] ?? null)]),
    },
  };
}

/** 2 for p50, 100 for p99, 1,000 for p99.9. */
function placeOf(percent: number): number {
  return Number((1 / (1 - percent / 100)).toPrecision(9));
}

export function percentName(percent: number): string {
  return `p${Number(percent.toFixed(6))}`;
}

/** The last percentile with enough requests beyond it; 0 if not even the median has them. */
function lastPercent(requests: number): number {
  if (requests < MIN_REQUESTS_BEYOND * 2) return 0;
  return Math.min(99.999, Number((100 * (1 - MIN_REQUESTS_BEYOND / requests)).toFixed(6)));
}

/** Every percent that a run has, the named ones, and where lines end; in order. */
function gridOf(runs: readonly CurveRun[], last: number): number[] {
  const percents = new Set(NAMED.filter((percent) => percent <= last));
  for (const { points, requests } of runs) {
    const end = lastPercent(requests);
    if (end >= FIRST) percents.add(end);
    for (const { percent } of points)
      if (percent >= FIRST && percent <= end) percents.add(Number(percent.toFixed(6)));
  }
  return [...percents].sort((a, b) => a - b);
}

function lineOf(run: CurveRun, percents: readonly number[], end: number, runs: number): CurveLine {
  const { key, name, position, aside = false, points } = run;
  const values = percents.map((percent) => (percent > end ? null : millisAt(points, percent)));
  const look = position === undefined ? null : runLook(position);
  return {
    key,
    name,
    color: look?.color ?? (aside ? "var(--s8)" : "var(--s1)"),
    width: aside ? 1.4 : 2,
    ...(aside ? { dash: "4 3" } : {}),
    ...(position === undefined ? {} : { position }),
    values,
    marks: percents.flatMap((percent, index) => {
      const value = values[index] ?? null;
      if (aside || value === null || value <= 0 || !MARKED.includes(percent)) return [];
      if (runs > 1 && percent !== 99) return [];
      // Three figures at one percentile would lie on their lines; the legend reads them.
      const named = runs <= 2;
      const text = named ? markText({ name: look && runs > 1 ? name : null, percent, value }) : null;
      return [{ x: placeOf(percent), value, text }];
    }),
  };
}

/** "p99 107" on the only line, "run 31: 107" on one of two. */
function markText({ name, percent, value }: { name: string | null; percent: number; value: number }): string {
  const isShort = name !== null && name.length <= MAX_MARK_NAME;
  return `${isShort ? `${name}:` : percentName(percent)} ${formatMillis(value)}`;
}

/** Between two points of a line as it is drawn: straight on both log axes. */
function millisAt(points: CurveRun["points"], percent: number): number | null {
  const after = points.findIndex((point) => point.percent >= percent - 1e-9);
  const next = points[after];
  if (!next) return null;
  const before = points[after - 1];
  if (!before || Math.abs(next.percent - percent) < 1e-6) return next.micros / 1000;
  if (before.micros <= 0 || next.micros <= 0 || next.percent >= 100) return before.micros / 1000;
  const share =
    Math.log(placeOf(percent) / placeOf(before.percent)) /
    Math.log(placeOf(next.percent) / placeOf(before.percent));
  return (before.micros * (next.micros / before.micros) ** share) / 1000;
}

function noteOf(runs: readonly CurveRun[], ends: readonly number[]): string {
  const short = runs.filter((_, index) => (ends[index] ?? 0) < FIRST);
  if (short.length === runs.length) return "Too few requests for a curve.";
  if (runs.length === 1 && runs[0]) {
    return `The curve ends at ${percentName(rounded(ends[0] ?? 0))}: fewer than ${MIN_REQUESTS_BEYOND} of ${formatCount(runs[0].requests)} requests are slower.`;
  }
  return `Each curve ends where fewer than ${MIN_REQUESTS_BEYOND} requests are slower.`;
}

function rounded(percent: number): number {
  return Number(percent.toPrecision(percent > 99.9 ? 6 : 4));
}
