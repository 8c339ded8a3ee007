import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { readRunRow } from "../record/choose-window.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { currentTargetSet } from "../record/target-set.ts";
import { judgeHeldRun } from "./judge-held-run.ts";
import type { JudgedAgain } from "./judge-held-run.ts";

/** Judges a run by its experiment's current targets: verdicts, comparison and tested capacity are computed again. */
export function judgeByPresentTargets(
  ctx: Context,
  { runId: id, webUrl }: { runId: string; webUrl: string },
): Promise<JudgedAgain> {
  const judge = async (tx: WorkspaceTx): Promise<JudgedAgain> => {
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    const targetSet = await currentTargetSet(tx, run.experimentId);
    return judgeHeldRun(tx, ctx, { run, targetSet, webUrl, silent: true });
  };
  return ctx.db.inWorkspace(ctx.workspaceId, judge, { patient: true });
}
