import { DAY_MILLIS } from "@headroom/core";
import { createMailedLink, queueMail } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { MAIL_ATTEMPTS } from "../mail/mail.ts";
import { confirmMail } from "../mail/words.ts";
import { encodeSecret, hashSecret } from "../secret.ts";
import type { Accounts } from "./accounts.ts";

const CONFIRM_VALID_MILLIS = DAY_MILLIS;

/** Emails a sign-in link. Opening it proves that the address belongs to the person. */
export async function mailConfirmation(
  { services, settings, mailer }: Accounts,
  tx: WorkspaceTx,
  person: { id: string; email: string },
  /** The invitation they came to accept. */
  invitation: string | null = null,
): Promise<void> {
  const secret = encodeSecret(services.newSecretBytes());
  const createdAt = services.clock();
  await createMailedLink(tx, {
    id: services.newId(),
    personId: person.id,
    tokenHash: hashSecret(secret),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + CONFIRM_VALID_MILLIS),
  });
  const next = invitation === null ? "" : `&next=${encodeURIComponent(`/invitations/${invitation}`)}`;
  const link = `${settings.webUrl}/sign-in?link=${secret}${next}`;
  await queueMail(tx, mailer.seal(confirmMail({ to: person.email, link })), MAIL_ATTEMPTS);
}
