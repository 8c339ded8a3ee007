"use client";

import { memo, useId, useMemo } from "react";
import { Area, ComposedChart, Line, ZIndexLayer } from "recharts";
import { yScale } from "../plot/axes.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import {
  eventLines,
  grid,
  hatchPattern,
  leftOutAndMissing,
  targetLines,
  timeAxis,
  valueAxis,
} from "../plot/plot-parts.tsx";
import { PlotWords } from "../plot/plot-words.tsx";
import { loneIndexes } from "./time-grid.ts";
import type { TimeLine, TimeModel, TimePanel } from "../model/time-model.ts";

interface TimePanelChartProps {
  model: TimeModel;
  panel: TimePanel;
  /** The lines that are drawn: at most eight of a panel. */
  lines: readonly TimeLine[];
  box: PlotBox;
  /** The first chart of a page, which names left-out parts and events. */
  upper: boolean;
}

interface Row {
  at: number;
  values: readonly (number | null)[];
}

/** One chart of a page, drawn from its model. It does not read the crosshair, so moving that redraws nothing. */
export const TimePanelChart = memo(function TimePanelChart(props: TimePanelChartProps) {
  const { model, panel, lines, box, upper } = props;
  const hatchId = useId();
  const log = panel.axis.scale === "log";
  const rows = useMemo<Row[]>(
    () =>
      model.points.map(({ at }, index) => ({
        at,
        values: lines.map(({ values }) => drawable(values[index] ?? null, log)),
      })),
    [model, lines, log],
  );
  const y = yScale(panel.axis, box.top, box.bottom);
  const x = (at: number) =>
    box.left + ((at - model.time[0]) / (model.time[1] - model.time[0])) * (box.right - box.left);
  return (
    <ComposedChart
      width={box.width}
      height={box.height}
      data={rows}
      margin={{ top: box.top, right: box.width - box.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      {hatchPattern(hatchId)}
      {grid()}
      {timeAxis(model.time, box)}
      {valueAxis(panel.axis)}
      {leftOutAndMissing(model, hatchId)}
      {lines.map(drawnLine)}
      {targetLines(panel.targets)}
      {eventLines(model)}
      <LoneDots model={model} lines={lines} x={x} y={y} />
      <PlotWords
        model={model}
        box={box}
        x={x}
        y={y}
        lines={lines}
        targets={panel.targets}
        nameEnds={panel.nameEnds}
        upper={upper}
      />
    </ComposedChart>
  );
});

function drawable(value: number | null, log: boolean): number | null {
  return value !== null && log && value <= 0 ? null : value;
}

function drawnLine({ series, color, width, dash, area }: TimeLine, index: number) {
  const shared = {
    dataKey: (row: Row) => row.values[index] ?? null,
    name: series,
    type: "linear" as const,
    stroke: color,
    strokeWidth: width,
    strokeLinejoin: "round" as const,
    dot: false,
    activeDot: false,
    connectNulls: false,
    isAnimationActive: false,
    ...(dash === undefined ? {} : { strokeDasharray: dash }),
  };
  return area ? (
    <Area key={series} {...shared} fill={color} fillOpacity={0.1} />
  ) : (
    <Line key={series} {...shared} />
  );
}

interface LoneDotsProps {
  model: TimeModel;
  lines: readonly TimeLine[];
  x: (at: number) => number;
  y: (value: number) => number;
}

/** A point between two gaps has no line, so it gets a dot. */
function LoneDots({ model, lines, x, y }: LoneDotsProps) {
  const dots = lines.flatMap(({ series, color, values }) =>
    loneIndexes(values).map((index) => ({
      key: `${series} ${index}`,
      color,
      at: model.points[index]?.at ?? 0,
      value: values[index] ?? 0,
    })),
  );
  if (dots.length === 0) return null;
  return (
    <ZIndexLayer zIndex={700}>
      <g>
        {dots.map(({ key, color, at, value }) => (
          <circle key={key} cx={x(at)} cy={y(value)} r="2" fill={color} />
        ))}
      </g>
    </ZIndexLayer>
  );
}
