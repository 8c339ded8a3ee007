import type { Verdict } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { judgeRun } from "./judge-run.ts";

export interface JudgedAgain {
  before: Verdict | null;
  verdict: Verdict | null;
  /** The version it is now judged by; null: no targets. */
  targetsVersion: number | null;
}

interface HeldRun {
  /** As it is once it is locked with its experiment. */
  run: RunModel;
  targetSet: { id: string; version: number } | null;
  webUrl: string;
}

/** Judges a run again, in the transaction that holds it, and writes the audit entry. */
export async function judgeHeldRun(
  tx: WorkspaceTx,
  ctx: Context,
  { run: { id, verdict: before }, targetSet, webUrl }: HeldRun,
): Promise<JudgedAgain> {
  await judgeRun(tx, { runId: id, targetSetId: targetSet?.id ?? null, webUrl });
  const { verdict } = await tx.prisma.run.findUniqueOrThrow({ where: { id } });
  const detail = { before, verdict, targetsVersion: targetSet?.version ?? null };
  await writeAudit(tx, ctx, { action: "run.judge-again", subjectKind: "run", subjectId: id, detail });
  return detail as JudgedAgain;
}
