import { quantileMicros } from "@headroom/core";
import type { RunTimeline } from "@headroom/services";
import type { TimelineSlice } from "@headroom/ui/charts";

/** What of a run over time travels to the browser: figures, not sketches. */
export interface TimelineFigures {
  origin: string;
  sliceSeconds: number;
  cellSeconds: number;
  slices: TimelineSlice[];
}

export function timelineFigures({
  origin,
  points,
  pointSeconds,
  finestStepSeconds,
}: RunTimeline): TimelineFigures {
  return {
    origin: origin.toISOString(),
    sliceSeconds: pointSeconds,
    cellSeconds: Math.min(finestStepSeconds, pointSeconds),
    slices: points.map(({ offsetSeconds, cell }) => ({
      offsetSeconds,
      requests: cell.requests,
      errors: cell.errors,
      latencyMicros: {
        p50: quantileMicros(cell, 50),
        p90: quantileMicros(cell, 90),
        p99: quantileMicros(cell, 99),
        "p99.9": quantileMicros(cell, 99.9),
      },
    })),
  };
}
