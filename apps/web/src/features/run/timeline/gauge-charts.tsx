"use client";

import { useMemo } from "react";
import { TimeCharts, prepareGauges } from "@headroom/ui/charts";
import { gaugesInput } from "./timeline-input.ts";
import type { TimelineExtras } from "./timeline-input.ts";

export interface GaugeChartsProps extends Pick<TimelineExtras, "events" | "gauges"> {
  run: { startedAt: string; endedAt: string };
  fileName: string;
  title: string;
}

/** The gauges of a run that has nothing else over time. */
export function GaugeCharts({ run, events, gauges, fileName, title }: GaugeChartsProps) {
  const model = useMemo(() => prepareGauges(gaugesInput(run, { events, gauges })), [run, events, gauges]);
  return <TimeCharts model={model} fileName={fileName} title={title} />;
}
