import type { WorkspaceTx } from "../workspace-tx.ts";
import type { NewSecret } from "../lookup.ts";

/** Within `asAccounts`. A link that goes to the person's own address proves, when opened, that it is theirs. */
export async function createMailedLink(tx: WorkspaceTx, link: NewSecret): Promise<void> {
  await tx.query("select create_sign_in_link($1, $2, $3, $4, $5, true)", [
    link.id,
    link.personId,
    link.tokenHash,
    link.createdAt,
    link.expiresAt,
  ]);
}

/** Within `asAccounts`: all of the person's sessions but the one that is kept; answers how many. */
export async function closeSessionsOf(
  tx: WorkspaceTx,
  { personId, at, kept }: { personId: string; at: Date; kept: string | null },
): Promise<number> {
  const [row] = await tx.query<{ closed: bigint | number }>(
    "select close_sessions($1, $2, null, $3) as closed",
    [personId, at, kept],
  );
  return Number(row?.closed ?? 0);
}

/** Within `asAccounts`: told in every workspace of the person; links that went to the address before end. */
export async function noteEmailChange(
  tx: WorkspaceTx,
  { personId, before, after, at }: { personId: string; before: string; after: string; at: Date },
): Promise<void> {
  await tx.query("select note_email_change($1, $2, $3, $4)", [personId, before, after, at]);
}

/** Adds a job that sends a mail once this transaction is committed. The payload holds nothing that can be read. */
export async function queueMail(tx: WorkspaceTx, sealed: string, attempts: number): Promise<void> {
  await tx.query("select queue_mail($1, $2)", [JSON.stringify({ sealed }), attempts]);
}
