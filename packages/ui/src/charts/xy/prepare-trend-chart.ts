import { formatInstant } from "@headroom/core/format";
import { tightLogAxis, zeroAxis } from "../plot/axes.ts";
import type { ChartData } from "../model/chart-data.ts";
import { dateTicks } from "../plot/date-ticks.ts";
import type { Axis, TargetLine } from "../model/time-model.ts";

export interface TrendChartRun {
  key: string;
  /** "run 42" */
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Null where the run has no such figure: a gap. */
  value: number | null;
  /** The version, commit or branch that groups it if the axis is not the date. */
  group?: string | null;
  /** What it belongs to: the line, or nothing that is joined. */
  of?: TrendPointOf;
  tone?: TrendPointTone;
}

/** A run of another branch and one that was set aside stand alone. */
export type TrendPointOf = "line" | "branch" | "set-aside";
/** The verdict of a run; null: none that needs a colour. */
export type TrendPointTone = "good" | "bad" | "unsure" | null;
/** Whether a step is good, and whether somebody accepted one that isn't. */
export type TrendChangeTone = "worse" | "better" | "accepted";

/** Where runs stayed between two changes. */
export interface TrendLevel {
  firstKey: string;
  lastKey: string;
  value: number;
  /** What most of its runs are between. */
  usual: { low: number; high: number };
  text: string;
  /** Where there is little room. */
  short: string;
}

export interface TrendChartInput {
  runs: readonly TrendChartRun[];
  /** By date, or side by side in the given order. */
  axis: "date" | "order";
  /** "p99" */
  name: string;
  /** "ms"; null for a bare number. */
  unit: string | null;
  /** The name of the figure in a file. */
  field: string;
  scale: "linear" | "log";
  show: (value: number) => string;
  /** The viewer's zone. */
  timeZone: string;
  targets?: readonly TargetLine[];
  baseline?: { value: number; text: string } | null;
  /** At the first run of the new level, in a few words; a drift is a line to its last run. */
  changes?: readonly {
    runKey: string;
    text: string;
    tone?: TrendChangeTone;
    drift?: { lastKey: string; from: number; to: number } | null;
  }[];
  levels?: readonly TrendLevel[];
}

export interface TrendPoint {
  key: string;
  name: string;
  x: number;
  value: number | null;
  /** Milliseconds since 1970. */
  at: number;
  group: string | null;
  of: TrendPointOf;
  tone: TrendPointTone;
}

export interface TrendChartChange {
  key: string;
  x: number;
  text: string;
  tone: TrendChangeTone;
  /** The two ends of a drift; null: a step. */
  line: { x1: number; y1: number; x2: number; y2: number } | null;
}

export interface TrendChartModel {
  points: readonly TrendPoint[];
  x: Axis;
  y: Axis;
  name: string;
  unit: string;
  targets: readonly TargetLine[];
  baseline: { value: number; text: string } | null;
  changes: readonly TrendChartChange[];
  levels: readonly (Pick<TrendLevel, "value" | "usual" | "text" | "short"> & {
    key: string;
    x1: number;
    x2: number;
  })[];
  show: (value: number) => string;
  /** Called only for the inspected run: formatting a thousand dates takes longer than drawing the chart. */
  when: (at: number) => string;
  data: ChartData;
}

export function prepareTrendChart(input: TrendChartInput): TrendChartModel {
  const { runs, axis, name, unit, show, timeZone, targets = [], baseline = null } = input;
  const ordered = axis === "date" ? [...runs].sort((a, b) => a.at - b.at) : runs;
  const points = ordered.map(
    ({ key, name: run, at, value, group = null, of = "line", tone = null }, index) => ({
      key,
      name: run,
      x: axis === "date" ? at : index,
      value: value !== null && Number.isFinite(value) ? value : null,
      at,
      group,
      of,
      tone,
    }),
  );
  const byKey = new Map(points.map((point) => [point.key, point]));
  const values = points.map(({ value }) => value);
  const lines = [...targets.map(({ value }) => value), ...(baseline ? [baseline.value] : [])];
  const y = (input.scale === "log" ? tightLogAxis(values, lines) : null) ?? zeroAxis([...values, ...lines]);
  return {
    points,
    x: xAxisOf(points, input),
    y,
    name,
    unit: [name, unit, y.scale === "log" ? "log scale" : null].filter(Boolean).join(", "),
    targets: y.scale === "log" ? targets.filter(({ value }) => value > 0) : targets,
    baseline,
    changes: changesOf(input, byKey),
    levels: (input.levels ?? []).flatMap(({ firstKey, lastKey, ...level }) => {
      const [first, last] = [byKey.get(firstKey), byKey.get(lastKey)];
      return first === undefined || last === undefined
        ? []
        : [{ ...level, key: firstKey, x1: first.x, x2: last.x }];
    }),
    show,
    when: (at) => formatInstant(new Date(at), timeZone),
    data: dataOf(points, ordered, input),
  };
}

function changesOf(
  { changes = [] }: TrendChartInput,
  byKey: ReadonlyMap<string, TrendPoint>,
): TrendChartChange[] {
  return changes.flatMap(({ runKey, text, tone = "worse", drift = null }) => {
    const point = byKey.get(runKey);
    const last = drift === null ? undefined : byKey.get(drift.lastKey);
    if (!point) return [];
    const line =
      drift === null || last === undefined ? null : { x1: point.x, y1: drift.from, x2: last.x, y2: drift.to };
    return [{ key: runKey, x: line === null ? point.x : (line.x1 + line.x2) / 2, text, tone, line }];
  });
}

const MAX_TICKS = 7;

function xAxisOf(points: readonly TrendPoint[], { axis, timeZone }: TrendChartInput): Axis {
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  const pad = first === last ? (axis === "date" ? 43_200_000 : 0.5) : (last - first) * 0.01;
  const domain: [number, number] = [first - pad, last + pad];
  const ticks = axis === "date" ? dateTicks(domain[0], domain[1], timeZone, MAX_TICKS) : groupTicks(points);
  return { scale: "linear", domain, ticks };
}

/** Where a group begins; past seven every second, third … one, so that names do not touch. */
function groupTicks(points: readonly TrendPoint[]): Axis["ticks"] {
  const starts = points.filter(
    ({ group }, index) => index === 0 || group === null || group !== points[index - 1]?.group,
  );
  const every = Math.ceil(starts.length / MAX_TICKS);
  return starts
    .filter((_, index) => index % every === 0)
    .map(({ x, group, name }) => ({ value: x, label: shortened(group ?? name) }));
}

const MAX_LETTERS = 12;

function shortened(text: string): string {
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS - 1)}\u2026` : text;
}

function dataOf(
  points: readonly TrendPoint[],
  runs: readonly TrendChartRun[],
  input: TrendChartInput,
): ChartData {
  const grouped = points.some(({ group }) => group !== null);
  return {
    columns: [
      { head: "Run", field: "run" },
      { head: "Date", field: "at_utc" },
      ...(grouped ? [{ head: "Version", field: "version" }] : []),
      {
        head: [input.name, input.unit].filter(Boolean).join(", "),
        field: input.field,
        show: input.show,
      },
    ],
    rows: points.map(({ name, value, group }, index) => [
      name,
      new Date(runs[index]?.at ?? 0).toISOString(),
      ...(grouped ? [group] : []),
      value,
    ]),
  };
}
