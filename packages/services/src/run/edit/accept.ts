import { acceptFields } from "@headroom/contract";
import type { AcceptAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { readListedRuns } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { acceptRefusal } from "../record/accept-refusal.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { readAccepted } from "../record/run-marks.ts";
import { decideRecentAgain } from "./decide-again.ts";

/**
 * Accepts that a run got worse: its own judgement stays, and later runs are compared with it as the last good run. Another
 * reason replaces the one before. They are decided again.
 */
export async function acceptRun({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; body: unknown };
}): Promise<AcceptAnswer> {
  requireScope(ctx, "edit");
  const { reason } = parseInput(acceptFields, input.body);
  const id = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    if (run.acceptedReason === reason) return { accepted: await readAccepted(tx, run) };
    if (run.acceptedAt === null) await requireAcceptable(tx, run);
    return { accepted: await readAccepted(tx, await markAccepted(tx, ctx, { run, reason })) };
  });
}

/** Later runs are decided again, unless only the reason is another one. */
export async function markAccepted(
  tx: WorkspaceTx,
  ctx: Context,
  { run, reason }: { run: RunModel; reason: string },
): Promise<RunModel> {
  const { id, experimentId, number } = run;
  const by = ctx.actor.kind === "person" ? ctx.actor.id : null;
  const marked = await tx.prisma.run.update({
    where: { id },
    data: { acceptedAt: ctx.clock(), acceptedBy: by, acceptedReason: reason },
  });
  if (run.acceptedAt === null) await decideRecentAgain(tx, experimentId);
  const detail = { experimentId, number, reason };
  await writeAudit(tx, ctx, { action: "run.accept", subjectKind: "run", subjectId: id, detail });
  return marked;
}

/** Later runs are compared with the last good run again. */
export async function undoAccept({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<AcceptAnswer> {
  requireScope(ctx, "edit");
  const id = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    if (run.acceptedAt !== null) await unmarkAccepted(tx, ctx, run);
    return { accepted: null };
  });
}

export async function unmarkAccepted(
  tx: WorkspaceTx,
  ctx: Context,
  { id, experimentId, number }: RunModel,
): Promise<void> {
  await tx.prisma.run.update({
    where: { id },
    data: { acceptedAt: null, acceptedBy: null, acceptedReason: null },
  });
  await decideRecentAgain(tx, experimentId);
  const detail = { experimentId, number };
  await writeAudit(tx, ctx, { action: "run.undo-accept", subjectKind: "run", subjectId: id, detail });
}

async function requireAcceptable(tx: WorkspaceTx, { id, experimentId }: RunModel): Promise<void> {
  const [listed] = await readListedRuns(tx, { serviceId: null, id, limit: 1 });
  const pinned = await tx.prisma.experiment.count({
    where: { id: experimentId, baselineRunId: { not: null } },
  });
  const refusal = listed === undefined ? null : acceptRefusal(listed, { isPinned: pinned > 0 });
  if (refusal !== null) throw new HeadroomError("conflict", refusal.message, { hint: refusal.hint });
}
