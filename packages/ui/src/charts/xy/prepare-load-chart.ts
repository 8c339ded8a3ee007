import { formatFigure, formatMillis, formatShort } from "@headroom/core/format";
import { linearTicks } from "../model/axis-ticks.ts";
import type { ChartData } from "../model/chart-data.ts";
import type { Axis, TargetLine } from "../model/time-model.ts";
import { logAxis, zeroAxis } from "../plot/axes.ts";

/** A load at which something happens, with the interval that holds it. */
export interface LoadMark {
  key: string;
  text: string;
  /** Null: only the interval is known. */
  at: number | null;
  low: number;
  high: number;
  tone: "knee" | "break";
}

export interface LoadLine {
  key: string;
  name: string;
  color: string;
  width: number;
  dash?: string;
  /** In order of load. The name is what is read out before the load. */
  points: readonly { load: number; value: number | null; name?: string }[];
}

export interface LoadChartInput {
  of: "throughput" | "latency";
  /** What the load is counted in: "users", "req/s". */
  loadUnit: string;
  /** Values at the measured loads. */
  measured: readonly LoadLine[];
  /** Each measured value by itself, if several may have the same load. */
  scattered?: boolean;
  /** What a law says, also beyond the measured loads. */
  fitted?: readonly LoadLine[];
  marks: readonly LoadMark[];
  /** In the unit of the values. */
  targets?: readonly TargetLine[];
}

export interface LoadChartModel {
  unit: string;
  x: Axis;
  /** Null: there is nothing to draw. */
  y: Axis | null;
  /** All places of all lines, in order of load. */
  rows: readonly { x: number; values: readonly (number | null)[] }[];
  lines: readonly LoadLine[];
  /** What can be read out, one measured load at a time. */
  levels: readonly { load: number; name: string; values: readonly (number | null)[] }[];
  measured: readonly LoadLine[];
  dots: readonly { key: string; x: number; y: number; color: string }[];
  marks: readonly LoadMark[];
  targets: readonly TargetLine[];
  show: (value: number) => string;
  data: ChartData;
}

/** Throughput or latency against the load of a ramp. */
export function prepareLoadChart(input: LoadChartInput): LoadChartModel {
  const { of, loadUnit, measured, scattered = false, fitted = [], marks, targets = [] } = input;
  const lines = scattered ? fitted : [...measured, ...fitted];
  const shown = [...measured, ...fitted];
  const loads = [...new Set(shown.flatMap(({ points }) => points.map(({ load }) => load)))].toSorted(
    (a, b) => a - b,
  );
  const values = lines.map(({ points }) => new Map(points.map(({ load, value }) => [load, value])));
  const drawn = shown.flatMap(({ points }) => points.map(({ value }) => value));
  const unit = of === "throughput" ? "req/s" : "ms";
  const show = of === "throughput" ? formatFigure : formatMillis;
  const wanted = targets.map(({ value }) => value);
  return {
    unit: unitWords(input),
    x: loadAxis(loads.at(-1) ?? 1),
    y:
      of === "latency" ? logAxis(drawn, wanted) : drawn.length === 0 ? null : zeroAxis([...drawn, ...wanted]),
    rows: loads.map((x) => ({ x, values: values.map((own) => own.get(x) ?? null) })),
    lines,
    levels: levelsOf(measured, loadUnit),
    measured,
    marks,
    targets,
    dots: scattered ? measured.flatMap(dotsOf) : [],
    show: (value) => `${show(value)} ${unit}`,
    data: {
      columns: [
        { head: `Load, ${loadUnit}`, field: `load ${loadUnit}`, show: formatLoad },
        ...measured.map(({ name }) => ({ head: `${name}, ${unit}`, field: `${name} ${unit}`, show })),
      ],
      rows: levelsOf(measured, loadUnit).map(({ load, values: own }) => [load, ...own]),
    },
  };
}

/** "successful req/s by users" */
function unitWords({ of, loadUnit }: LoadChartInput): string {
  const by = loadUnit === "req/s" ? "offered req/s" : loadUnit;
  return of === "throughput" ? `successful req/s by ${by}` : `latency by ${by}, ms, log scale`;
}

function dotsOf({ key, color, points }: LoadLine): LoadChartModel["dots"] {
  return points.flatMap(({ load, value }, at) =>
    value === null ? [] : [{ key: `${key} ${at}`, x: load, y: value, color }],
  );
}

function levelsOf(measured: readonly LoadLine[], loadUnit: string): LoadChartModel["levels"] {
  return loadsOf(measured).map(({ load, name, values }) => ({
    load,
    name: `${name === undefined ? "" : `${name}, `}${formatLoad(load)} ${loadUnit}`,
    values,
  }));
}

/** The places of the first line, which the others share, or else those of all lines. */
function loadsOf(
  measured: readonly LoadLine[],
): { load: number; name?: string | undefined; values: (number | null)[] }[] {
  const [first, ...others] = measured.map(({ points }) => points);
  if (first === undefined) return [];
  const isShared = others.every(
    (points) => points.length === first.length && points.every(({ load }, at) => load === first[at]?.load),
  );
  if (isShared)
    return first.map(({ load, name }, at) => ({
      load,
      name,
      values: measured.map(({ points }) => points[at]?.value ?? null),
    }));
  const byLoad = measured.map(({ points }) => new Map(points.map(({ load, value }) => [load, value])));
  const loads = [...new Set(byLoad.flatMap((own) => [...own.keys()]))].toSorted((a, b) => a - b);
  return loads.map((load) => ({ load, values: byLoad.map((own) => own.get(load) ?? null) }));
}

/** A load is a mean over a stretch of a ramp: more digits would only look exact. */
function formatLoad(load: number): string {
  return load >= 100 ? Math.round(load).toLocaleString("en-US") : String(Number(load.toPrecision(2)));
}

function loadAxis(most: number): Axis {
  const ticks = linearTicks(most, formatShort, 6).filter(({ value }) => value <= most * 1.001);
  return { scale: "linear", domain: [0, most], ticks };
}
