import { z } from "zod";
import { HeadroomError, HOUR_MILLIS } from "@headroom/core";
import {
  deleteAccountRows,
  insertAccountRow,
  noteEmailChange,
  queueMail,
  readAccountRows,
  updateAccountRows,
} from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { countAttempt, forgetAttempts } from "../attempt/count.ts";
import { MAIL_ATTEMPTS } from "../mail/mail.ts";
import type { Mail } from "../mail/mail.ts";
import { addressAskedMail, addressChangedMail, newAddressMail, takenAddressMail } from "../mail/words.ts";
import { parseInput } from "../parse-input.ts";
import { encodeSecret, hashSecret } from "../secret.ts";
import type { CheckedSession } from "../session/check.ts";
import type { Accounts, Origin } from "./accounts.ts";
import { inAccounts } from "./auth-flow.ts";
import { checkOwnPassword } from "./own-password.ts";
import { endResetLinks } from "./reset-links.ts";
import { emailField, givenPassword } from "./words.ts";

const VALID_MILLIS = HOUR_MILLIS;

export const requestEmailChangeInput = z.strictObject({ email: emailField, password: givenPassword });

/** Stored with the hash of the mailed secret. The account must not have changed since, or the link is refused. */
const asked = z.object({ personId: z.uuid(), from: z.string(), to: z.string(), password: z.string() });
type Asked = z.infer<typeof asked>;

const digestOf = (text: string) => Buffer.from(hashSecret(text)).toString("base64url");
const identifierOf = (secret: string) => `email-change:${digestOf(secret)}`;

/**
 * Emails a link to the new address if the password is right, and notifies the current address. Only the email to the new address
 * says whether another account already uses it.
 */
export async function requestEmailChange({
  accounts,
  session: { person },
  input,
}: {
  accounts: Accounts;
  session: CheckedSession;
  input: z.input<typeof requestEmailChangeInput>;
}): Promise<void> {
  const { services, settings, mailer } = accounts;
  const { email, password } = parseInput(requestEmailChangeInput, input);
  if (isSame(email, person.email))
    throw new HeadroomError("parameter-unreadable", "This is already your address.", { field: "email" });
  await countAttempt(services, "password person", person.id);
  await countAttempt(services, "address person", person.id);
  const auth = await accounts.auth();
  await inAccounts(services, async (_flow, tx) => {
    const credential = await checkOwnPassword(auth, person.id, { given: password, field: "password" });
    if (credential === null) throw noPassword();
    const send = (mail: Mail) => queueMail(tx, mailer.seal(mail), MAIL_ATTEMPTS);
    if (await isTaken(tx, email)) await send(takenAddressMail({ to: email }));
    else {
      const secret = encodeSecret(services.newSecretBytes());
      await keepAsked(tx, accounts, secret, {
        personId: person.id,
        from: person.email,
        to: email,
        password: digestOf(credential.hash),
      });
      await send(newAddressMail({ to: email, link: `${settings.webUrl}/email/${secret}` }));
    }
    await send(addressAskedMail({ to: person.email, address: email, webUrl: settings.webUrl }));
  });
  await forgetAttempts(services, "password person", person.id);
}

async function keepAsked(
  tx: WorkspaceTx,
  { services }: Accounts,
  secret: string,
  value: Asked,
): Promise<void> {
  const now = services.clock();
  await insertAccountRow(tx, "verification", {
    id: services.newId(),
    identifier: identifierOf(secret),
    value: JSON.stringify(value),
    expires_at: new Date(now.getTime() + VALID_MILLIS),
    created_at: now,
    updated_at: now,
  });
}

export const confirmEmailChangeInput = z.strictObject({ secret: z.string().max(200) });

/** Switches to the new address, using the link that was emailed to it. Links sent to the old address stop working. */
export async function confirmEmailChange({
  accounts: { services, mailer, settings },
  origin,
  input,
}: {
  accounts: Accounts;
  origin: Origin;
  input: z.input<typeof confirmEmailChangeInput>;
}): Promise<{ email: string }> {
  const { secret } = parseInput(confirmEmailChangeInput, input);
  await countAttempt(services, "reset address", origin.address);
  const at = services.clock();
  return services.db.asAccounts(async (tx) => {
    const { personId, from, to } = await takeAsked(tx, secret, at);
    if (await isTaken(tx, to)) throw taken();
    const changed = await updateAccountRows(
      tx,
      "person",
      [
        { column: "id", operator: "=", value: personId },
        { column: "email", operator: "=", value: from },
      ],
      { email: to, email_verified: true, updated_at: at },
    );
    if (changed.length === 0) throw over();
    // They went to the old address.
    await endResetLinks(tx, personId);
    await noteEmailChange(tx, { personId, before: from, after: to, at });
    const told = addressChangedMail({ to: from, address: to, webUrl: settings.webUrl });
    await queueMail(tx, mailer.seal(told), MAIL_ATTEMPTS);
    return { email: to };
  });
}

/** Uses the link up. A password changed in the meantime also invalidates it. */
async function takeAsked(tx: WorkspaceTx, secret: string, at: Date): Promise<Asked> {
  const [row] = await deleteAccountRows(tx, "verification", [
    { column: "identifier", operator: "=", value: identifierOf(secret) },
    { column: "expires_at", operator: ">", value: at },
  ]);
  if (row === undefined) throw over();
  const found = asked.parse(JSON.parse(String(row["value"])));
  const [credential] = await readAccountRows(
    tx,
    "account",
    [
      { column: "person_id", operator: "=", value: found.personId },
      { column: "provider", operator: "=", value: "credential" },
    ],
    { limit: 1 },
  );
  if (digestOf(String(credential?.["password_hash"] ?? "")) !== found.password) throw over();
  return found;
}

async function isTaken(tx: WorkspaceTx, email: string): Promise<boolean> {
  const people = await readAccountRows(tx, "person", [{ column: "email", operator: "=", value: email }], {
    limit: 1,
  });
  return people.length > 0;
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const noPassword = () =>
  new HeadroomError("credentials-wrong", "You have no password yet.", {
    field: "password",
    hint: "Set one first. You need it to change your address.",
  });

const taken = () => new HeadroomError("conflict", "Another account already uses this address.");

const over = () =>
  new HeadroomError("not-found", "This link is invalid, expired or already used.", {
    hint: "Request a new one on your account page.",
  });
