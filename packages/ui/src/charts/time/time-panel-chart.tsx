"use client";

import { memo, useId, useMemo } from "react";
import { Area, ComposedChart, Line, ZIndexLayer } from "recharts";
import type { PlotBox } from "../plot/plot-box.ts";
import {
  eventLines,
  grid,
  hatchPattern,
  leftOutAndMissing,
  notProven,
  targetLines,
  TICK_TEXT,
  timeAxis,
  valueAxis,
} from "../plot/plot-parts.tsx";
import { PlacedWords } from "../plot/placed-words.tsx";
import { placeBars } from "./place-bars.ts";
import { timePlot } from "./time-plot.ts";
import type { TimeBand, TimeLine, TimeModel, TimePanel } from "../model/time-model.ts";

/** With the lines that the library draws. */
const LINES = 400;
/** Above every line and area. */
const WORDS = 3000;

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
  bands: readonly (readonly [number, number] | null)[];
}

/** One chart of a page, drawn from its model. It does not read the crosshair, so moving that redraws nothing. */
export const TimePanelChart = memo(function TimePanelChart(props: TimePanelChartProps) {
  const { model, panel, lines, box, upper } = props;
  const hatchId = useId();
  const plot = useMemo(
    () => timePlot({ model, panel, lines, box, upper }),
    [model, panel, lines, box, upper],
  );
  const rows = useMemo<Row[]>(
    () =>
      model.points.map(({ at }, index) => ({
        at,
        values: plot.values.map((values) => values[index] ?? null),
        bands: (panel.bands ?? []).map(({ values }) => values[index] ?? null),
      })),
    [model, plot, panel],
  );
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
      {timeAxis(model.time, plot.xTicks)}
      {valueAxis(panel.axis)}
      {leftOutAndMissing(model, hatchId)}
      {notProven(panel.targets, panel.axis, hatchId)}
      {(panel.bands ?? []).map(drawnBand)}
      {panel.bars ? null : lines.map(drawnLine)}
      <ZIndexLayer zIndex={LINES}>
        {panel.bars
          ? placeBars(plot, model).map(({ key, line, ...bar }) => (
              <rect key={key} {...bar} fill={lines[line]?.color} />
            ))
          : null}
        {plot.traces.map(({ line: { series, color, width, dash }, pixels }) => (
          <path
            key={series}
            d={tracePath(pixels)}
            fill="none"
            stroke={color}
            strokeWidth={width}
            strokeLinejoin="round"
            strokeDasharray={dash}
          />
        ))}
      </ZIndexLayer>
      {targetLines(panel.targets)}
      {eventLines(model)}
      <ZIndexLayer zIndex={700}>
        {plot.dots.map(({ key, color, x, y }) => (
          <circle key={key} cx={x} cy={y} r="2" fill={color} />
        ))}
      </ZIndexLayer>
      <ZIndexLayer zIndex={WORDS}>
        <g className="plot-words" fontSize={11}>
          {plot.rightTicks.map(({ y, label }) => (
            <text key={`right ${label}`} x={box.right + 6} y={y} dy="0.355em" fill={TICK_TEXT.fill}>
              {label}
            </text>
          ))}
          <PlacedWords words={plot.words} />
        </g>
      </ZIndexLayer>
    </ComposedChart>
  );
});

function tracePath(pixels: readonly (readonly [number, number] | null)[]): string {
  return pixels
    .map((pixel, index) => {
      if (pixel === null) return "";
      return `${(pixels[index - 1] ?? null) === null ? "M" : "L"}${pixel[0]} ${pixel[1]}`;
    })
    .join("");
}

function drawnBand({ key, color }: TimeBand, index: number) {
  return (
    <Area
      key={key}
      dataKey={(row: Row) => row.bands[index] ?? null}
      name={key}
      type="linear"
      stroke="none"
      fill={color}
      fillOpacity={0.22}
      dot={false}
      activeDot={false}
      connectNulls={false}
      isAnimationActive={false}
    />
  );
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
