"use client";

import { LoadChart, prepareLoadChart, type LoadChartInput } from "@headroom/ui/charts";

export function CapacityDrawing({ chart, fileName }: { chart: LoadChartInput; fileName: string }) {
  return <LoadChart model={prepareLoadChart(chart)} title="Throughput by users" fileName={fileName} />;
}
