import { ABSENT_FIGURES, LATENCY_SOURCES, type AbsentFigure, type LatencySource } from "@headroom/core";
import type { PartModel } from "@headroom/db";
import type { Steady } from "../record/stored.ts";

/** What the parts of a run show together: only what all of them show. */
export interface Evidence {
  source: LatencySource;
  resolutionMicros: number;
  relativeError: number;
  absent: AbsentFigure[];
}

export function evidenceOf(parts: readonly PartModel[]): Evidence {
  const least = Math.max(0, ...parts.map(({ source }) => LATENCY_SOURCES.findIndex((one) => one === source)));
  return {
    source: LATENCY_SOURCES[least] ?? "none",
    resolutionMicros: Math.max(1, ...parts.map(({ latencyResolutionUs }) => latencyResolutionUs)),
    relativeError: Math.max(0, ...parts.map(({ latencyRelativeError }) => latencyRelativeError)),
    absent: ABSENT_FIGURES.filter((figure) => parts.some(({ absent }) => absent.includes(figure))),
  };
}

export interface RunPhase {
  steady: Steady | null;
  /** Why it has none, if the load kept changing: then no figure represents the run. */
  ramp: string | null;
}
