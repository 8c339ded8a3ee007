"use client";

import { memo, useId } from "react";
import { ComposedChart, Line } from "recharts";
import { plotBox } from "./plot-box.ts";
import {
  grid,
  hatchPattern,
  leftOutAndMissing,
  loneDot,
  targetLines,
  timeAxis,
  valueAxis,
} from "./plot-parts.tsx";
import { PlotWords } from "./plot-words.tsx";
import { PERCENTILE_LINES, PERCENTILE_LOOKS } from "./timeline-model.ts";
import type { PercentileLine, TimelineModel } from "./timeline-model.ts";
import type { Size } from "./use-size.ts";

/** p99 is drawn last, over the others. */
const DRAWN: readonly PercentileLine[] = ["p50", "p90", "p99.9", "p99"];

interface LatencyChartProps {
  model: TimelineModel;
  latency: NonNullable<TimelineModel["latency"]>;
  size: Size;
}

export const LatencyChart = memo(function LatencyChart({ model, latency, size }: LatencyChartProps) {
  const hatchId = useId();
  const box = plotBox(size.width, size.height);
  const [low, high] = latency.domain;
  const y = (value: number) =>
    box.bottom - (Math.log(value / low) / Math.log(high / low)) * (box.bottom - box.top);
  const lone = model.points.some(({ alone }) => alone);
  return (
    <ComposedChart
      width={size.width}
      height={size.height}
      data={[...model.points]}
      margin={{ top: box.top, right: size.width - box.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      {hatchPattern(hatchId)}
      {grid()}
      {timeAxis(model.time, box)}
      {valueAxis(latency, "log")}
      {leftOutAndMissing(model, hatchId)}
      {DRAWN.map((line) => (
        <Line
          key={line}
          dataKey={(point: TimelineModel["points"][number]) => point[line]}
          name={line}
          type="linear"
          stroke={PERCENTILE_LOOKS[line].color}
          strokeWidth={PERCENTILE_LOOKS[line].width}
          strokeLinejoin="round"
          dot={lone ? loneDot(PERCENTILE_LOOKS[line].color) : false}
          activeDot={false}
          connectNulls={false}
          isAnimationActive={false}
        />
      ))}
      {targetLines(latency.targets)}
      <PlotWords
        model={model}
        box={box}
        y={y}
        targets={latency.targets}
        lines={PERCENTILE_LINES}
        nameEnds
        nameShades={false}
      />
    </ComposedChart>
  );
});
