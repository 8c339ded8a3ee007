import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { deleteAccountRows, queueMail, updateAccountRows } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { countAttempt } from "../attempt/count.ts";
import { MAIL_ATTEMPTS } from "../mail/mail.ts";
import { resetMail } from "../mail/words.ts";
import { parseInput } from "../parse-input.ts";
import { announce } from "../announce.ts";
import type { Accounts, Origin } from "./accounts.ts";
import { refusedBy } from "./auth-error.ts";
import { inAccounts } from "./auth-flow.ts";
import { endResetLinks } from "./reset-links.ts";
import { emailField, passwordField } from "./words.ts";

export const requestResetInput = z.strictObject({ email: emailField });

/** Emails a link to choose a new password. The response never reveals whether the address is known. */
export async function requestReset({
  accounts,
  origin,
  input,
}: {
  accounts: Accounts;
  origin: Origin;
  input: z.input<typeof requestResetInput>;
}): Promise<void> {
  const { services, settings, mailer } = accounts;
  const { email } = parseInput(requestResetInput, input);
  await countAttempt(services, "reset address", origin.address);
  await countAttempt(services, "reset email", email);
  const auth = await accounts.auth();
  await inAccounts(services, async (flow, tx) => {
    await auth.api.requestPasswordReset({ body: { email } });
    if (flow.reset === null) return;
    const link = `${settings.webUrl}/reset/${flow.reset.token}`;
    // Sent to the stored address: what was typed may only look like it.
    await queueMail(tx, mailer.seal(resetMail({ to: flow.reset.email, link })), MAIL_ATTEMPTS);
  });
}

export const resetPasswordInput = z.strictObject({ token: z.string().max(200), password: passwordField });

/** Sets the password, using an emailed link once, and ends every session and every other reset link of the person. */
export async function resetPassword({
  accounts,
  origin,
  input,
}: {
  accounts: Accounts;
  origin: Origin;
  input: z.input<typeof resetPasswordInput>;
}): Promise<void> {
  const { services } = accounts;
  const { token, password } = parseInput(resetPasswordInput, input);
  await countAttempt(services, "reset address", origin.address);
  const auth = await accounts.auth();
  const personId = await inAccounts(services, async (flow, tx) => {
    await auth.api
      .resetPassword({ body: { token, newPassword: password } })
      .catch((error: unknown) => refusedBy(error, over));
    if (flow.resetPersonId === null) return null;
    await proveAddress(tx, flow.resetPersonId);
    await endResetLinks(tx, flow.resetPersonId);
    return flow.resetPersonId;
  });
  if (personId !== null) await announce(services, [personId]);
}

/**
 * The link reached the person's own address. If that had never been proven before, a connected sign-in provider may
 * have been added by anyone who claimed the address, so it is disconnected.
 */
async function proveAddress(tx: WorkspaceTx, personId: string): Promise<void> {
  const unproved = [
    { column: "id", operator: "=" as const, value: personId },
    { column: "email_verified", operator: "=" as const, value: false },
  ];
  const proved = await updateAccountRows(tx, "person", unproved, { email_verified: true });
  if (proved.length === 0) return;
  await deleteAccountRows(tx, "account", [
    { column: "person_id", operator: "=", value: personId },
    { column: "provider", operator: "<>", value: "credential" },
  ]);
}

const over = () =>
  new HeadroomError("not-found", "This link is invalid, expired or already used.", {
    hint: "Request a new one.",
  });
