"use client";

import { ChartMessage } from "../frame/chart-frame.tsx";
import { TimeCharts } from "./time-charts.tsx";
import type { TimeChartsProps } from "./time-charts.tsx";

/** Latencies over time; with the page's crosshair it moves with the timeline. */
export function Heatmap(props: TimeChartsProps) {
  if (props.model.panels.length === 0)
    return <ChartMessage>This source doesn't report a latency distribution over time.</ChartMessage>;
  return <TimeCharts {...props} />;
}
