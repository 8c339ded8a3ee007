import { findOriginal } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { decideRecentAgain, noteRun } from "./decide-again.ts";

/**
 * Call it after the samples of these runs no longer count: they were deleted or replaced. Of the runs with the same samples, the
 * one that arrived first counts from now on.
 */
export async function releaseCopies(
  tx: WorkspaceTx,
  originals: { id: string } | { experimentId: string },
): Promise<void> {
  const found = await tx.prisma.run.findMany({ where: originals, select: { id: true } });
  const copies = await tx.prisma.run.findMany({
    where: { copyOf: { in: found.map(({ id }) => id) }, publishedAt: { not: null } },
    orderBy: [{ publishedAt: "asc" }, { id: "asc" }],
  });
  for (const copy of copies) await settle(tx, copy);
}

async function settle(tx: WorkspaceTx, copy: RunModel): Promise<void> {
  const copyOf = await findOriginal(tx, copy.id);
  if (copyOf === copy.copyOf) return;
  const run = await tx.prisma.run.update({ where: { id: copy.id }, data: { copyOf } });
  if (run.status !== "receiving") await noteRun(tx, run, { silent: true });
  await decideRecentAgain(tx, run.experimentId);
}

/** Of a run that is back: whichever run counts by now stays the one that counts. */
export async function settleRestored(tx: WorkspaceTx, runId: string): Promise<RunModel> {
  const copyOf = await findOriginal(tx, runId);
  return tx.prisma.run.update({ where: { id: runId }, data: { copyOf } });
}
