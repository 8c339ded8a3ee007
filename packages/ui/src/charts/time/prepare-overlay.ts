import { formatFigure, formatLength, formatMillis, plural } from "@headroom/core/format";
import { runLook } from "../../components/status/run-look.ts";
import { countAxis, tightLogAxis, zeroAxis } from "../plot/axes.ts";
import { pointText } from "./prepare-timeline.ts";
import { dashOf, fieldName, runLine } from "./run-line.ts";
import { gapsOf, timeGrid } from "./time-grid.ts";
import type { LegendEntry, TargetLine, TimeLine, TimeModel, TimePanel } from "../model/time-model.ts";

/** One run of a comparison over time, from its own start. */
export interface OverlayRun {
  key: string;
  /** "run 42" */
  name: string;
  /** A run keeps the colour of its place. */
  position: number;
  lengthSeconds: number;
  points: readonly {
    offsetSeconds: number;
    throughput: number | null;
    /** The percentile that is compared, milliseconds. */
    latencyMillis: number | null;
    errors: number | null;
  }[];
}

export interface OverlayInput {
  /** The same for all runs, so that they can be overlaid. */
  pointSeconds: number;
  cellSeconds: number;
  runs: readonly OverlayRun[];
  /** "p99" */
  percentile: string;
  throughputTargets?: readonly TargetLine[];
  latencyTargets?: readonly TargetLine[];
  /** Of many runs: the one in colour. The others are grey, but for the reference, the first of them. */
  highlight?: { run: string | null; reference: string };
  leftOut?: readonly { fromSeconds: number; toSeconds: number; label: string }[];
  window?: { fromSeconds: number; toSeconds: number } | null;
}

/** `peaksText`: which latencies aren't drawn; empty: all are. */
export type OverlayModel = TimeModel & { peaksText: string };

/** Runs overlaid at t = 0. The line of a shorter run ends early. */
export function prepareOverlay(input: OverlayInput): OverlayModel {
  const { runs, pointSeconds } = input;
  const offsets = runs.flatMap(({ points }) => points.map(({ offsetSeconds }) => offsetSeconds));
  const { grid, time } = timeGrid({
    pointSeconds,
    lengthSeconds: runs.reduce((longest, run) => Math.max(longest, run.lengthSeconds), 0),
    firstOffset: offsets.length > 0 ? offsets.reduce((a, b) => Math.min(a, b)) : undefined,
    lastOffset: offsets.length > 0 ? offsets.reduce((a, b) => Math.max(a, b)) : undefined,
    window: input.window,
  });
  const prepared = runs.map((run) => {
    const byOffset = new Map(run.points.map((point) => [point.offsetSeconds, point]));
    const found = grid.map(({ fromSeconds }) => byOffset.get(fromSeconds));
    return {
      run,
      throughput: found.map((point) => point?.throughput ?? null),
      latency: found.map((point) => point?.latencyMillis ?? null),
      errors: found.map((point) => point?.errors ?? null),
    };
  });
  const panels = panelsOf(prepared, input);
  const nothing = (index: number) => prepared.every(({ throughput }) => throughput[index] === null);
  return {
    points: grid.map(({ at, fromSeconds }) => ({ at, fromSeconds })),
    pointSeconds,
    time,
    gaps: gapsOf(grid, nothing, pointSeconds, time[1]),
    shades: (input.leftOut ?? []).map(({ fromSeconds, toSeconds, label }) => ({
      from: Math.max(time[0], fromSeconds),
      to: Math.min(time[1], toSeconds),
      label,
    })),
    events: [],
    comments: [],
    steady: null,
    panels,
    legend: legendOf(prepared, input),
    spoken: prepared.slice(0, 8).map(({ run, throughput }) => ({
      values: throughput,
      say: (value) => `${run.name} ${formatFigure(value)} requests per second`,
    })),
    pointText: pointText(pointSeconds),
    peaksText: hasPeaks(prepared) ? peaksText(panels) : "",
  };
}

interface PreparedRun {
  run: OverlayRun;
  throughput: readonly (number | null)[];
  latency: readonly (number | null)[];
  errors: readonly (number | null)[];
}

type Highlight = OverlayInput["highlight"];

function legendOf(prepared: readonly PreparedRun[], input: OverlayInput): LegendEntry[] {
  const { highlight } = input;
  const named = prepared
    .filter(({ run }) => isNamed(run, input))
    .map(({ run, throughput, latency }) => ({
      series: run.key,
      name: highlight?.reference === run.key ? `${run.name}, reference` : run.name,
      ...legendLook(run, input),
      readings: [
        { values: throughput, show: (value: number) => `${formatFigure(value)} req/s` },
        { values: latency, show: (value: number) => `${formatMillis(value)} ms` },
      ],
    }));
  if (highlight === undefined) return named;
  const others = prepared.length - named.length;
  // The one that is looked at comes first.
  const ordered = named.toSorted((a, b) => b.width - a.width);
  return others === 0
    ? ordered
    : [...ordered, { series: "others", name: plural(others, "other"), ...OTHERS, readings: [] }];
}

