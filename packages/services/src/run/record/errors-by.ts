import type { ErrorsBy } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";

/** What an upload's errors are counted by: as it says, or else its run's other uploads, or its experiment; otherwise the tool's word. */
export async function errorsByOf(
  tx: WorkspaceTx,
  runId: string,
  said: ErrorsBy | undefined,
): Promise<ErrorsBy> {
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  return said ?? (await wantedErrorsBy(tx, run)) ?? "tool";
}

/** What the errors of a run are to be counted by; null: nobody says. */
export async function wantedErrorsBy(
  tx: WorkspaceTx,
  run: Pick<RunModel, "errorsBy" | "experimentId">,
): Promise<ErrorsBy | null> {
  const { errorsBy } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: run.experimentId },
    select: { errorsBy: true },
  });
  return (run.errorsBy ?? errorsBy) as ErrorsBy | null;
}
