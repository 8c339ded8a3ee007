import { isTrial, MISSED_GAPS } from "@headroom/core";
import type { REMOVALS } from "@headroom/core";
import type { ExperimentModel, WorkspaceTx } from "@headroom/db";
import { nameOfActor } from "../actor-name.ts";
import { readExperimentProof } from "../capacity/service-capacity.ts";
import type { PeakExperiment } from "../capacity/service-capacity.ts";
import type { Context } from "../context.ts";

/**
 * Keeps what an experiment that represents the peak shows, before it no longer does: readiness would otherwise turn better
 * without a trace.
 */
export async function rememberRemoval(
  tx: WorkspaceTx,
  ctx: Context,
  { experiment, how }: { experiment: ExperimentModel; how: (typeof REMOVALS)[number] },
): Promise<void> {
  const { id: experimentId, workspaceId, representsPeak, createdAt } = experiment;
  const at = ctx.clock();
  if (!representsPeak || isTrial(createdAt, at)) return;
  const found = await readExperimentProof(tx, { experimentId, workspaceId, now: at });
  const shown = found === null ? null : shownBy(found);
  if (shown === null) return;
  const byName = await nameOfActor(tx, ctx, null);
  await forgetRemoval(tx, experimentId);
  await tx.prisma.removedExperiment.create({
    data: { experimentId, workspaceId, at, how, byName, ...shown },
  });
}

/** It represents the peak again. */
export async function forgetRemoval(tx: WorkspaceTx, experimentId: string): Promise<void> {
  await tx.prisma.removedExperiment.deleteMany({ where: { experimentId } });
}

/** Null: it showed nothing, or nothing that counts by now. */
function shownBy({
  counting,
  newest,
}: PeakExperiment): { state: string; throughput: number | null; detail: string | null } | null {
  if (counting.state !== "unproven")
    return { state: counting.state, throughput: counting.throughput, detail: null };
  const { state, gap, detail } = counting;
  const missed = gap === "contradicted" || MISSED_GAPS.includes(gap);
  return missed && newest !== null ? { state, throughput: null, detail } : null;
}
