import { levelsOfRun, RAMP_POINTS } from "@headroom/core";
import type { AbsentFigure, RampLevels } from "@headroom/core";
import type { RunPhaseAnswer } from "@headroom/contract";
import { readTimeline } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { OFFERED_RATE, readLoadGauge, readUsers } from "./read-load-gauge.ts";
import { boundsOf } from "./run-bounds.ts";

interface RampInput {
  absent: readonly AbsentFigure[];
  holes: RunPhaseAnswer["holes"];
  /** How many it takes, if not as many as a knee does. */
  leastLevels?: number;
}

/** The levels of load that a run went through, or why it has none. */
export async function readRampLevels(
  tx: WorkspaceTx,
  run: RunModel,
  { absent, holes, leastLevels }: RampInput,
): Promise<RampLevels> {
  const timeline = await readTimeline(tx, { runId: run.id, maxPoints: RAMP_POINTS });
  if (timeline === null) return { problem: "The run has no time series." };
  const seconds = (instant: string) => (Date.parse(instant) - timeline.origin.getTime()) / 1_000;
  const known = {
    timeline,
    ...boundsOf(run, timeline),
    loadModel: run.loadModel,
    absent,
    users: await readUsers(tx, run),
    offeredRate: await readLoadGauge(tx, run, OFFERED_RATE),
    holes: holes.map(({ from, to }) => ({ fromSeconds: seconds(from), toSeconds: seconds(to) })),
  };
  return levelsOfRun(known, leastLevels);
}
