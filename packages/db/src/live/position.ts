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
  move: { partition: number; from: number; to: number },
): Promise<boolean> {
  return (await markPosition(tx, { ...move, mark: null })) !== null;
}

/**
 * Moves a position and leaves a mark. Returns the mark of whoever moved it before: whoever finds its own knows that nobody else has
 * counted anything since then. Null: another reader was faster.
 */
export async function markPosition(
  tx: WorkspaceTx,
  { partition, from, to, mark }: { partition: number; from: number; to: number; mark: string | null },
): Promise<{ before: string | null } | null> {
  const [moved] = await tx.query<{ before: string | null }>(
    `with held as (select mark from live_position where partition = $1 and position = $2 for update)
     update live_position set position = $3, mark = $4 from held where partition = $1 returning held.mark as before`,
    [partition, from, to, mark],
  );
  return moved ?? null;
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
