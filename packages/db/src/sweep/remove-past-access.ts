import type { Database } from "../database.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";

export interface PastAccess {
  sessions: number;
  signInLinks: number;
  verifications: number;
  /** Of CI jobs. */
  tokens: number;
  /** Of CI systems, which jobs exchanged for ours. */
  exchanged: number;
  /** Secrets of tokens that were replaced. */
  secrets: number;
}

/** Of each kind in one sweep: the next one removes the rest. */
const MAX_REMOVED = 1_000;

/** Removes sessions, sign-in links, mailed secrets, replaced secrets of tokens, and tokens of CI jobs and of their CI systems that ended long ago. */
export function removePastAccess(db: Database): Promise<PastAccess> {
  return db.asJobs(async (tx) => {
    const remove = async (table: string, past: string, key = "id"): Promise<number> => {
      const removed = await tx.query(
        `delete from ${table} where (${key}) in (select ${key} from ${table} where ${past} limit ${MAX_REMOVED})
         returning ${key}`,
      );
      return removed.length;
    };
    return {
      sessions: await remove("session", "least(expires_at, revoked_at) < now()"),
      signInLinks: await remove("sign_in_link", "expires_at < now()"),
      verifications: await remove("verification", "expires_at < now()"),
      tokens: await remove("token", "ci_identity_id is not null and expires_at < now()"),
      exchanged: await remove("exchanged_job_token", "expires_at < now()", "ci_identity_id, token_hash"),
      secrets: await removeSecrets(tx),
    };
  });
}

/** When a token was last used stays known. */
async function removeSecrets(tx: WorkspaceTx): Promise<number> {
  const removed = await tx.query(
    `with gone as (
       delete from replaced_secret
       where secret_hash in (select secret_hash from replaced_secret where valid_until < now() limit ${MAX_REMOVED})
       returning token_id, last_used_at
     ), used as (
       update token set last_used_at = greatest(token.last_used_at, last.at)
       from (select token_id, max(last_used_at) as at from gone group by token_id) last
       where token.id = last.token_id and last.at is not null
     )
     select token_id from gone`,
  );
  return removed.length;
}
