import { z } from "zod";
import { DAY_MILLIS, HeadroomError, UNDO_DAYS } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunRow } from "../record/choose-window.ts";
import { decideRecentAgain } from "./decide-again.ts";
import { releaseCopies } from "./release-copies.ts";
import { readRunId } from "../record/get.ts";
import { holdRunRow } from "../record/hold-run-row.ts";

const deleteInput = z.strictObject({ runId: z.string() });

const deletedState = z.object({
  publishedAt: z.coerce.date(),
  key: z.string().nullable(),
  wasBaseline: z.boolean(),
});
/** What restoring the run needs to know. */
export type DeletedState = z.infer<typeof deletedState>;

export function readDeletedState(run: Pick<RunModel, "deletedState">): DeletedState | null {
  const state = deletedState.safeParse(run.deletedState);
  return state.success ? state.data : null;
}

export interface DeletedRun {
  /** This run was the experiment's baseline, so the experiment has none now. */
  wasBaseline: boolean;
  removedAt: Date;
}

/**
 * Deletes a run from every page and figure. It can be restored for seven days. Its key is free in the meantime: an upload
 * with that key starts a new run.
 */
export async function deleteRun({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof deleteInput>;
}): Promise<DeletedRun> {
  requireScope(ctx, "edit");
  const { runId } = parseInput(deleteInput, input);
  const id = readRunId(runId);
  const deleting = ctx.db.inWorkspace(
    ctx.workspaceId,
    async (tx) => {
      const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
      if (run.status === "receiving") throw stillReceiving();
      const wasBaseline = await releaseBaseline(tx, run);
      const now = ctx.clock();
      await tx.prisma.run.update({
        where: { id },
        data: {
          publishedAt: null,
          key: null,
          deletedAt: now,
          deletedBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
          deletedState: { publishedAt: run.publishedAt?.toISOString() ?? "", key: run.key, wasBaseline },
        },
      });
      await releaseCopies(tx, { id });
      await decideRecentAgain(tx, run.experimentId);
      const detail = { experimentId: run.experimentId, number: run.number, wasBaseline };
      await writeAudit(tx, ctx, { action: "run.delete", subjectKind: "run", subjectId: id, detail });
      return { wasBaseline, removedAt: removedAt(now) };
    },
    { patient: true },
  );
  return deleting;
}

export function removedAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + UNDO_DAYS * DAY_MILLIS);
}

async function releaseBaseline(tx: WorkspaceTx, { id, experimentId }: RunModel): Promise<boolean> {
  const { count } = await tx.prisma.experiment.updateMany({
    where: { id: experimentId, baselineRunId: id },
    data: { baselineRunId: null },
  });
  return count > 0;
}

function stillReceiving(): HeadroomError {
  return new HeadroomError("conflict", "The run is still in progress.", {
    hint: "Finish it first, or wait until its writers time out.",
  });
}
