import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";

/** How far each partition has been counted. */
export async function readPositions(db: Database): Promise<Map<number, number>> {
  const rows = await db.asJobs(
    (tx) =>
      tx.query<{ partition: number; position: number }>("select partition, position from live_position"),
    { patient: true },
  );
  return new Map(rows.map(({ partition, position }) => [partition, position]));
}

/** Moves a position in the transaction that writes what it counts; false if another reader was faster. */
export async function movePosition(
  tx: WorkspaceTx,
  { partition, from, to }: { partition: number; from: number; to: number },
): Promise<boolean> {
  const moved = await tx.query(
    "update live_position set position = $3 where partition = $1 and position = $2 returning partition",
    [partition, from, to],
  );
  return moved.length > 0;
}

/** Keeps an entry that can't be counted for a person to look at. */
export async function setAside(
  tx: WorkspaceTx,
  {
    partition,
    position,
    body,
    reason,
  }: { partition: number; position: number; body: Uint8Array; reason: string },
): Promise<void> {
  await tx.query(
    "insert into live_log_failed (position, partition, body, reason) values ($1, $2, $3, $4) on conflict do nothing",
    [position, partition, body, reason],
  );
}
