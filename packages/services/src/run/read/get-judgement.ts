import type { JudgementAnswer } from "@headroom/contract";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { toJudgementAnswer } from "../record/judgement-answer.ts";
import { storedWarnings } from "../record/stored.ts";

/** One judgement of a run: its own, or one that a gate asked for. Null: the run has no such judgement. */
export async function getRunJudgement({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; judgementId: string };
}): Promise<JudgementAnswer | null> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { warnings } = await readRunRow(tx, ctx, runId);
    const { success, data: id } = z.uuid().safeParse(input.judgementId);
    const found = success ? await tx.prisma.judgement.findFirst({ where: { id, runId } }) : null;
    return found === null ? null : toJudgementAnswer(found, storedWarnings(warnings));
  });
}