/** Of many runs, those that are neither looked at nor the reference. */
const OTHERS = { color: "var(--line-strong)", width: 1.1 };

function isNamed({ key }: OverlayRun, { highlight }: { highlight?: Highlight }): boolean {
  return highlight === undefined || key === highlight.run || key === highlight.reference;
}

function legendLook(run: OverlayRun, { highlight }: { highlight?: Highlight }) {
  if (highlight !== undefined) {
    const { color, width } = lineLook(run, highlight);
    return { color, width };
  }
  const { position } = run;
  return { position, color: runLook(position).color, width: 2, ...dashOf(position) };
}

function lineLook(run: OverlayRun, highlight: Highlight): Omit<TimeLine, "series" | "values"> {
  const { key, name, position } = run;
  if (highlight === undefined) return runLine(position, name);
  if (key === highlight.run) return { name, color: "var(--s1)", width: 2.4, strong: true };
  if (key === highlight.reference) return { name, color: "var(--s8)", width: 1.9 };
  return { name: "", ...OTHERS };
}

function panelsOf(prepared: readonly PreparedRun[], input: OverlayInput): TimePanel[] {
  const { percentile, throughputTargets = [], latencyTargets = [] } = input;
  const { highlight } = input;
  const throughput = panelOf(prepared, highlight, ({ throughput: values }) => values, {
    key: "throughput",
    name: "Throughput",
    unit: "throughput, req/s",
    field: "requests_per_second",
    show: formatFigure,
  });
  const latency = panelOf(prepared, highlight, ({ latency: values }) => values, {
    key: "latency",
    name: percentile,
    unit: `${percentile}, ms, log scale`,
    field: `${percentile}_ms`,
    show: formatMillis,
  });
  const errors = panelOf(prepared, highlight, ({ errors: values }) => values, {
    key: "errors",
    name: "Errors",
    unit: `errors in ${formatLength(input.pointSeconds)}`,
    field: "errors",
    show: formatFigure,
  });
  const all = (panel: typeof latency) => panel.lines.flatMap(({ values }) => values);
  const latencyAxis = tightLogAxis(
    withoutPeaks(all(latency)),
    latencyTargets.map(({ value }) => value),
  );
  return [
    {
      ...throughput,
      targets: throughputTargets,
      axis: zeroAxis([...all(throughput), ...throughputTargets.map(({ value }) => value)]),
    },
    ...(latencyAxis ? [{ ...latency, targets: latencyTargets, axis: latencyAxis }] : []),
    ...(all(errors).some((count) => count !== null && count > 0)
      ? [{ ...errors, targets: [], axis: countAxis(all(errors)), bars: true, nameEnds: false }]
      : []),
  ];
}

/** "Peaks above 400 ms are cut off." */
function peaksText(panels: readonly TimePanel[]): string {
  const top = panels.find(({ key }) => key === "latency")?.axis.domain[1] ?? 0;
  return `Peaks above ${formatMillis(top)} ms are cut off.`;
}

function hasPeaks(prepared: readonly PreparedRun[]): boolean {
  const values = prepared.flatMap(({ latency }) => latency);
  return withoutPeaks(values).some((value, at) => value !== values[at]);
}

/** So many of the values have to be on the axis, and what is a little above them. */
const MOST_SHARE = 0.99;
const ABOVE_MOST = 1.5;

/** One stall would press all lines into one: the peaks of a few points leave the plot. */
export function withoutPeaks(values: readonly (number | null)[]): (number | null)[] {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const most = sorted[Math.floor((sorted.length - 1) * MOST_SHARE)];
  return most === undefined
    ? [...values]
    : values.map((value) => (value === null ? null : Math.min(value, most * ABOVE_MOST)));
}

interface PanelWords {
  key: string;
  name: string;
  unit: string;
  field: string;
  show: (value: number) => string;
}

function panelOf(
  prepared: readonly PreparedRun[],
  highlight: Highlight,
  valuesOf: (run: PreparedRun) => readonly (number | null)[],
  { key, name, unit, field, show }: PanelWords,
): Omit<TimePanel, "axis" | "targets"> {
  const lines: TimeLine[] = prepared
    .map((one) => ({ ...lineLook(one.run, highlight), series: one.run.key, values: valuesOf(one) }))
    // The one in colour is above the others.
    .toSorted((a, b) => (highlight === undefined ? 0 : a.width - b.width));
  return {
    key,
    name,
    unit,
    lines,
    columns: prepared.map((one) => ({
      head: one.run.name,
      field: `${fieldName(one.run.name)}_${field}`,
      values: valuesOf(one),
      show,
    })),
    nameEnds: true,
    size: "short",
  };
}
