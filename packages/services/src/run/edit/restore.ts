import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { Prisma } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { onlyServiceOf, requireScope } from "../../scope.ts";
import { decideRecentAgain, noteRun } from "./decide-again.ts";
import { settleRestored } from "./release-copies.ts";
import { readDeletedState } from "./delete.ts";
import { noSuchRun, readRunId } from "../record/get.ts";
import { holdRunRow } from "../record/hold-run-row.ts";

const restoreInput = z.strictObject({ runId: z.string() });

/** Undoes a deletion. The run becomes the experiment's baseline again, unless there is a new one by now. */
export async function restoreRun({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof restoreInput>;
}): Promise<{ isBaseline: boolean }> {
  requireScope(ctx, "edit");
  const { runId } = parseInput(restoreInput, input);
  const id = readRunId(runId);
  const restoring = ctx.db.inWorkspace(
    ctx.workspaceId,
    async (tx) => {
      const run = await holdRunRow(tx, () => requireDeleted(tx, ctx, id));
      const { experimentId } = run;
      const state = readDeletedState(run);
      if (state === null) throw noSuchRun();
      await requireExperimentThere(tx, experimentId);
      await tx.prisma.run.update({
        where: { id },
        data: {
          publishedAt: state.publishedAt,
          key: await freeKey(tx, experimentId, state.key),
          deletedAt: null,
          deletedBy: null,
          deletedState: Prisma.DbNull,
        },
      });
      const restored = await settleRestored(tx, id);
      const isBaseline = state.wasBaseline && (await becomeBaseline(tx, run));
      // If it was deleted before its comparison was known, nothing else finds out.
      if (await isUndecided(tx, id)) await noteRun(tx, restored);
      await decideRecentAgain(tx, experimentId);
      const detail = { experimentId, number: run.number, isBaseline };
      await writeAudit(tx, ctx, { action: "run.restore", subjectKind: "run", subjectId: id, detail });
      return { isBaseline };
    },
    { patient: true },
  );
  return restoring;
}

async function isUndecided({ prisma }: WorkspaceTx, runId: string): Promise<boolean> {
  return (await prisma.runNotice.count({ where: { runId, outcome: null } })) > 0;
}

async function requireDeleted(tx: WorkspaceTx, ctx: Context, id: string): Promise<RunModel> {
  const only = onlyServiceOf(ctx.actor);
  const where = { id, deletedAt: { not: null }, ...(only === null ? {} : { serviceId: only }) };
  const run = await tx.prisma.run.findFirst({ where });
  if (run === null) throw noSuchRun();
  return run;
}

async function requireExperimentThere(tx: WorkspaceTx, id: string): Promise<void> {
  const { deletedAt } = await tx.prisma.experiment.findUniqueOrThrow({ where: { id } });
  if (deletedAt === null) return;
  throw new HeadroomError("conflict", "The experiment of this run has been deleted.", {
    hint: "Upload the file again to another experiment.",
  });
}

/** Another run may use its key by now. */
async function freeKey(tx: WorkspaceTx, experimentId: string, key: string | null): Promise<string | null> {
  if (key === null) return null;
  return (await tx.prisma.run.count({ where: { experimentId, key } })) === 0 ? key : null;
}

async function becomeBaseline(tx: WorkspaceTx, { id, experimentId }: RunModel): Promise<boolean> {
  const { count } = await tx.prisma.experiment.updateMany({
    where: { id: experimentId, baselineRunId: null },
    data: { baselineRunId: id },
  });
  return count > 0;
}
