import type { Verdict } from "@headroom/core";
import { holdExperiment, holdRun, type WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { noSuchRun } from "../record/get.ts";
import { judgeRun } from "./judge-run.ts";
import { requireRun } from "../record/require-run.ts";
import { currentTargetSet } from "../record/target-set.ts";

export interface JudgedAgain {
  before: Verdict | null;
  verdict: Verdict | null;
  /** Of the targets that it was judged by now; null: the experiment has none. */
  targetsVersion: number | null;
}

/** Judges a run by its experiment's present targets: verdicts, comparison and tested capacity are worked out anew. */
export function judgeByPresent(
  ctx: Context,
  { runId: id, webUrl }: { runId: string; webUrl: string },
): Promise<JudgedAgain> {
  const judge = async (tx: WorkspaceTx): Promise<JudgedAgain> => {
    await requireRun(tx, ctx, id);
    const { experimentId } = await tx.prisma.run.findUniqueOrThrow({ where: { id } });
    // In the order of uploads, which hold both while they publish.
    await holdExperiment(tx, experimentId);
    await holdRun(tx, id);
    const before = await tx.prisma.run.findFirst({ where: { id, publishedAt: { not: null } } });
    if (before === null) throw noSuchRun();
    const current = await currentTargetSet(tx, experimentId);
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
