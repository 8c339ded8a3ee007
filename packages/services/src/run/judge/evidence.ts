import { heldBack, LATENCY_SOURCES, type AbsentFigure, type LatencySource } from "@headroom/core";
import type { PartModel } from "@headroom/db";
import { LIVE_TRAFFIC, type RunPhaseAnswer } from "@headroom/contract";
import { absentOfParts } from "../record/read-absent.ts";
import { storedWarnings, type Steady } from "../record/stored.ts";
import { isSilent, isSimulated } from "../record/warnings.ts";

/** What the parts of a run show together: only what all of them show. */
export interface Evidence {
  source: LatencySource;
  resolutionMicros: number;
  relativeError: number;
  absent: AbsentFigure[];
  /** False: the tool says that it didn't send all it was told to. */
  loadOffered: false | null;
  /** It has traffic that a simulator made up. */
  simulated: boolean;
  /** Null: a load test. */
  liveTraffic: { silent: boolean } | null;
}

export function evidenceOf(parts: readonly PartModel[]): Evidence {
  const least = Math.max(0, ...parts.map(({ source }) => LATENCY_SOURCES.findIndex((one) => one === source)));
  return {
    source: LATENCY_SOURCES[least] ?? "none",
    resolutionMicros: Math.max(1, ...parts.map(({ latencyResolutionUs }) => latencyResolutionUs)),
    relativeError: Math.max(0, ...parts.map(({ latencyRelativeError }) => latencyRelativeError)),
    absent: absentOfParts(parts),
    liveTraffic: parts.some(({ format }) => format === LIVE_TRAFFIC)
      ? { silent: parts.some(({ warnings }) => isSilent(storedWarnings(warnings))) }
      : null,
    loadOffered: parts.some(({ warnings }) => heldBack(storedWarnings(warnings))) ? false : null,
    simulated: parts.some(({ warnings }) => isSimulated(storedWarnings(warnings))),
  };
}

export const NO_PHASE: RunPhase = { steady: null, ramp: null, told: null, leastErrorShare: null };

export interface RunPhase {
  steady: Steady | null;
  /** Why it has none, if the load kept changing: then no figure represents the run. */
  ramp: string | null;
  /** What the API says of it; null if there is no data over time. */
  told: RunPhaseAnswer | null;
  /** On a ramp, the least share of errors in a tenth of the run; null if it isn't one, or errors aren't known. */
  leastErrorShare: number | null;
}
