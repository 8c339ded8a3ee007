import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireLiveRun } from "./live-run.ts";

/** The ID under which changes of a live run are announced, also once it is finished. */
export async function watchedRun({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<string> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => (await requireLiveRun(tx, ctx, runId)).runId);
}
