import type { Verdict } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { noteRun } from "../edit/decide-again.ts";
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
  /** Channels hear nothing of it. */
  silent: boolean;
}

/** Judges a run again, in the transaction that holds it, and writes the audit entry. */
export async function judgeHeldRun(
  tx: WorkspaceTx,
  ctx: Context,
  { run: { id, verdict: before }, targetSet, webUrl, silent }: HeldRun,
): Promise<JudgedAgain> {
  const { run } = await judgeRun(tx, { runId: id, targetSetId: targetSet?.id ?? null, webUrl });
  if (run.status !== "receiving") await noteRun(tx, run, { silent });
  const { verdict } = run;
  const detail = { before, verdict, targetsVersion: targetSet?.version ?? null };
  await writeAudit(tx, ctx, { action: "run.judge-again", subjectKind: "run", subjectId: id, detail });
  return detail as JudgedAgain;
}
