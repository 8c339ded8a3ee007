import { againAfterDeadlock } from "../availability.ts";
import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { INSTANCE_LOCK } from "../jobs/instance.ts";
import { removeDeletedRuns } from "./remove-deleted-runs.ts";
import { removePartIn } from "./remove-part.ts";

export interface Swept {
  parts: number;
  runs: number;
  /** Idempotency keys claimed by a process that died, so that the upload can be sent again. */
  claims: number;
  expiredKeys: number;
  /** Deleted by people, seven days ago. */
  deletedRuns: number;
}

/**
 * Removes what dead processes left behind: the parts they were writing and the keys they had claimed. Also
 * failed or replaced parts, and runs that were deleted long enough ago. A process is alive as long as its lock is held. Any number of sweeps can run concurrently.
 */
export async function sweep(db: Database): Promise<Swept> {
  const swept: Swept = { parts: 0, runs: 0, claims: 0, expiredKeys: 0, deletedRuns: 0 };
  for (const part of await unpublishedParts(db)) {
    const removed = await againAfterDeadlock(() =>
      db.asJobs(async (tx) => {
        if (part.state === "writing" && !(await hasDied(tx, part.instance)))
          return { part: false, run: false };
        return removePartIn(tx, part.id);
      }),
    );
    swept.parts += Number(removed.part);
    swept.runs += Number(removed.run);
  }
  for (const instance of await claimingInstances(db)) {
    swept.claims += await db.asJobs(async (tx) => {
      if (!(await hasDied(tx, instance))) return 0;
      const removed = await tx.query(
        "delete from idempotency_key where state = 'claimed' and instance = $1 returning key",
        [instance],
      );
      return removed.length;
    });
  }
  const expired = await db.asJobs((tx) =>
    tx.query("delete from idempotency_key where expires_at < now() and state = 'answered' returning key"),
  );
  swept.expiredKeys = expired.length;
  swept.deletedRuns = await removeDeletedRuns(db);
  return swept;
}

function unpublishedParts(db: Database): Promise<{ id: string; state: string; instance: number }[]> {
  return db.asJobs((tx) =>
    tx.query(
      "select id, state, instance from part where state not in ('published', 'copy', 'receiving') order by instance, id",
    ),
  );
}

async function claimingInstances(db: Database): Promise<number[]> {
  const found = await db.asJobs((tx) =>
    tx.query<{ instance: number }>("select distinct instance from idempotency_key where state = 'claimed'"),
  );
  return found.map(({ instance }) => instance);
}

// Held until the transaction ends, so that no process can take the number while its leftovers are removed.
async function hasDied(tx: WorkspaceTx, instance: number): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>("select pg_try_advisory_xact_lock($1, $2) as free", [
    INSTANCE_LOCK,
    instance,
  ]);
  return row?.free === true;
}
