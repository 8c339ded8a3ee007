"use client";

import type { ReactNode } from "react";
import { CartesianGrid, ComposedChart, Line, XAxis, ZIndexLayer } from "recharts";
import type { Tick } from "../model/axis-ticks.ts";
import { X_AXIS_HEIGHT } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { TICK_TEXT, targetLines, valueAxis } from "../plot/plot-parts.tsx";
import type { Axis, TargetLine } from "../model/time-model.ts";

export interface XyRow {
  x: number;
  values: readonly (number | null)[];
}

interface XyLine {
  key: string;
  color: string;
  width: number;
  dash?: string;
}

interface XyPlotProps {
  box: PlotBox;
  x: Axis;
  xTicks: readonly Tick[];
  y: Axis;
  rows: readonly XyRow[];
  lines: readonly XyLine[];
  /** Draws across missing values, as a curve does; over time they are gaps. */
  bridged?: boolean;
  gridX?: boolean;
  targets?: readonly TargetLine[];
  /** Under the lines. */
  under?: ReactNode;
  /** Over the lines: marks, then words. */
  marks?: ReactNode;
  words?: ReactNode;
}

/** Axes, grid and lines of a chart whose x axis is not time. */
export function XyPlot(props: XyPlotProps) {
  const { box, x, xTicks, y, rows, lines, bridged = false, gridX = false, targets = [] } = props;
  const labels = new Map(xTicks.map(({ value, label }) => [value, label]));
  return (
    <ComposedChart
      width={box.width}
      height={box.height}
      data={[...rows]}
      margin={{ top: box.top, right: box.width - box.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid syncWithTicks vertical={gridX} stroke="var(--grid)" />
      <XAxis
        dataKey="x"
        type="number"
        scale={x.scale}
        domain={[...x.domain]}
        ticks={xTicks.map(({ value }) => value)}
        tickFormatter={(value: number) => labels.get(value) ?? ""}
        interval={0}
        height={X_AXIS_HEIGHT}
        tick={TICK_TEXT}
        tickLine={gridX ? false : { stroke: "var(--line-strong)" }}
        tickSize={4}
        tickMargin={5}
        axisLine={{ stroke: "var(--line-strong)" }}
        allowDataOverflow
      />
      {valueAxis(y)}
      <ZIndexLayer zIndex={0}>{props.under}</ZIndexLayer>
      {lines.map(({ key, color, width, dash }, index) => (
        <Line
          key={key}
          dataKey={(row: XyRow) => row.values[index] ?? null}
          name={key}
          type="linear"
          stroke={color}
          strokeWidth={width}
          strokeLinejoin="round"
          {...(dash === undefined ? {} : { strokeDasharray: dash })}
          dot={false}
          activeDot={false}
          connectNulls={bridged}
          isAnimationActive={false}
        />
      ))}
      {targetLines(targets)}
      <ZIndexLayer zIndex={700}>{props.marks}</ZIndexLayer>
      <ZIndexLayer zIndex={3000}>
        <g className="plot-words" fontSize={11}>
          {props.words}
        </g>
      </ZIndexLayer>
    </ComposedChart>
  );
}
