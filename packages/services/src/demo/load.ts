import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import { requireScope } from "../scope.ts";
import { holdDemoState, isStalled, writeDemoState } from "./state.ts";

export const LOAD_DEMO = "load-demo";
/** It is loaded and removed in this line, so never both at once. */
export const DEMO_LINE = "demo";
const ATTEMPTS = 6;

/** Loads the demo's data into this workspace, which has to be empty. Asking twice loads it once, and one that failed resumes. */
export async function loadDemo({ ctx }: { ctx: Context }): Promise<void> {
  requireScope(ctx, "edit");
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "person") throw new HeadroomError("scope-missing", "Only a person can load the demo.");
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    const before = await holdDemoState(tx, ctx);
    const now = ctx.clock();
    if (before !== null && before.status !== "failed" && !isStalled(before, now)) {
      if (before.status !== "removing") return;
      throw new HeadroomError("conflict", "The demo is being removed.", {
        hint: "Load it again in a moment.",
      });
    }
    if (before === null) await requireEmpty(tx);
    const begun = before ?? {
      loadId: ctx.newId(),
      startedAt: now.toISOString(),
      runsTotal: null,
      runs: [],
      tokens: [],
    };
    const state = { ...begun, status: "loading", startedBy: actor.id, problem: null } as const;
    await writeDemoState(tx, ctx, { ...state, at: now.toISOString() });
    await writeAudit(tx, ctx, { action: "demo.load", subjectKind: "workspace", subjectId: workspaceId });
    await addJob(tx, {
      name: LOAD_DEMO,
      payload: { loadId: state.loadId },
      key: LOAD_DEMO,
      attempts: ATTEMPTS,
      line: DEMO_LINE,
    });
  });
}

/** Among real services, the demo's would count in every sum. */
async function requireEmpty(tx: WorkspaceTx): Promise<void> {
  if ((await tx.prisma.service.count({ where: { provisional: false } })) === 0) return;
  throw new HeadroomError("conflict", "This workspace already has services.", {
    hint: "Create another workspace and load the demo there.",
  });
}
