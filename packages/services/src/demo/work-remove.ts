import { z } from "zod";
import { isHeadroomError } from "@headroom/core";
import { hideEmptyServices, Prisma } from "@headroom/db";
import type { JobRun } from "@headroom/db";
import type { Context, Services } from "../context.ts";
import { deleteExperiment } from "../experiment/delete.ts";
import { deleteGameday } from "../gameday/delete.ts";
import { deletePeakDay } from "../peak-day/delete.ts";
import { deleteRun } from "../run/edit/delete.ts";
import { systemContext } from "../workspace/ensure.ts";
import { holdDemoState, readDemoState } from "./state.ts";

const jobPayload = z.object({ workspaceId: z.uuid() });

/**
 * Removes what the demo made. Its runs can be restored for a week, as all deleted runs can. An experiment in which a member has runs
 * of their own stays, and so does its service.
 */
export async function workRemoveDemo({ services, job }: { services: Services; job: JobRun }): Promise<void> {
  const { workspaceId } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const state = await ctx.db.inWorkspace(workspaceId, (tx) => holdDemoState(tx, ctx));
  if (state?.status !== "removing") return;
  const made = await madeWith(ctx, state.tokens);
  const [experiments, runs] = [made("experiment.create"), made("run.import")];
  for (const id of made("gameday.create")) await ifThere(() => deleteGameday({ ctx, input: { id } }));
  for (const id of made("peak-day.create")) await ifThere(() => deletePeakDay({ ctx, input: { id } }));
  for (const runId of runs) {
    if (job.signal.aborted) throw new Error("the process is stopping");
    await ifThere(() => deleteRun({ ctx, input: { runId } }));
  }
  for (const id of experiments) await removeEmpty(ctx, id);
  await forget(ctx, state.loadId, experiments);
}

/** What the tokens did, by the action. */
async function madeWith(ctx: Context, tokens: readonly string[]): Promise<(action: string) => string[]> {
  const entries = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.auditEntry.findMany({
      where: { actorKind: "token", actorId: { in: [...tokens] } },
      select: { action: true, subjectId: true },
    }),
  );
  return (action) => [
    ...new Set(entries.flatMap((one) => (one.action === action ? (one.subjectId ?? []) : []))),
  ];
}

/** An experiment without other runs. */
async function removeEmpty(ctx: Context, id: string): Promise<void> {
  const others = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.run.count({ where: { experimentId: id, deletedAt: null } }),
  );
  if (others === 0) await ifThere(() => deleteExperiment({ ctx, input: { experimentId: id } }));
}

/** Somebody may have deleted it by hand. */
async function ifThere(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!isHeadroomError(error) || error.code !== "not-found") throw error;
  }
}

function forget(ctx: Context, loadId: string, experiments: readonly string[]): Promise<void> {
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found = await tx.prisma.experiment.findMany({
      where: { id: { in: [...experiments] } },
      select: { serviceId: true },
    });
    await hideEmptyServices(tx, [...new Set(found.map(({ serviceId }) => serviceId))]);
    const where = { id: ctx.workspaceId };
    const { demo } = await tx.prisma.workspace.findUniqueOrThrow({ where, select: { demo: true } });
    if (readDemoState(demo)?.loadId !== loadId) return;
    await tx.prisma.workspace.update({ where, data: { demo: Prisma.DbNull } });
  });
}
