import type { ComparisonStatistics, JudgedSide, RunComparison } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { getComparisonStatistics } from "../../comparison/get-statistics.ts";
import { getComparison } from "../../comparison/get.ts";
import type { JudgedSides, ReadSides } from "../../comparison/read-comparison.ts";
import type { Context } from "../../context.ts";
import { baselineOf, lastGoodAlike } from "../read/choose-baseline.ts";
import { readCommitPool } from "../read/commit-pool.ts";
import { readRunRow } from "../record/choose-window.ts";

/** As the judgement of the second of two runs compares them; null: single runs are compared. */
type AsJudged<Input> = Input & { judged: JudgedSide | null };

export function getJudgedComparison({
  ctx,
  input: { judged, ...input },
}: {
  ctx: Context;
  input: AsJudged<Parameters<typeof getComparison>[0]["input"]>;
}): Promise<RunComparison> {
  return getComparison({ ctx, input }, sidesOf(ctx, judged));
}

/** How certain its changes are, and what is concluded from them. */
export function getJudgedStatistics({
  ctx,
  input: { judged, ...input },
}: {
  ctx: Context;
  input: AsJudged<Parameters<typeof getComparisonStatistics>[0]["input"]>;
}): Promise<ComparisonStatistics> {
  return getComparisonStatistics({ ctx, input }, sidesOf(ctx, judged));
}

function sidesOf(ctx: Context, judged: JudgedSide | null): ReadSides | undefined {
  return judged === null ? undefined : (tx, runIds) => readJudgedSides(tx, ctx, { runIds, judged });
}

/** `judged`: whether the first run stands for its level, or for itself. */
async function readJudgedSides(
  tx: WorkspaceTx,
  ctx: Context,
  { runIds, judged }: { runIds: readonly string[]; judged: JudgedSide },
): Promise<JudgedSides> {
  const [before, after, ...others] = runIds;
  if (before === undefined || after === undefined || others.length > 0)
    throw new HeadroomError("parameter-unreadable", "A judgement compares two runs.", {
      field: "judged",
      hint: "Name the baseline and then the run that was judged, or leave out `judged`.",
    });
  const run = await readRunRow(tx, ctx, after);
  const pool = await readCommitPool(tx, run, ctx.clock());
  const level = judged === "run" ? [] : await levelBehind(tx, run, { before, first: pool.first });
  return { before, level, after, pool };
}

/** As it was when the run was judged, its own judgement first. Until then, as it is now. */
async function levelBehind(
  tx: WorkspaceTx,
  run: RunModel,
  { before, first }: { before: string; first: RunModel },
): Promise<string[]> {
  const judgements = await tx.prisma.judgement.findMany({
    where: { runId: run.id, referenceRunId: before },
    orderBy: [{ isOwn: "desc" }, { decidedAt: "desc" }],
  });
  const told = judgements.find(({ referenceLevel }) => referenceLevel.length > 0) ?? judgements[0];
  const found =
    told === undefined
      ? await lastGoodAlike(tx, first)
      : await baselineOf(tx, run, { id: before, level: told.referenceLevel });
  return found.run === null || found.run.id !== before ? [] : found.level.map(({ id }) => id);
}
