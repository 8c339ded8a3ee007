import type { Context } from "../../context.ts";
import { onlyServiceOf, requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { readDeletedState, removedAt } from "./delete.ts";
import { namesOf } from "../record/names-of.ts";

export interface ListedDeletedRun {
  id: string;
  number: number;
  experiment: { id: string; name: string };
  service: string;
  verdict: string | null;
  deletedAt: Date;
  /** Null: a token, or someone who is no longer a member. */
  deletedBy: string | null;
  removedAt: Date;
  wasBaseline: boolean;
}

const MAX_LISTED = 500;

/** The deleted runs that can still be restored, the most recently deleted first. */
export async function listDeletedRuns({
  ctx,
  input: { runId } = {},
}: {
  ctx: Context;
  /** Only this run, if it is one of them. */
  input?: { runId?: string };
}): Promise<{ runs: ListedDeletedRun[] }> {
  requireScope(ctx, "read");
  const one = runId === undefined ? {} : { id: readRunId(runId) };
  const only = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const runs = await tx.prisma.run.findMany({
      where: { ...one, deletedAt: { not: null }, ...(only === null ? {} : { serviceId: only }) },
      orderBy: { deletedAt: "desc" },
      take: MAX_LISTED,
    });
    const ids = {
      experiments: runs.map((run) => run.experimentId),
      services: runs.map((run) => run.serviceId),
    };
    const experiments = await tx.prisma.experiment.findMany({ where: { id: { in: ids.experiments } } });
    const services = await tx.prisma.service.findMany({ where: { id: { in: ids.services } } });
    const names = await namesOf(
      tx,
      runs.map(({ deletedBy }) => deletedBy),
    );
    return {
      runs: runs.flatMap((run) => {
        if (run.deletedAt === null) return [];
        return [
          {
            id: run.id,
            number: run.number,
            experiment: {
              id: run.experimentId,
              name: experiments.find(({ id }) => id === run.experimentId)?.name ?? "",
            },
            service: services.find(({ id }) => id === run.serviceId)?.name ?? "",
            verdict: run.verdict,
            deletedAt: run.deletedAt,
            deletedBy: run.deletedBy === null ? null : (names.get(run.deletedBy) ?? null),
            removedAt: removedAt(run.deletedAt),
            wasBaseline: readDeletedState(run)?.wasBaseline ?? false,
          },
        ];
      }),
    };
  });
}
