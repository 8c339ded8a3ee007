import type { LevelChange } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";

/** Where the default branch changed, as the run's own judgement has it; the change to name first is first. */
export async function readChanges(tx: WorkspaceTx, runId: string | null): Promise<LevelChange[]> {
  if (runId === null) return [];
  const own = await tx.prisma.judgement.findFirst({
    where: { runId, isOwn: true },
    select: { changes: true },
  });
  return (own?.changes ?? []) as unknown as LevelChange[];
}
