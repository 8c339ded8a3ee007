import { MAX_POINTS, narrowestWidth } from "@headroom/core";
import { formatFigure } from "@headroom/core/format";
import type { TimeModel } from "../model/time-model.ts";
import type { TimelineInput } from "../model/timeline-input.ts";
import { gaugePanel } from "./gauge-panel.ts";
import { legendOf, pointText } from "./prepare-timeline.ts";
import { timeGrid } from "./time-grid.ts";

export type GaugesInput = Pick<TimelineInput, "lengthSeconds" | "gauges" | "events">;

/** The gauges of a run that has nothing else over time. */
export function prepareGauges({ lengthSeconds, gauges = [], events = [] }: GaugesInput): TimeModel {
  const offsets = gauges.flatMap(({ lines }) =>
    lines.flatMap(({ samples }) => samples.map(({ offsetSeconds }) => offsetSeconds)),
  );
  const end = offsets.reduce((last, offset) => Math.max(last, offset + 1), Math.max(lengthSeconds, 1));
  const pointSeconds = narrowestWidth((width) => end / width <= MAX_POINTS);
  const first = Math.floor(offsets.reduce((least, offset) => Math.min(least, offset), 0) / pointSeconds);
  const { grid, time } = timeGrid({
    pointSeconds,
    lengthSeconds: end,
    firstOffset: first * pointSeconds,
    lastOffset: (Math.ceil(end / pointSeconds) - 1) * pointSeconds,
  });
  const panels = gauges.map((gauge) => gaugePanel(gauge, { grid, pointSeconds, time }));
  return {
    points: grid.map(({ at, fromSeconds }) => ({ at, fromSeconds })),
    pointSeconds,
    time,
    gaps: [],
    shades: [],
    events: events.filter(({ atSeconds }) => atSeconds >= time[0] && atSeconds <= time[1]),
    comments: [],
    steady: null,
    panels,
    legend: panels.flatMap(legendOf),
    spoken: panels.flatMap(({ lines, unit }) =>
      lines
        .slice(0, 1)
        .map(({ values }) => ({ values, say: (value: number) => `${unit} ${formatFigure(value)}` })),
    ),
    pointText: pointText(pointSeconds, pointSeconds),
  };
}
