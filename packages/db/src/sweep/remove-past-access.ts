import type { Database } from "../database.ts";

export interface PastAccess {
  sessions: number;
  signInLinks: number;
  verifications: number;
  /** Of CI jobs. */
  tokens: number;
}

/** Of each kind in one sweep: the next one removes the rest. */
const MAX_REMOVED = 1_000;

/** Removes sessions, sign-in links, mailed secrets and tokens of CI jobs that ended long ago. */
export function removePastAccess(db: Database): Promise<PastAccess> {
  return db.asJobs(async (tx) => {
    const remove = async (table: string, past: string): Promise<number> => {
      const removed = await tx.query(
        `delete from ${table} where id in (select id from ${table} where ${past} limit ${MAX_REMOVED}) returning id`,
      );
      return removed.length;
    };
    return {
      sessions: await remove("session", "least(expires_at, revoked_at) < now()"),
      signInLinks: await remove("sign_in_link", "expires_at < now()"),
      verifications: await remove("verification", "expires_at < now()"),
      tokens: await remove("token", "ci_identity_id is not null and expires_at < now()"),
    };
  });
}
