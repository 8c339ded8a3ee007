import type { JudgedSide } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { ListedRunRead, RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { readRunRow } from "../run/record/choose-window.ts";
import { baselineOf, lastGood } from "../run/read/choose-baseline.ts";
import { readCommitPool } from "../run/read/commit-pool.ts";
import type { CommitPool } from "../run/read/commit-pool.ts";

/** What the judgement of `after` compares. */
export interface JudgedSides {
  before: string;
  /** The other runs of the level, of which `before` is the newest. */
  level: ListedRunRead[];
  after: string;
  /** The runs of its commit. */
  pool: Pick<CommitPool, "runs" | "look">;
}

/** `judged`: whether the first run stands for its level, or for itself. */
export async function readJudgedSides(
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
): Promise<ListedRunRead[]> {
  const judgements = await tx.prisma.judgement.findMany({
    where: { runId: run.id, referenceRunId: before },
    orderBy: [{ isOwn: "desc" }, { decidedAt: "desc" }],
  });
  const told = judgements.find(({ referenceLevel }) => referenceLevel.length > 0) ?? judgements[0];
  const found =
    told === undefined
      ? await lastGood(tx, first)
      : await baselineOf(tx, run, { id: before, level: told.referenceLevel });
  return found.run === null || found.run.id !== before ? [] : found.level;
}
