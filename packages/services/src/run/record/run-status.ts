import type { RunState, WorkspaceTx } from "@headroom/db";

/** A run is receiving while a writer has more to send, and interrupted if one disappeared. */
export async function runStatusOf(tx: WorkspaceTx, runId: string): Promise<RunState["status"]> {
  const writers = await tx.prisma.liveWriter.findMany({
    where: { runId },
    select: { state: true, staged: true },
  });
  if (writers.some(({ state }) => state === "interrupted")) return "interrupted";
  return writers.some(({ staged }) => staged) ? "receiving" : "finished";
}
