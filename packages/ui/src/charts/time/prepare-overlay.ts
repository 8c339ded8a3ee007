import { formatFigure, formatMillis } from "@headroom/core/format";
import { letterLook } from "../../components/letter-look.ts";
import { logAxis, zeroAxis } from "../plot/axes.ts";
import { pointText } from "./prepare-timeline.ts";
import { dashOf, runLine } from "./run-line.ts";
import { gapsOf, timeGrid } from "./time-grid.ts";
import type { TargetLine, TimeLine, TimeModel, TimePanel } from "../model/time-model.ts";

/** One run of a comparison over time, from its own start. */
export interface OverlayRun {
  key: string;
  /** "Round 2, run 42": shown next to the letter. */
  name: string;
  /** 0 is A, 1 is B: letters and colours stay with a run. */
  position: number;
  lengthSeconds: number;
  points: readonly {
    offsetSeconds: number;
    throughput: number | null;
    /** The percentile that is compared, milliseconds. */
    latencyMillis: number | null;
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
  leftOut?: readonly { fromSeconds: number; toSeconds: number; label: string }[];
  window?: { fromSeconds: number; toSeconds: number } | null;
}

/** Runs overlaid at t = 0. The line of a shorter run ends early. */
export function prepareOverlay(input: OverlayInput): TimeModel {
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
    legend: prepared.map(({ run, throughput, latency }) => ({
      series: run.key,
      name: run.name,
      position: run.position,
      color: letterLook(run.position).color,
      width: 2,
      ...dashOf(run.position),
      readings: [
        { values: throughput, show: (value: number) => `${formatFigure(value)} req/s` },
        { values: latency, show: (value: number) => `${formatMillis(value)} ms` },
      ],
    })),
    spoken: prepared.slice(0, 8).map(({ run, throughput }) => ({
      values: throughput,
      say: (value) => `${letterLook(run.position).letter} ${formatFigure(value)} requests per second`,
    })),
    pointText: pointText(pointSeconds, input.cellSeconds),
  };
}

interface PreparedRun {
  run: OverlayRun;
  throughput: readonly (number | null)[];
  latency: readonly (number | null)[];
}

function panelsOf(prepared: readonly PreparedRun[], input: OverlayInput): TimePanel[] {
  const { percentile, throughputTargets = [], latencyTargets = [] } = input;
  const throughput = panelOf(prepared, ({ throughput: values }) => values, {
    key: "throughput",
    name: "Throughput",
    unit: "throughput, req/s",
    field: "requests_per_second",
    show: formatFigure,
  });
  const latency = panelOf(prepared, ({ latency: values }) => values, {
    key: "latency",
    name: percentile,
    unit: `${percentile}, ms, log scale`,
    field: `${percentile}_ms`,
    show: formatMillis,
  });
  const all = (panel: typeof latency) => panel.lines.flatMap(({ values }) => values);
  const latencyAxis = logAxis(
    all(latency),
    latencyTargets.map(({ value }) => value),
  );
  return [
    {
      ...throughput,
      targets: throughputTargets,
      axis: zeroAxis([...all(throughput), ...throughputTargets.map(({ value }) => value)]),
    },
    ...(latencyAxis ? [{ ...latency, targets: latencyTargets, axis: latencyAxis }] : []),
  ];
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
  valuesOf: (run: PreparedRun) => readonly (number | null)[],
  { key, name, unit, field, show }: PanelWords,
): Omit<TimePanel, "axis" | "targets"> {
  const lines: TimeLine[] = prepared.map((one) => ({
    ...runLine(one.run.position),
    series: one.run.key,
    values: valuesOf(one),
  }));
  return {
    key,
    name,
    unit,
    lines,
    columns: lines.map(({ name: letter, values }) => ({
      head: letter,
      field: `${letter}_${field}`,
      values,
      show,
    })),
    nameEnds: true,
    size: "short",
  };
}
