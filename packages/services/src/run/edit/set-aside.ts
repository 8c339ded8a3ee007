import { asideFields } from "@headroom/contract";
import type { AsideAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { readSetAside } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { decideRecentAgain } from "./decide-again.ts";

/**
 * Sets a run aside: it stays on every page, and counts for nothing. Another reason replaces the one before. Later runs are
 * decided again without it.
 */
export async function setRunAside({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; body: unknown };
}): Promise<AsideAnswer> {
  requireScope(ctx, "edit");
  const { reason } = parseInput(asideFields, input.body);
  const id = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    if (run.setAsideReason === reason) return { setAside: await readSetAside(tx, id) };
    if (run.status === "receiving") throw stillReceiving();
    await refuseBaseline(tx, run);
    const by = ctx.actor.kind === "person" ? ctx.actor.id : null;
    await tx.prisma.run.update({
      where: { id },
      data: { setAsideAt: ctx.clock(), setAsideBy: by, setAsideReason: reason },
    });
    if (run.setAsideAt === null) await decideRecentAgain(tx, run.experimentId);
    const detail = { experimentId: run.experimentId, number: run.number, reason };
    await writeAudit(tx, ctx, { action: "run.set-aside", subjectKind: "run", subjectId: id, detail });
    return { setAside: await readSetAside(tx, id) };
  });
}

/** The run counts again. */
export async function undoSetAside({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<AsideAnswer> {
  requireScope(ctx, "edit");
  const id = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    if (run.setAsideAt === null) return { setAside: await readSetAside(tx, id) };
    await tx.prisma.run.update({
      where: { id },
      data: { setAsideAt: null, setAsideBy: null, setAsideReason: null },
    });
    await decideRecentAgain(tx, run.experimentId);
    const detail = { experimentId: run.experimentId, number: run.number };
    await writeAudit(tx, ctx, { action: "run.undo-set-aside", subjectKind: "run", subjectId: id, detail });
    return { setAside: await readSetAside(tx, id) };
  });
}

async function refuseBaseline(tx: WorkspaceTx, { id, experimentId }: RunModel): Promise<void> {
  if ((await tx.prisma.experiment.count({ where: { id: experimentId, baselineRunId: id } })) === 0) return;
  throw new HeadroomError("conflict", "This run is the baseline of its experiment.", {
    hint: "Remove it as the baseline, or set another one, then set the run aside.",
  });
}

function stillReceiving(): HeadroomError {
  return new HeadroomError("conflict", "The run is still in progress.", {
    hint: "Finish it first, or wait until its writers time out.",
  });
}
