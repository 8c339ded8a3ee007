"use client";

import { LoadChart, prepareLoadChart } from "@headroom/ui/charts";
import type { LoadChartInput } from "@headroom/ui/charts";

export function CapacityDrawing({ chart, fileName }: { chart: LoadChartInput; fileName: string }) {
  return <LoadChart model={prepareLoadChart(chart)} title="Throughput by users" fileName={fileName} />;
}
