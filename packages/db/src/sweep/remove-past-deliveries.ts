import type { Database } from "../database.ts";

/** In one sweep: the next one removes the rest. */
const MAX_REMOVED = 5_000;

/** Removes the deliveries that this role sees: the old ones. Returns how many. */
export async function removePastDeliveries(db: Database): Promise<number> {
  const removed = await db.asJobs((tx) =>
    tx.query(
      `delete from delivery where id in (select id from delivery order by created_at limit ${MAX_REMOVED}) returning id`,
    ),
  );
  return removed.length;
}
