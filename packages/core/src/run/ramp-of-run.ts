import type { AbsentFigure } from "../cell/sample.ts";
import { levelsOfRamp } from "../capacity/index.ts";
import type { RampLevels, RampLoad } from "../capacity/index.ts";
import { loadUntilItsEnd } from "./load-over-time.ts";
import type { LoadOverTime } from "./load-over-time.ts";
import type { RunHole } from "./run-phase.ts";
import type { RunTimeline } from "./run-timeline.ts";

/** Enough for 30 levels of ten points each. */
export const RAMP_POINTS = 360;

export interface RampOfRun {
  /** In at most `RAMP_POINTS`; null: there is no data over time. */
  timeline: RunTimeline | null;
  /** When the run began and ended, in seconds from its origin. */
  startSeconds: number;
  endSeconds: number;
  loadModel: string;
  /** The gauges of the load; without points if the run doesn't have one. */
  users: LoadOverTime;
  offeredRate: LoadOverTime;
  holes: readonly RunHole[];
  absent: readonly AbsentFigure[];
}

/** The levels of load that a run went through, at least so many of them, or why it has none. */
export function levelsOfRun(run: RampOfRun, leastLevels?: number): RampLevels {
  const { timeline, startSeconds, endSeconds, holes, absent } = run;
  if (timeline === null) return { problem: "The run has no time series." };
  const load = loadOf(run);
  if (load === null) return { problem: NO_LOAD };
  const { points, pointSeconds, fromSeconds } = timeline;
  const cells = new Map(points.map(({ offsetSeconds, cell }) => [offsetSeconds, cell]));
  const first = Math.max(0, Math.ceil((startSeconds - fromSeconds) / pointSeconds));
  // A point that the run fills only in part would look like a throughput that falls.
  const whole = Math.max(0, Math.floor((endSeconds - fromSeconds) / pointSeconds));
  const steps = Array.from({ length: Math.max(0, whole - first) }, (_, at) => {
    const offsetSeconds = fromSeconds + (first + at) * pointSeconds;
    const cell = cells.get(offsetSeconds) ?? null;
    const sent = (cell?.requests ?? 0) / pointSeconds;
    return {
      offsetSeconds,
      stepSeconds: pointSeconds,
      cell,
      load: load.at === null ? sent : load.at(offsetSeconds),
    };
  });
  const outages = holes.map(({ fromSeconds: from, toSeconds: to }) => ({ fromSeconds: from, toSeconds: to }));
  return levelsOfRamp({ points: steps, of: load.of, outages, absent }, leastLevels);
}

const NO_LOAD =
  "It isn't known how the load rose. Add the gauge “users”, or “offered rate” if the tool sends at a rate.";

interface Load {
  of: RampLoad;
  /** Null: it is what completed. */
  at: ((offsetSeconds: number) => number | null) | null;
}

/** Users are the load of a tool that waits for responses. One that doesn't sends at a rate, however many users it needs. */
function loadOf({ loadModel, users, offeredRate }: RampOfRun): Load | null {
  if (loadModel !== "open" && users.points.length > 0) return { of: "users", at: loadUntilItsEnd(users) };
  if (offeredRate.points.length > 0) return { of: "offered-rate", at: loadUntilItsEnd(offeredRate) };
  return loadModel === "open" ? { of: "requests", at: null } : null;
}
