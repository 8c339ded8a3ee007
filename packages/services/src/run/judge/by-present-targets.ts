import type { Verdict } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { readRunRow } from "../record/choose-window.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { judgeRun } from "./judge-run.ts";
import { currentTargetSet } from "../record/target-set.ts";

export interface JudgedAgain {
  before: Verdict | null;
  verdict: Verdict | null;
  /** The version it is now judged by; null: the experiment has no targets. */
  targetsVersion: number | null;
}

/** Judges a run by its experiment's current targets: verdicts, comparison and tested capacity are computed again. */
export function judgeByPresentTargets(
  ctx: Context,
  { runId: id, webUrl }: { runId: string; webUrl: string },
): Promise<JudgedAgain> {
  const judge = async (tx: WorkspaceTx): Promise<JudgedAgain> => {
    const before = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    const current = await currentTargetSet(tx, before.experimentId);
    await judgeRun(tx, { runId: id, targetSetId: current?.id ?? null, webUrl });
    const { verdict } = await tx.prisma.run.findUniqueOrThrow({ where: { id } });
    const detail = {
      before: before.verdict,
      verdict,
      targetsVersion: current?.version ?? null,
    };
    await writeAudit(tx, ctx, { action: "run.judge-again", subjectKind: "run", subjectId: id, detail });
    return detail as JudgedAgain;
  };
  return ctx.db.inWorkspace(ctx.workspaceId, judge, { patient: true });
}
