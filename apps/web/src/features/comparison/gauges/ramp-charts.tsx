"use client";

import { LoadChart, prepareLoadChart } from "@headroom/ui/charts";
import { p95Lines } from "./p95-lines.ts";
import type { RampsModel } from "./prepare-ramps.ts";

type RampChartsProps = Pick<RampsModel, "throughput" | "latency" | "targets">;

/** Throughput and latency of all runs against their load. */
export function RampCharts({ throughput, latency, targets }: RampChartsProps) {
  return (
    <div className="grid grid-cols-1 border-t border-line desk:grid-cols-2">
      <div className="min-w-0 border-b border-line px-4 py-4 wide:px-5 desk:border-r desk:border-b-0">
        <LoadChart
          model={prepareLoadChart(throughput)}
          title="Throughput by load"
          fileName="comparison-throughput-by-load"
        />
      </div>
      <div className="min-w-0 px-4 py-4 wide:px-5">
        <LoadChart
          model={prepareLoadChart({ ...latency, targets: p95Lines(targets) })}
          title="Latency by load"
          fileName="comparison-latency-by-load"
        />
      </div>
    </div>
  );
}
