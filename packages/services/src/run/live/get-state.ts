import type { LiveState } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../get.ts";
import { holdLiveRun } from "./live-run.ts";

/** How far the writers of a live run have come: for one that was started again and has to know where to go on. */
export async function getLiveState({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<LiveState> {
  requireScope(ctx, "ingest");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { state, origin } = await holdLiveRun(tx, ctx, runId, "none");
    const writers = await tx.query<LiveState["writers"][number]>(
      "select writer, attempt, state, sequence from live_writer where run_id = $1 order by writer",
      [runId],
    );
    const interrupted = writers.some((writer) => writer.state === "interrupted");
    return { run: runId, state: interrupted ? "interrupted" : state, origin, writers };
  });
}
