import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { queueMail } from "@headroom/db";
import { countAttempt } from "../attempt/count.ts";
import { findInvitation } from "../invitation/find.ts";
import { MAIL_ATTEMPTS } from "../mail/mail.ts";
import { knownMail } from "../mail/words.ts";
import { parseInput } from "../parse-input.ts";
import { openSession } from "../session/open-session.ts";
import type { OpenedSession } from "../session/open-session.ts";
import { createOwnWorkspace } from "../workspace/create-own.ts";
import type { Accounts, Origin } from "./accounts.ts";
import { wasNotCreated } from "./auth-error.ts";
import { inAccounts } from "./auth-flow.ts";
import { mailConfirmation } from "./confirm.ts";
import { emailField, nameField, passwordField, refuseGuessable } from "./words.ts";

export const signUpInput = z
  .strictObject({
    name: nameField,
    email: emailField,
    password: passwordField,
    /** The secret of the invitation to accept next. */
    invitation: z.string().max(200).nullable().default(null),
  })
  .superRefine(({ password, email }, context) => refuseGuessable(password, email, context, ["password"]));

/** `mail`: the next step is in the email, whatever the address. */
export type SignUpAnswer = { kind: "signed-in"; session: OpenedSession } | { kind: "mail" };

/**
 * Creates an account, with a workspace of its own unless an invitation leads to another. If the address already has an
 * account, the response doesn't say so; the owner gets an email.
 */
export async function signUp({
  accounts,
  origin,
  input,
}: {
  accounts: Accounts;
  origin: Origin;
  input: z.input<typeof signUpInput>;
}): Promise<SignUpAnswer> {
  const { services, settings, mailer } = accounts;
  const { name, email, password, invitation } = parseInput(signUpInput, input);
  await countAttempt(services, "sign-up address", origin.address);
  await countAttempt(services, "sign-up email", email);
  const invited = await isInvited(accounts, invitation, email);
  const auth = await accounts.auth();
  const createPerson = () =>
    inAccounts(services, async (flow, tx) => {
      const { user } = await auth.api.signUpEmail({ body: { name, email, password } });
      if (!flow.created) {
        const sealed = mailer.seal(knownMail({ to: email, webUrl: settings.webUrl }));
        await queueMail(tx, sealed, MAIL_ATTEMPTS);
        return null;
      }
      if (settings.mailIsSent) await mailConfirmation(accounts, tx, user, invited ? invitation : null);
      return { id: user.id };
    });
  // If someone else took the address at the same moment, the second attempt finds it.
  const person = await createPerson().catch((error: unknown) => {
    if (wasNotCreated(error)) return createPerson();
    throw error;
  });
  if (person === null) return { kind: "mail" };
  if (!invited) await createOwnWorkspace({ services, person, input: { name: ownWorkspaceName(name) } });
  if (settings.mailIsSent) return { kind: "mail" };
  const session = await openSession(services, { personId: person.id, device: origin.device });
  return { kind: "signed-in", session };
}

export function ownWorkspaceName(personName: string): string {
  return `${Array.from(personName).slice(0, 80).join("")}'s workspace`;
}

/** Returns whether there is an invitation to accept. If sign-up is by invitation only, there has to be one. */
async function isInvited(
  { services, settings }: Accounts,
  secret: string | null,
  email: string,
): Promise<boolean> {
  const found = secret === null ? null : await findInvitation({ services, input: { secret } });
  const invited = found?.state === "open" && found.email.toLowerCase() === email.toLowerCase();
  if (invited || settings.signUp === "open") return invited;
  throw new HeadroomError("scope-missing", "Sign-up is by invitation only.", {
    hint: "Ask a workspace owner for an invitation, then sign up with the invited address.",
  });
}
