import { bucketRange, meanMicros, quantileMicros, successfulOnly } from "@headroom/core";
import type { Summarized } from "@headroom/core";
import type { RunTimeline } from "@headroom/services";
import type { TimelinePoint } from "@headroom/ui/charts";

/** What the browser gets of a run over time: figures, not sketches. */
export interface TimelineFigures {
  origin: string;
  pointSeconds: number;
  cellSeconds: number;
  points: TimelinePoint[];
  /** Why requests failed, a count for each point. */
  failures?: NonNullable<RunTimeline["failures"]>;
}

/** Of all requests, or of all minus the failed; where those are not known apart, there are no latencies. */
export function timelineFigures(timeline: RunTimeline, successful = false): TimelineFigures {
  const { origin, points, pointSeconds, finestStepSeconds, absent, failures } = timeline;
  return {
    origin: origin.toISOString(),
    pointSeconds,
    cellSeconds: Math.min(finestStepSeconds, pointSeconds),
    ...(failures === undefined ? {} : { failures }),
    points: points.map(({ offsetSeconds, cell }) => {
      const shown = successful ? successfulOnly(cell) : cell;
      const micros = (percent: number) => (shown === null ? null : quantileMicros(shown, percent));
      return {
        offsetSeconds,
        requests: successful ? cell.requests - cell.errors : cell.requests,
        errors: absent.includes("errors") ? null : cell.errors,
        latencyMicros: {
          mean: shown === null ? null : meanMicros(shown),
          p50: micros(50),
          p90: micros(90),
          p95: micros(95),
          p99: micros(99),
          "p99.9": micros(99.9),
        },
        latencyRanges: shown === null ? null : rangesOf(shown),
      };
    }),
  };
}

function rangesOf(cell: Summarized): NonNullable<TimelinePoint["latencyRanges"]> | null {
  if (cell.distribution.kind !== "buckets") return null;
  const range = (percent: number) => bucketRange(cell, percent);
  return { p50: range(50), p90: range(90), p99: range(99), "p99.9": range(99.9) };
}
