import type { WorkspaceTx } from "../workspace-tx.ts";
import type { NewSecret } from "../lookup.ts";

/** Within `asAccounts`. Opening a link that was sent to the person's own address proves that it is theirs. */
export async function createMailedLink(tx: WorkspaceTx, link: NewSecret): Promise<void> {
  await tx.query("select create_sign_in_link($1, $2, $3, $4, $5, true)", [
    link.id,
    link.personId,
    link.tokenHash,
    link.createdAt,
    link.expiresAt,
  ]);
}

/** Within `asAccounts`: closes the person's sessions except the one to keep; returns how many. */
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

/** Within `asAccounts`: updates the address in every workspace of the person and ends links sent to the old one. */
export async function noteEmailChange(
  tx: WorkspaceTx,
  { personId, before, after, at }: { personId: string; before: string; after: string; at: Date },
): Promise<void> {
  await tx.query("select note_email_change($1, $2, $3, $4)", [personId, before, after, at]);
}

/** Adds a job that sends an email once this transaction is committed. The payload is encrypted. */
export async function queueMail(tx: WorkspaceTx, sealed: string, attempts: number): Promise<void> {
  await tx.query("select queue_mail($1, $2)", [JSON.stringify({ sealed }), attempts]);
  tx.noteJob();
}
