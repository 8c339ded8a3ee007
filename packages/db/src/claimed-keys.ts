import type { WorkspaceTx } from "./workspace-tx.ts";

export interface ClaimedKey {
  key: string;
  instance: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Claims the key for the transaction's workspace, if nobody has it. An answer that has expired is forgotten. */
export async function takeKey(tx: WorkspaceTx, claim: ClaimedKey): Promise<boolean> {
  const { key, instance, createdAt, expiresAt } = claim;
  const taken = await tx.query(
    `insert into idempotency_key (workspace_id, key, request_digest, state, instance, created_at, expires_at)
     values (nullif(current_setting('app.workspace', true), '')::uuid, $1, '', 'claimed', $2, $3, $4)
     on conflict (workspace_id, key) do update
     set request_digest = excluded.request_digest, state = excluded.state, instance = excluded.instance,
       created_at = excluded.created_at, expires_at = excluded.expires_at, run_id = null, status = null, answer = null
     where idempotency_key.state = 'answered' and idempotency_key.expires_at <= excluded.created_at
     returning key`,
    [key, instance, createdAt, expiresAt],
  );
  return taken.length > 0;
}
