import { isSilent, isSimulated, joinSources, LIVE_TRAFFIC } from "@headroom/core";
import type { ErrorsBy, JoinedSource, PhaseReason } from "@headroom/core";
import type { PartModel } from "@headroom/db";
import { storedWarnings } from "../record/stored.ts";
import type { Steady, StoredPhase } from "../record/stored.ts";

/** What the parts of a run show together: only what all of them show. */
export interface Evidence extends JoinedSource {
  /** What the errors of all of them were counted by. */
  countedBy: ErrorsBy;
  /** It has traffic that a simulator made up. */
  simulated: boolean;
  /** Null: a load test. */
  liveTraffic: { silent: boolean } | null;
}

export function evidenceOf(parts: readonly PartModel[]): Evidence {
  const sources = parts.map(({ source, latencyResolutionUs, latencyRelativeError, absent, warnings }) => ({
    source,
    latencyResolutionMicros: latencyResolutionUs,
    latencyRelativeError,
    absent,
    warnings: storedWarnings(warnings),
  }));
  return {
    ...joinSources(sources),
    liveTraffic: parts.some(({ format }) => format === LIVE_TRAFFIC)
      ? { silent: parts.some(({ warnings }) => isSilent(storedWarnings(warnings))) }
      : null,
    countedBy: parts.length > 0 && parts.every(({ errorsBy }) => errorsBy === "code") ? "code" : "tool",
    simulated: parts.some(({ warnings }) => isSimulated(storedWarnings(warnings))),
  };
}

export const NO_PHASE: RunPhase = {
  steady: null,
  counted: null,
  ramp: null,
  told: null,
  leastErrorShare: null,
  clockGap: false,
};

export interface RunPhase {
  steady: Steady | null;
  /** The steady phase of a source whose latencies are only known of the whole run: what is counted is judged in it. */
  counted: Steady | null;
  /** Why it has none, if the load kept changing: then no figure represents the run. */
  ramp: PhaseReason | null;
  /** What is stored of it; null if there is no data over time. */
  told: StoredPhase | null;
  /** Part of its time only exists on a clock that was set. */
  clockGap: boolean;
  /** On a ramp, the least share of errors in a tenth of the run; null if it isn't one, or errors aren't known. */
  leastErrorShare: number | null;
}
