import { levelsOfRamp, type AbsentFigure, type RampLevels, type RampLoad } from "@headroom/core";
import type { RunPhaseAnswer } from "@headroom/contract";
import { readTimeline, type RunModel, type WorkspaceTx } from "@headroom/db";
import { heldLoadAt, readLoadGauge, readUsers } from "./read-at-users.ts";

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
  const count = Math.max(0, Math.round((toSeconds - fromSeconds) / pointSeconds));
  const seconds = (instant: string) => (Date.parse(instant) - origin.getTime()) / 1_000;
  return levelsOfRamp({
    points: Array.from({ length: count }, (_, at) => {
      const offsetSeconds = fromSeconds + at * pointSeconds;
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
  if (users !== null && users.points.length > 0) return { of: "users", at: heldLoadAt(users) };
  const offered = await readLoadGauge(tx, run, OFFERED_RATE);
  if (offered.points.length > 0) return { of: "offered-rate", at: heldLoadAt(offered) };
  return run.loadModel === "open" ? { of: "requests", at: null } : null;
}
