import { z } from "zod";
import type { Verdict } from "@headroom/core";
import { holdExperiment, holdRun } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { noSuchRun, readRunId } from "./get.ts";
import { judgeRun } from "./judge-run.ts";
import { requireRun } from "./require-run.ts";
import { currentTargetSet } from "./target-set.ts";

const again = z.strictObject({ runId: z.string(), webUrl: z.string() });

export interface JudgedAgain {
  before: Verdict | null;
  verdict: Verdict | null;
  /** Of the targets that it was judged by now; null: the experiment has none. */
  targetsVersion: number | null;
}

/** Judges a run by its experiment's present targets: verdicts, comparison and tested capacity are worked out anew. */
export async function judgeRunAgain({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof again>;
}): Promise<JudgedAgain> {
  requireScope(ctx, "edit");
  const { runId, webUrl } = parseInput(again, input);
  const id = readRunId(runId);
  const judge = ctx.db.inWorkspace(
    ctx.workspaceId,
    async (tx) => {
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
    },
    { patient: true },
  );
  return judge;
}
