import { MAX_POINTS, narrowestWidth } from "@headroom/core";
import { formatFigure } from "@headroom/core/format";
import { zeroAxis } from "../plot/axes.ts";
import type { TimeModel, TimePanel } from "../model/time-model.ts";
import type { TimelineGauge, TimelineInput } from "../model/timeline-input.ts";
import { gaugePanel } from "./gauge-panel.ts";
import { legendOf, pointText } from "./prepare-timeline.ts";
import { timeGrid } from "./time-grid.ts";

export type GaugesInput = Pick<TimelineInput, "lengthSeconds" | "gauges" | "events">;

/** The gauges of a run that has nothing else over time. */
export function prepareGauges({ lengthSeconds, gauges = [], events = [] }: GaugesInput): TimeModel {
  const frame = gaugeGrid(lengthSeconds, gauges);
  const panels = gauges.map((gauge) => gaugePanel(gauge, frame));
  return modelOf(frame, { panels, events, shades: [] });
}

/** Gauges of two units or sizes in one chart: the second ones are dashed and read on the right. */
export interface GaugeAxesInput extends Omit<GaugesInput, "gauges"> {
  left: readonly TimelineGauge[];
  right: readonly TimelineGauge[];
}

const DASH = "6 4";

export function prepareGaugeAxes({ lengthSeconds, left, right, events = [] }: GaugeAxesInput): TimeModel {
  const frame = gaugeGrid(lengthSeconds, [...left, ...right]);
  const [solid, dashed] = [left, right].map((gauges) => gauges.map((gauge) => gaugePanel(gauge, frame)));
  const lines = [
    ...(solid ?? []).flatMap((panel) => panel.lines),
    ...(dashed ?? []).flatMap((panel) => panel.lines.map((line) => ({ ...line, dash: DASH, onRight: true }))),
  ].map((line, index) => ({ ...line, color: `var(--s${index + 1})` }));
  const ofRight = (dashed ?? []).map(({ unit }) => unit).join(", ");
  const ofLeft = (solid ?? []).map(({ unit }) => unit).join(", ");
  const panel: TimePanel = {
    key: "gauges",
    name: "Gauges",
    unit: right.length === 0 ? ofLeft : `left: ${ofLeft}; right, dashed: ${ofRight}`,
    axis: axisOf(left),
    ...(right.length === 0 ? {} : { right: axisOf(right) }),
    lines,
    targets: [],
    columns: [...(solid ?? []), ...(dashed ?? [])].flatMap(({ columns }) => columns),
    nameEnds: false,
    size: "middle",
  };
  const [first, last] = frame.time;
  const outside = [
    { from: first, to: 0, label: "before the run" },
    { from: lengthSeconds, to: last, label: "after the run" },
  ];
  // A second more is how a value at the end is drawn.
  const shades = lengthSeconds > 0 ? outside.filter(({ from, to }) => to - from > 1) : [];
  return modelOf(frame, { panels: [panel], events, shades });
}

function axisOf(gauges: readonly TimelineGauge[]) {
  return zeroAxis(
    gauges.flatMap(({ lines }) => lines.flatMap(({ samples }) => samples.map(({ value }) => value))),
  );
}

function gaugeGrid(lengthSeconds: number, gauges: readonly TimelineGauge[]) {
  const offsets = gauges.flatMap(({ lines }) =>
    lines.flatMap(({ samples }) => samples.map(({ offsetSeconds }) => offsetSeconds)),
  );
  const end = offsets.reduce((last, offset) => Math.max(last, offset + 1), Math.max(lengthSeconds, 1));
  const begin = offsets.reduce((least, offset) => Math.min(least, offset), 0);
  const pointSeconds = narrowestWidth((width) => (end - begin) / width <= MAX_POINTS);
  const first = Math.floor(begin / pointSeconds);
  const { grid, time } = timeGrid({
    pointSeconds,
    lengthSeconds: end,
    firstOffset: first * pointSeconds,
    lastOffset: (Math.ceil(end / pointSeconds) - 1) * pointSeconds,
  });
  return { grid, pointSeconds, time };
}

function modelOf(
  { grid, pointSeconds, time }: ReturnType<typeof gaugeGrid>,
  { panels, events, shades }: Pick<TimeModel, "panels" | "events" | "shades">,
): TimeModel {
  return {
    points: grid.map(({ at, fromSeconds }) => ({ at, fromSeconds })),
    pointSeconds,
    time,
    gaps: [],
    shades,
    events: events.filter(({ atSeconds }) => atSeconds >= time[0] && atSeconds <= time[1]),
    comments: [],
    steady: null,
    panels,
    legend: panels.flatMap(legendOf),
    spoken: panels.flatMap(spokenOf),
    pointText: pointText(pointSeconds),
  };
}

/** A panel of one gauge says its unit; one of several names each. */
function spokenOf({ lines, unit, key }: TimePanel): TimeModel["spoken"] {
  const isOne = key !== "gauges";
  return (isOne ? lines.slice(0, 1) : lines).map(({ values, name }) => ({
    values,
    say: (value: number) => `${isOne ? unit : name} ${formatFigure(value)}`,
  }));
}
