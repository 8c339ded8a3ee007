"use client";

import { memo, useId } from "react";
import { Area, ComposedChart } from "recharts";
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
import type { Size } from "./use-size.ts";
import type { TimelineModel } from "./timeline-model.ts";

export const ThroughputChart = memo(function ThroughputChart({
  model,
  size,
}: {
  model: TimelineModel;
  size: Size;
}) {
  const hatchId = useId();
  const box = plotBox(size.width, size.height);
  const { domain, targets } = model.throughput;
  const y = (value: number) => box.bottom - (value / domain[1]) * (box.bottom - box.top);
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
      {valueAxis(model.throughput, "linear")}
      {leftOutAndMissing(model, hatchId)}
      <Area
        dataKey="throughput"
        type="linear"
        stroke="var(--s1)"
        strokeWidth={2}
        fill="var(--s1)"
        fillOpacity={0.1}
        dot={model.points.some(({ alone }) => alone) ? loneDot("var(--s1)") : false}
        activeDot={false}
        connectNulls={false}
        isAnimationActive={false}
      />
      {targetLines(targets)}
      <PlotWords
        model={model}
        box={box}
        y={y}
        targets={targets}
        lines={["throughput"]}
        nameEnds={false}
        nameShades
      />
    </ComposedChart>
  );
});
