import { MAX_POINTS, narrowestWidth } from "@headroom/core";
import { formatFigure } from "@headroom/core/format";
import { runLook } from "../../components/status/run-look.ts";
import type { TimeModel } from "../model/time-model.ts";
import { zeroAxis } from "../plot/axes.ts";
import { pointText } from "./prepare-timeline.ts";
import { dashOf, fieldName, runLine } from "./run-line.ts";
import { onGrid, timeGrid } from "./time-grid.ts";
import { heldAt, traceFrom } from "./trace.ts";

/** One gauge of a compared run, in seconds from the run's start. */
export interface GaugeOverlayRun {
  key: string;
  /** "run 42" */
  name: string;
  /** A run keeps the colour of its place. */
  position: number;
  /** The time that a value covers if it was merged from several. */
  sampleSeconds: number;
  samples: readonly { offsetSeconds: number; value: number }[];
}

export interface GaugeOverlayInput {
  name: string;
  unit: string | null;
  /** The same for all gauges that share a crosshair. */
  time: { fromSeconds: number; toSeconds: number };
  runs: readonly GaugeOverlayRun[];
}

/** One gauge of several runs, overlaid at t = 0 and drawn at the times at which it was measured. */
export function prepareGaugeOverlay({ name, unit, time, runs }: GaugeOverlayInput): TimeModel {
  const { grid, pointSeconds, span } = gridOf(time);
  const moments = grid.map(({ at }) => at);
  const drawn = runs.map((run) => {
    const trace = traceFrom(run.samples, run.sampleSeconds / 2);
    const measured = onGrid(grid, pointSeconds, run.samples);
    const held = heldAt(trace, moments);
    return { run, trace, measured, read: measured.map((value, at) => value ?? held[at] ?? null) };
  });
  const inUnit = unit === null || unit === "" || unit === name ? name : `${name}, ${unit}`;
  return {
    points: grid.map(({ at, fromSeconds }) => ({ at, fromSeconds })),
    pointSeconds,
    time: span,
    gaps: [],
    shades: [],
    events: [],
    comments: [],
    steady: null,
    panels: [
      {
        key: `gauge-${name}`,
        name,
        unit: inUnit,
        targets: [],
        nameEnds: true,
        size: "short",
        axis: zeroAxis(drawn.flatMap(({ trace }) => trace.map(({ value }) => value))),
        lines: drawn.map(({ run, trace, read }) => ({
          ...runLine(run.position, run.name),
          series: run.key,
          values: read,
          trace,
        })),
        columns: drawn.map(({ run, measured }) => ({
          head: run.name,
          field: `${fieldName(run.name)}_${name}`,
          values: measured,
          show: formatFigure,
        })),
      },
    ],
    legend: drawn.map(({ run, read }) => ({
      series: run.key,
      name: run.name,
      position: run.position,
      width: 2,
      color: runLook(run.position).color,
      ...dashOf(run.position),
      readings: [{ values: read, show: formatFigure }],
    })),
    spoken: drawn.slice(0, 8).map(({ run, read }) => ({
      values: read,
      say: (value) => `${run.name} ${formatFigure(value)} ${unit ?? ""}`.trim(),
    })),
    pointText: pointText(pointSeconds),
  };
}

function gridOf({ fromSeconds, toSeconds }: GaugeOverlayInput["time"]) {
  const pointSeconds = narrowestWidth((width) => (toSeconds - fromSeconds) / width <= MAX_POINTS);
  const first = Math.floor(fromSeconds / pointSeconds) * pointSeconds;
  const { grid, time: span } = timeGrid({
    pointSeconds,
    lengthSeconds: toSeconds,
    firstOffset: first,
    lastOffset: Math.max(first, (Math.ceil(toSeconds / pointSeconds) - 1) * pointSeconds),
  });
  return { grid, pointSeconds, span };
}
