import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { isStalled, readDemoState } from "./state.ts";
import type { DemoState } from "./state.ts";

export interface LoadedDemo extends Pick<DemoState, "status" | "runsTotal" | "problem"> {
  /** How many have been uploaded. */
  runs: number;
  isStalled: boolean;
}

/** What became of the demo in this workspace; null: nobody has loaded it here. */
export async function getDemo({ ctx }: { ctx: Context }): Promise<LoadedDemo | null> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { demo } = await tx.prisma.workspace.findUniqueOrThrow({
      where: { id: ctx.workspaceId },
      select: { demo: true },
    });
    const state = readDemoState(demo);
    if (state === null) return null;
    const { status, runsTotal, problem, runs } = state;
    return { status, runsTotal, problem, runs: runs.length, isStalled: isStalled(state, ctx.clock()) };
  });
}
