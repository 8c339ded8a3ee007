import type { Reparse } from "@headroom/contract";
import type { ReparseModel, WorkspaceTx } from "@headroom/db";

/** The last request to parse the run again. */
export async function readReparse(tx: WorkspaceTx, runId: string): Promise<Reparse | null> {
  const row = await tx.prisma.reparse.findFirst({ where: { runId }, orderBy: { requestedAt: "desc" } });
  return row === null ? null : toReparse(row);
}

export function toReparse({ id, state, requestedAt, finishedAt, problem }: ReparseModel): Reparse {
  return {
    id,
    state: state as Reparse["state"],
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    problem: problem as Reparse["problem"],
  };
}
