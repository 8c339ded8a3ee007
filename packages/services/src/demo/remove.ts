import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import { requireScope } from "../scope.ts";
import { DEMO_LINE } from "./load.ts";
import { holdDemoState, isStalled, writeDemoState } from "./state.ts";

export const REMOVE_DEMO = "remove-demo";
const ATTEMPTS = 6;

/** Removes what the demo made in this workspace, and nothing else. One that is still loading stops. */
export async function removeDemo({ ctx }: { ctx: Context }): Promise<void> {
  requireScope(ctx, "edit");
  const { workspaceId } = ctx;
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    const state = await holdDemoState(tx, ctx);
    if (state === null || (state.status === "removing" && !isStalled(state, ctx.clock()))) return;
    await writeDemoState(tx, ctx, { ...state, status: "removing", problem: null });
    await writeAudit(tx, ctx, { action: "demo.remove", subjectKind: "workspace", subjectId: workspaceId });
    await addJob(tx, {
      name: REMOVE_DEMO,
      payload: {},
      key: REMOVE_DEMO,
      attempts: ATTEMPTS,
      line: DEMO_LINE,
    });
  });
}
