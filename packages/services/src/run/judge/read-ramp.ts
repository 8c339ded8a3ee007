import { levelsOfRamp, type AbsentFigure, type RampLevels, type RampLoad } from "@headroom/core";
import type { RunPhaseAnswer } from "@headroom/contract";
import { readTimeline, type RunModel, type WorkspaceTx } from "@headroom/db";
import { heldLoadAt, readLoadGauge, readUsers, type LoadOverTime } from "./read-at-users.ts";

/** The gauge that says how many requests per second the generators were to send. */
const OFFERED_RATE = "offered rate";
/** Enough for 30 levels of ten points each. */
const POINTS = 360;

interface RampInput {
  absent: readonly AbsentFigure[];
  holes: RunPhaseAnswer["holes"];
}

/** The levels of load that a run went through, or why it has none. */
export async function readRampLevels(
  tx: WorkspaceTx,
  run: RunModel,
  { absent, holes }: RampInput,
): Promise<RampLevels> {
  const timeline = await readTimeline(tx, { runId: run.id, maxPoints: POINTS });
  if (timeline === null) return { problem: "The run has no data over time." };
  const load = await readLoad(tx, run);
  if (load === null) return { problem: NO_LOAD };
  const { origin, points, pointSeconds, fromSeconds, toSeconds } = timeline;
  const cells = new Map(points.map(({ offsetSeconds, cell }) => [offsetSeconds, cell]));
  const seconds = (instant: string | Date) => (new Date(instant).getTime() - origin.getTime()) / 1_000;
  const first = run.startedAt === null ? 0 : Math.ceil((seconds(run.startedAt) - fromSeconds) / pointSeconds);
  const end = run.endedAt === null ? toSeconds : seconds(run.endedAt);
  // A point that the run fills only in part would look like a throughput that falls.
  const whole = Math.max(0, Math.floor((end - fromSeconds) / pointSeconds));
  return levelsOfRamp({
    points: Array.from({ length: Math.max(0, whole - Math.max(0, first)) }, (_, at) => {
      const offsetSeconds = fromSeconds + (Math.max(0, first) + at) * pointSeconds;
      const cell = cells.get(offsetSeconds) ?? null;
      const sent = (cell?.requests ?? 0) / pointSeconds;
      return {
        ...{ offsetSeconds, stepSeconds: pointSeconds, cell },
        load: load.at === null ? sent : load.at(offsetSeconds),
      };
    }),
    of: load.of,
    outages: holes.map(({ from, to }) => ({ fromSeconds: seconds(from), toSeconds: seconds(to) })),
    absent,
  });
}

const NO_LOAD =
  "It isn't known how the load rose. Add the gauge “users”, or “offered rate” if the tool sends at a rate.";

interface Load {
  of: RampLoad;
  /** Null: it is what completed. */
  at: ((offsetSeconds: number) => number | null) | null;
}

/** Users are the load of a tool that waits for responses. One that doesn't sends at a rate, however many users it needs. */
async function readLoad(tx: WorkspaceTx, run: RunModel): Promise<Load | null> {
  const users = run.loadModel === "open" ? null : await readUsers(tx, run);
  if (users !== null && users.points.length > 0) return { of: "users", at: untilTheLast(users) };
  const offered = await readLoadGauge(tx, run, OFFERED_RATE);
  if (offered.points.length > 0) return { of: "offered-rate", at: untilTheLast(offered) };
  return run.loadModel === "open" ? { of: "requests", at: null } : null;
}

/** Responses that arrive after the last known load are left out, because their load is unknown. */
function untilTheLast(load: LoadOverTime): (offsetSeconds: number) => number | null {
  const { points, pointSeconds } = load;
  const apart = points
    .slice(1)
    .map(({ offsetSeconds }, at) => offsetSeconds - (points[at]?.offsetSeconds ?? 0));
  const usual = apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)] ?? pointSeconds;
  const end = (points.at(-1)?.offsetSeconds ?? 0) + Math.max(pointSeconds, usual);
  const at = heldLoadAt(load);
  return (offsetSeconds) => (offsetSeconds < end ? at(offsetSeconds) : null);
}
