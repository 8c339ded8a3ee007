import { findLiveRun, holdRunState } from "@headroom/db";
import type { LiveRunFound, RunState, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { onlyServiceOf } from "../../scope.ts";
import { noSuchRun } from "../record/get.ts";

export type LiveRun = LiveRunFound;

/** The live run, locked or not; not-found unless the actor may see it. */
export async function requireLiveRun(
  tx: WorkspaceTx,
  ctx: Context,
  runId: string,
  strength: "share" | "update" | null = null,
): Promise<LiveRun> {
  const found = await findLiveRun(tx, runId, strength);
  const only = onlyServiceOf(ctx.actor);
  if (found === null || (only !== null && found.serviceId !== only)) throw noSuchRun();
  return found;
}

/** The run's row, locked until the transaction ends. */
export async function requireRunState(tx: WorkspaceTx, runId: string): Promise<RunState> {
  const state = await holdRunState(tx, runId);
  if (state === null) throw noSuchRun();
  return state;
}
