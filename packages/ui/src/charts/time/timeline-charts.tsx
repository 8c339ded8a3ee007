"use client";

import { TimeCharts } from "./time-charts.tsx";
import type { TimeChartsProps } from "./time-charts.tsx";

/** A run over time: throughput, latency and gauges, under one crosshair. */
export function TimelineCharts(props: TimeChartsProps) {
  const { panels } = props.model;
  return (
    <>
      <TimeCharts {...props} />
      {panels.some(({ key }) => key === "latency") ? null : (
        <p className="mt-4 text-13 text-ink-2">This source doesn't report latency over time.</p>
      )}
    </>
  );
}
