import type { WorkspaceTx } from "@headroom/db";

export type RunStatus = "receiving" | "finished" | "interrupted";

/** A run is received as long as a writer of it has more to come, and interrupted where one vanished. */
export async function runStatusOf(tx: WorkspaceTx, runId: string): Promise<RunStatus> {
  const [writers] = await tx.query<{ interrupted: boolean; awaited: boolean }>(
    `select coalesce(bool_or(state = 'interrupted'), false) as interrupted, coalesce(bool_or(staged), false) as awaited
     from live_writer where run_id = $1`,
    [runId],
  );
  if (writers?.interrupted === true) return "interrupted";
  return writers?.awaited === true ? "receiving" : "finished";
}
